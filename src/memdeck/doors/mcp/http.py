"""Serving many clients over streamable HTTP: on this machine and with a token, unless told otherwise."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdeck.doors.mcp.options import ServeOptions
from memdeck.doors.mcp.sessions import Sessions
from memdeck.memory.errors import MemdeckError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

PATH = "/mcp"
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens."""

    host: str = "127.0.0.1"
    port: int = 8765

    @property
    def url(self) -> str:
        """The address that clients are given."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}{PATH}"


def serve_http(
    options: ServeOptions, address: Address, token: str | None, ready: Callable[[str], None]
) -> None:
    """Serve until the process is stopped.

    Args:
        options: whose memory, in which words.
        address: where to listen.
        token: what clients must show; None lets every program of this machine in.
        ready: called with the address once clients can connect; the port is the real one.

    Raises:
        MemdeckError: without a token on an address that others reach, or the port is taken.
    """
    if token is None and address.host not in LOOPBACK:
        raise MemdeckError(
            f"{address.host} can be reached by others: a token is needed there.", "Leave --no-token out."
        )
    sessions = Sessions(options)
    try:
        _serve(http_app(sessions, address.host, token), address, ready)
    finally:
        sessions.close()


def http_app(sessions: Sessions, host: str, token: str | None) -> ASGIApp:
    """Return the application, with the token asked for before anything is read."""
    from mcp.server.transport_security import TransportSecuritySettings

    from memdeck.doors.mcp.server import build_server

    # Elsewhere than on this machine, the name that clients use is not known here; the token protects.
    security = None if host in LOOPBACK else TransportSecuritySettings(enable_dns_rebinding_protection=False)
    app = build_server(sessions).streamable_http_app(
        streamable_http_path=PATH, host=host, transport_security=security
    )
    return app if token is None else _WithToken(app, token)


class _WithToken:
    """Lets only requests through that show the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._expected = app, f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._shown(scope):
            from starlette.responses import PlainTextResponse

            refusal = PlainTextResponse(
                "A bearer token is needed: 'memdeck mcp --show-token' prints it.\n",
                status_code=401,
                headers={"WWW-Authenticate": "Bearer"},
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _shown(self, scope: Scope) -> bool:
        given = [value for key, value in scope["headers"] if key == b"authorization"]
        return len(given) == 1 and hmac.compare_digest(given[0], self._expected)


def _serve(app: ASGIApp, address: Address, ready: Callable[[str], None]) -> None:
    import socket

    import uvicorn

    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address.host, address.port))
        listening.listen(128)
    except OSError as error:
        listening.close()
        raise MemdeckError(
            f"Port {address.port} of {address.host} can't be used: {error.strerror}.", "Give another --port."
        ) from None
    ready(Address(address.host, listening.getsockname()[1]).url)
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on")
    uvicorn.Server(config).run(sockets=[listening])
