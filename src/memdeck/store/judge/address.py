"""A judge at an address: a chat server with the interface of OpenAI's, here or elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urldefrag

from memdeck.memory.printable import printable
from memdeck.memory.verdict import JudgeFault, UnclearAnswer, Verdict
from memdeck.store.judge.asking import INSTRUCTION, question, verdict_in
from memdeck.store.posting import Posting, PostingFault

KEY_VARIABLE = "MEMDECK_JUDGE_KEY"
"""Sent as the bearer token, when it is set."""

_SECONDS = 30.0
_PAUSE = 1.0
_LARGEST_ANSWER = 2**20
_TOKENS = 200
_FORM = "1"
"""Changes with the words of the question: older verdicts don't count then."""


class JudgeAddress:
    """`https://host/v1#model`. Statements of entries are sent to it, one pair in one request.

    One pair in a request, so that what stands in an entry can only mislead about that entry.
    """

    def __init__(
        self, address: str, seconds: float = _SECONDS, pause: Callable[[float], None] = time.sleep
    ) -> None:
        """Take the address, how long an answer may take, and what waits before asking once more."""
        base, model = urldefrag(address)
        url = base.rstrip("/")
        url = url if url.endswith("/chat/completions") else url + "/chat/completions"
        self._posting = Posting(url, KEY_VARIABLE)
        self._model = model or "default"
        self._seconds = seconds
        self._pause = pause

    @property
    def label(self) -> str:
        """The model's name."""
        return self._model

    @property
    def identity(self) -> str:
        """The model's name, the server, and the form of the question."""
        return f"address-{self._posting.host}-{self._model}-{_FORM}"

    def judge(self, left: str, right: str) -> Verdict:
        """Return what two statements are to each other.

        Raises:
            UnclearAnswer: the answer is not the two numbers that were asked for.
            JudgeFault: the server gave no answer, also when it was asked once more.
        """
        body = {
            "model": self._model,
            "temperature": 0,
            "max_tokens": _TOKENS,
            "stream": False,
            "messages": [
                {"role": "system", "content": INSTRUCTION},
                {"role": "user", "content": question(left, right)},
            ],
        }
        answer = self._ask(body)
        try:
            return verdict_in(answer["choices"][0]["message"]["content"])
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
            raise UnclearAnswer(*self._words("something else than a verdict")) from error

    def _ask(self, body: dict[str, Any]) -> Any:
        try:
            return self._send(body)
        except PostingFault as fault:
            if not fault.passing:
                raise JudgeFault(*self._words(fault.what)) from fault
        self._pause(_PAUSE)
        try:
            return self._send(body)
        except PostingFault as fault:
            raise JudgeFault(*self._words(fault.what)) from fault

    def _send(self, body: dict[str, Any]) -> Any:
        return self._posting.send(body, self._seconds, _LARGEST_ANSWER)

    def _words(self, what: str) -> tuple[str, str]:
        return (
            f"The judge at {self._posting.host} gave {printable(what)}.",
            "What the rules found stands; conflicts.judge names the server.",
        )
