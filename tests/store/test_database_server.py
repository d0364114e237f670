"""What is said of a database server before anything is read from it."""

from __future__ import annotations

import sys

import pytest

from memdeck.memory.errors import StoreFault
from memdeck.store.database import Database


def test_a_server_without_its_package_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended as a surprise: the errors to expect were asked of the package that is missing."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreFault, match=r"PostgreSQL needs the psycopg package\. .*memdeck\[postgres\]"):
        Database(None, "postgresql://nobody@127.0.0.1:1/nothing").rows("SELECT 1")
