"""Files of the command line: read with a bound, written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from arena.cli.failures import InputError
from arena.engine.record import Record, RecordError, decode_record, encode_record

MAX_BYTES = 16 * 1024 * 1024
"""Larger than any record whose decisions and notes are within their bounds has reason to be."""


def read(path: Path, most: int) -> bytes | None:
    """Give a file of at most so many bytes, None for a longer one; raise InputError for none."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    return data if len(data) <= most else None


def read_replay(path: Path) -> Record:
    """Read a replay file; raise RecordError or InputError naming the file and what is wrong."""
    data = read(path, MAX_BYTES)
    if data is None:
        raise RecordError(f"{path}: expected a replay of at most {MAX_BYTES} bytes, got more")
    try:
        return decode_record(data)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def check_place(path: Path) -> None:
    """Raise InputError where no replay file can be written, before a match is played for it."""
    try:
        fit = path.absolute().parent.is_dir() and not path.is_dir()
    except OSError as error:
        raise InputError(f"--out: {path}: cannot be written: {error.strerror}") from error
    if not fit:
        raise InputError(f"--out: expected a file in a directory that exists, got {path}")


def write_replay(path: Path, record: Record) -> None:
    """Write a replay file; raise InputError where it cannot be written."""
    write(path, encode_record(record))


def write(path: Path, data: bytes) -> None:
    """Write a file; raise InputError where it cannot be written."""
    try:
        with whole(path) as file:
            file.write(data)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


@contextmanager
def whole(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write that takes its place when it is whole; raises OSError.

    A link, a pipe or a device stays what it is, and is written as the data comes.
    """
    if os.path.lexists(path) and not S_ISREG(path.lstat().st_mode):
        with path.open("wb") as file:
            yield file
        return
    draft = path.with_name(f".arena-{os.getpid()}")
    try:
        with draft.open("wb") as file:
            yield file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def make_directory(path: Path) -> None:
    """Make a directory for files, unless it is there; raise InputError where it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: expected a directory, got {path}: {error.strerror}") from error
