"""The files of vectors that new processes map."""

from __future__ import annotations

import os
from pathlib import Path

import numpy

from memdeck.store.vectors.matrix_file import Rows, Stamp, read_rows, write_rows


def stamp_of(number: int) -> Stamp:
    return Stamp(1, "a model", 4, ("user:me", f"project:p{number}"))


def rows_of(number: int) -> Rows:
    keys = numpy.arange(3, dtype=numpy.int64)
    return Rows(number, "bat_1", keys, keys, numpy.full((3, 4), number, dtype=numpy.float32))


def test_what_is_written_is_read_by_its_stamp_alone(tmp_path: Path) -> None:
    write_rows(tmp_path, stamp_of(3), rows_of(3))
    found = read_rows(tmp_path, stamp_of(3))
    assert found is not None
    assert (found.seq, found.vectors.tolist()) == (3, [[3.0] * 4] * 3)
    assert read_rows(tmp_path, stamp_of(4)) is None


def test_only_the_files_used_last_are_kept(tmp_path: Path) -> None:
    """Each set of owners that is asked for has a file; a store of many projects must not fill the disk."""
    for number in range(8):
        write_rows(tmp_path, stamp_of(number), rows_of(number))
        os.utime(tmp_path / stamp_of(number).name, (number, number))
    assert read_rows(tmp_path, stamp_of(0)) is not None  # used again: younger than the others
    write_rows(tmp_path, stamp_of(8), rows_of(8))
    kept = [number for number in range(9) if (tmp_path / stamp_of(number).name).exists()]
    assert kept == [0, 2, 3, 4, 5, 6, 7, 8]
    assert len(list(tmp_path.iterdir())) == 8
