"""Bundles as files: read line by line with bounds, gzipped or not, by whomever they were written.

What may live here: from bytes to lines, and a first look at all of them. What they say is checked
by `arena.cli.bundle.proof`.
"""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, cast

import msgspec

from arena.cli.failures import InputError
from arena.service.direction import MOST_VOID, MOST_VOIDS
from arena.service.plans import MOST_MATCHES
from arena.tournament.bundle import (
    FORMAT,
    MOST_BYTES,
    MOST_LINE,
    Boards,
    BundleError,
    Manifest,
    VoidLine,
    decode_line,
    kind_of,
)
from arena.tournament.voids import Void

_GZIP = b"\x1f\x8b"
_SEEN = 400
"""So much of a file tells what it is, if it is not gzipped."""
_MOST_ENTRIES = MOST_MATCHES + MOST_VOID + MOST_VOIDS


class Scanned(msgspec.Struct, frozen=True):
    """What must be known of a bundle before its lines can be checked."""

    manifest: Manifest
    voids: tuple[Void, ...]
    entries: int
    boards: Boards


def is_bundle(path: Path) -> bool:
    """Say whether a file looks as if it were a bundle, and nothing else; raises InputError."""
    try:
        if not S_ISREG(path.stat().st_mode):
            return False  # it can be read but once
        with path.open("rb") as file:
            begin = file.read(_SEEN)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    return begin.startswith(_GZIP) or FORMAT.encode() in begin


def lines(path: Path) -> Iterator[bytes]:
    """Give the lines of a file; raise BundleError where they are too long, or it breaks off."""
    number = size = 0
    try:
        with _opened(path) as file:
            while data := file.readline(MOST_LINE + 1):
                number += 1
                if len(data) > MOST_LINE:
                    raise BundleError(f"line {number}: expected at most {MOST_LINE} bytes")
                size += len(data)
                if size > MOST_BYTES:
                    raise BundleError(f"line {number}: expected at most {MOST_BYTES} bytes in all")
                yield data
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BundleError(f"after line {number}: it breaks off, or is no gzip: {error}") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        gzipped = file.read(len(_GZIP)) == _GZIP
        file.seek(0)
        yield cast(BinaryIO, gzip.GzipFile(fileobj=file)) if gzipped else file


def scan(path: Path) -> Scanned:
    """Look through a bundle; raise BundleError where its lines are not those of one."""
    manifest: Manifest | None = None
    boards: Boards | None = None
    voids, entries, number = list[Void](), 0, 0
    for number, data in enumerate(lines(path), 1):
        with located(number):
            kind = kind_of(data)
            if (kind == "bundle") != (number == 1) or boards is not None:
                raise BundleError(f"expected no line of the kind {kind} here")
            entries += kind in ("set", "void")
            if entries > _MOST_ENTRIES:
                raise BundleError(f"expected at most {_MOST_ENTRIES} entries of a log")
            match None if kind == "set" else decode_line(data):
                case Manifest() as line:
                    manifest = line
                case Boards() as line:
                    boards = line
                case VoidLine() as line:
                    voids.append(line.void())
                    _check_voids(voids)
    if manifest is None or boards is None:
        raise BundleError(f"after line {number}: it breaks off before its boards")
    return Scanned(manifest, tuple(voids), entries, boards)


@contextmanager
def located(number: int) -> Iterator[None]:
    """Say of a BundleError in which line it was found."""
    try:
        yield
    except BundleError as error:
        raise BundleError(f"line {number}: {error}") from error


def _check_voids(voids: list[Void]) -> None:
    if len(voids) > MOST_VOIDS or sum(len(void.numbers) for void in voids) > MOST_VOID:
        raise BundleError(f"expected at most {MOST_VOIDS} voids of {MOST_VOID} sets")
