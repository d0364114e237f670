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

        from memdeck.doors.mcp.server import build_server

        server = build_server(sessions)

        async def serve() -> None:
            async with stdio_server() as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())

        anyio.run(serve)
    finally:
        sessions.close()


def _let_interrupts_end_it() -> None:
    """End at once at ctrl+c: the thread that waits for stdin can't be woken. Open changes are rolled back."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
