"""Sending JSON to a model's server and reading JSON back; nothing but the one server is ever spoken to."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from memdeck.settings.rules import is_this_machine

_PART = 2**16
_PASSING = frozenset({429, 500, 502, 503, 504})
"""States of a server that may be over a moment later."""


class PostingFault(Exception):
    """What a server gave instead of an answer, as the end of a sentence: `status 500`."""

    def __init__(self, what: str, *, passing: bool = False) -> None:
        super().__init__(what)
        self.what = what
        self.passing = passing
        """True when asking once more may help."""


class Posting:
    """One address that JSON is sent to. No redirects; on this machine no proxy either."""

    def __init__(self, url: str, key_variable: str) -> None:
        """Take the address, and the environment variable that holds the bearer token, if one is needed."""
        self._url = url
        self._key_variable = key_variable
        self._opener = _opener(urlsplit(url).hostname or "")

    @property
    def host(self) -> str:
        """The server's name and port, without a name and password before it."""
        return urlsplit(self._url).netloc.rpartition("@")[2]

    def send(self, body: Mapping[str, Any], seconds: float, most: int) -> Any:
        """Return the answer's JSON.

        Args:
            body: what is sent.
            seconds: how long the whole may take.
            most: bytes that an answer may have.

        Raises:
            PostingFault: there is no such answer in time.
        """
        headers = {"Content-Type": "application/json", "Accept": "application/json", **self._key()}
        request = Request(self._url, json.dumps(body).encode(), headers)  # noqa: S310 - checked by the settings
        until = time.monotonic() + seconds
        try:
            with self._opener.open(request, timeout=seconds) as answer:
                return json.loads(_all_of(answer, until, most))
        except HTTPError as error:
            error.close()
            raise PostingFault(f"status {error.code}", passing=error.code in _PASSING) from error
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            late = isinstance(reason, TimeoutError)
            what = f"nothing within {seconds:.0f} s" if late else str(reason) or type(reason).__name__
            raise PostingFault(" ".join(what.split()), passing=not late) from error
        except (ValueError, RecursionError) as error:
            raise PostingFault("something that is no JSON") from error

    def _key(self) -> dict[str, str]:
        key = os.environ.get(self._key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):
            raise PostingFault(f"nothing: {self._key_variable} holds signs that no key has")
        return {"Authorization": f"Bearer {key}"} if key else {}


class _Readable(Protocol):
    def read1(self, amount: int, /) -> bytes: ...


def _all_of(answer: _Readable, until: float, most: int) -> bytes:
    """Read an answer that may come in drops: a time limit of the library's holds for each drop alone."""
    found = bytearray()
    while part := answer.read1(_PART):
        found += part
        if len(found) > most:
            raise PostingFault("a far too long answer")
        if time.monotonic() > until:
            raise TimeoutError
    return bytes(found)


def _opener(host: str) -> OpenerDirector:
    if is_this_machine(host):
        return build_opener(_NoRedirect, ProxyHandler({}))
    return build_opener(_NoRedirect)


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would carry the key and the texts to another machine."""

    def redirect_request(self, *_arguments: Any) -> None:
        """Refuse."""
        return
