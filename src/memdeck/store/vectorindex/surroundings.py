"""What the child process may see of this one's surroundings.

`import chromadb` reads `.env` from the current folder, and any of some eighty settings from the environment:
`MIGRATIONS=yes` makes the import fail, `CHROMA_SERVER_HOST` sends memories to another machine. So the child
starts in the index's own folder, with a list of what is let through instead of a list of what is not.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

_LET_THROUGH = (
    "HOME",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LD_LIBRARY_PATH",
    "PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHOME",
    "TMPDIR",
    "TZ",
)
_FOR_A_SERVER = (
    "ALL_PROXY",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "NO_PROXY",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "all_proxy",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
_PACKAGE_PARENT = Path(__file__).resolve().parents[3]


def child_environment(given: Mapping[str, str], *, for_server: bool) -> dict[str, str]:
    """Return the child's environment: the few names it needs, one BLAS thread, our module path."""
    names = _LET_THROUGH + (_FOR_A_SERVER if for_server else ())
    kept = {name: given[name] for name in names if name in given}
    return {
        **kept,
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(_module_path(sys.path)),
        "PYTHONUTF8": "1",
    }


def _module_path(entries: list[str]) -> list[str]:
    """Keep absolute entries but the current folder: a cloned repository may hold a `chromadb.py`."""
    here = _current_folder()
    kept = [entry for entry in entries if Path(entry).is_absolute() and entry != here]
    home = str(_PACKAGE_PARENT)
    return kept if home in kept else [home, *kept]


def _current_folder() -> str | None:
    try:
        return str(Path.cwd())
    except FileNotFoundError:
        return None
