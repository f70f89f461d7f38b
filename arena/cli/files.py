"""Replay files: read with a bound, written whole or not at all."""

import os
from pathlib import Path

from arena.cli.failures import InputError
from arena.engine.record import Record, RecordError, decode_record, encode_record

MAX_BYTES = 16 * 1024 * 1024
"""Larger than any record whose decisions and notes are within their bounds has reason to be."""


def read_replay(path: Path) -> Record:
    """Read a replay file; raise RecordError or InputError naming the file and what is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise RecordError(f"{path}: expected a replay of at most {MAX_BYTES} bytes, got more")
    try:
        return decode_record(data)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def check_place(path: Path) -> None:
    """Raise InputError where no replay file can be written, before a match is played for it."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"--out: expected a file in a directory that exists, got {path}")


def write_replay(path: Path, record: Record) -> None:
    """Write a replay file; raise InputError where it cannot be written."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(encode_record(record))
        draft.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def make_directory(path: Path) -> None:
    """Make a directory for replays, unless it is there; raise InputError where it cannot be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out: expected a directory, got {path}: {error.strerror}") from error
