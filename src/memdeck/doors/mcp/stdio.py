"""Serving one client over stdin and stdout."""

from __future__ import annotations

import os
import signal
import threading

from memdeck.doors.mcp.options import ServeOptions
from memdeck.doors.mcp.sessions import Sessions

_INTERRUPTED = 130


def serve_stdio(options: ServeOptions) -> None:
    """Serve until stdin closes. stdout belongs to the protocol; all words go to stderr.

    Raises:
        InvalidField, SettingsError: the options or the settings are wrong; nothing was served.
    """
    sessions = Sessions(options)
    _let_interrupts_end_it()
    try:
        import anyio
        from mcp.server.stdio import stdio_server
        from mcp.shared.message import SessionMessage

        from memdeck.doors.mcp.not_understood import answer_to
        from memdeck.doors.mcp.server import build_server

        server = build_server(sessions)

        async def serve() -> None:
            async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
                passed_on, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)

                async def pass_on() -> None:
                    async with passed_on:
                        async for message in incoming:
                            if not isinstance(message, Exception):
                                await passed_on.send(message)
                            elif (answer := answer_to(message)) is not None:
                                await outgoing.send(SessionMessage(answer))

                group.start_soon(pass_on)
                await server.run(read, outgoing, server.create_initialization_options())
                group.cancel_scope.cancel()

        anyio.run(serve)
    finally:
        sessions.close()


def _let_interrupts_end_it() -> None:
    """End at once at ctrl+c: the thread that waits for stdin can't be woken. Open changes are rolled back."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
