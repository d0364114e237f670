"""One call of a hook, from the event on stdin to the answer on stdout. It fails open: always code 0."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memdeck.doors.hooks.clients import CLIENTS, HookClient, Moment
from memdeck.doors.hooks.event import HookEvent, HookTrouble, read_event
from memdeck.doors.hooks.time_limit import GIVING_SECONDS, KEEPING_SECONDS, TimeLimit
from memdeck.doors.hooks.trouble import note, said

if TYPE_CHECKING:
    from memdeck.memory.injection import Injection
    from memdeck.settings import Settings


@dataclass(frozen=True, slots=True)
class HookCall:
    """What the command line says."""

    client: str
    event: str
    home: Path | None = None
    config: Path | None = None
    read_only: bool = False
    seconds: float | None = None
    """How long it may take; None is the usual time for such an event."""

    @property
    def what(self) -> str:
        """The call in words, for the log."""
        return f"{self.client[:40]} {self.event[:40]}"


def serve(call: HookCall) -> int:
    """Answer one event. Whatever goes wrong, nothing is printed and the code is 0.

    The code matters: 2 would throw the person's prompt away.
    """
    limit: TimeLimit | None = None
    try:
        client = CLIENTS.get(call.client)
        if client is None:
            raise HookTrouble(f"The client is unknown; there are {', '.join(CLIENTS)}.")
        limit = TimeLimit(_seconds(call, client), lambda: note(call.home, call.what, "took too long."))
        _Served(call, client, limit).run()
    except BaseException as fault:  # noqa: BLE001 - the outermost edge: an assistant must not wait for us
        note(call.home, call.what, said(fault))
        if isinstance(fault, HookTrouble) and sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(f"memdeck: {fault}\n")
    finally:
        if limit is not None:
            limit.keep()
    return 0


def _seconds(call: HookCall, client: HookClient) -> float:
    if call.seconds is not None:
        return call.seconds
    name = client.event(call.event)
    keeps = name is not None and not client.events[name].gives
    return KEEPING_SECONDS if keeps else GIVING_SECONDS


class _Served:
    def __init__(self, call: HookCall, client: HookClient, limit: TimeLimit) -> None:
        self._call, self._client, self._limit = call, client, limit

    def run(self) -> None:
        if sys.stdin is None:
            raise HookTrouble("There is no stdin.")
        event = read_event(sys.stdin.buffer, self._client, self._call.event)
        if event.moment.gives:
            self._give(event)
        else:
            self._keep(event)

    def _give(self, event: HookEvent) -> None:
        from memdeck.deck.giving import Giving

        with Giving.open(self._call.home, self._settings(event), read_only=self._call.read_only) as deck:
            deck.inject(
                None if event.moment is Moment.START else event.prompt,
                session=event.session,
                access=deck.access_in(event.folder),
                client=f"hook {event.client}",
                anew=event.moment is Moment.START and event.lost_context,
                give=lambda made: self._write(event, made),
            )

    def _settings(self, event: HookEvent) -> Settings:
        from memdeck.settings import load_settings

        return load_settings(self._call.config, cwd=event.folder or Path(os.sep))

    def _write(self, event: HookEvent, made: Injection) -> None:
        if made.text:
            self._print(event, made)
        for fault in made.lane_notes(only_failed=True):
            note(self._call.home, self._call.what, fault)

    def _print(self, event: HookEvent, made: Injection) -> None:
        output = {"hookEventName": event.name, "additionalContext": made.text}
        line = json.dumps({"hookSpecificOutput": output}).encode("ascii") + b"\n"
        with self._limit.whole():
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def _keep(self, event: HookEvent) -> None:
        from memdeck.deck.conversation_queue import SUMMARY_LIMIT, ConversationQueue, WaitingConversation
        from memdeck.deck.guarding import guard_of
        from memdeck.memory.clock import utc_now
        from memdeck.settings.places import home_folder

        if self._call.read_only or (event.summary is None and event.transcript is None):
            return
        summary = event.summary[:SUMMARY_LIMIT] if event.summary is not None else None
        guard = guard_of(self._settings(event)) if summary is not None else None
        if guard is not None and summary is not None:
            summary = guard.words(summary)
        waiting = WaitingConversation(
            at=utc_now(),
            client=event.client,
            session=event.session,
            folder=str(event.folder) if event.folder is not None else None,
            transcript=event.transcript,
            summary=summary if event.moment is Moment.COMPACTED else None,
        )
        ConversationQueue(home_folder(self._call.home)).put(waiting)
