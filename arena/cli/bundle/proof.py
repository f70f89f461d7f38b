"""The proof of a bundle on all processors: lines are checked where there is room, and what is found
is taken in in the order of the file. Some hundred lines at most are in memory at a time.

What may live here: how the work is shared. What is checked is in `arena.tournament.proof`.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path

import msgspec

from arena.cli.bundle.file import Scanned, lines, located, scan
from arena.cli.cores import on_all_cores
from arena.games import game
from arena.service.plans import MOST_MATCHES
from arena.tournament.bundle import (
    BundleError,
    EntryLine,
    Manifest,
    SetLine,
    VoidLine,
    decode_line,
    encode_line,
)
from arena.tournament.proof import Checked, Checker, Disproof, Proof, plan_of
from arena.tournament.schedule import Schedule
from arena.tournament.voids import Void, Voids

CHUNK = 32
"""Lines of a task at most."""
_CHUNK_BYTES = 1024 * 1024
WORTH = 400
"""Lines that are worth other processes, which take a second to begin."""

Chunk = tuple[tuple[int, bytes], ...]
"""Lines with their numbers in the file."""
Report = Callable[[int, int], None]
"""Called with how many entries are done, and of how many."""


class _Job(msgspec.Struct, frozen=True):
    """Lines to check, and what of the bundle they are checked against."""

    begin: bytes
    voids: tuple[Void, ...]
    chunk: Chunk


class Proved(msgspec.Struct, frozen=True):
    """A bundle that holds: what it begins with, its schedule, and what was counted."""

    scanned: Scanned
    schedule: Schedule
    proof: Proof


def prove(path: Path, report: Report) -> Proved:
    """Prove a bundle, on all cores where it is long.

    Raises Disproof for the first thing that is not as it must be, BundleError for what is no
    bundle, HeaderError for matches that this release does not play, and InputError.
    """
    scanned = scan(path)
    schedule = _plan(scanned)
    proof = Proof(scanned.manifest, schedule)
    chunks = _chunks(path, scanned.entries)
    for done, checked in enumerate(_all_checked(scanned, chunks), 1):
        proof.add(checked)
        report(done, scanned.entries)
    proof.end(scanned.boards)
    return Proved(scanned, schedule, proof)


def _plan(scanned: Scanned) -> Schedule:
    schedule = plan_of(scanned.manifest, Voids(scanned.voids))
    if schedule.match_count > MOST_MATCHES:
        raise BundleError(f"expected at most {MOST_MATCHES} matches, got {schedule.match_count}")
    return schedule


def _chunks(path: Path, entries: int) -> Iterator[Chunk]:
    """Give the entries of the file in pieces that are neither long nor large."""
    chunk, size = list[tuple[int, bytes]](), 0
    for number, data in islice(enumerate(lines(path), 1), 1, entries + 1):
        chunk.append((number, data))
        size += len(data)
        if len(chunk) == CHUNK or size > _CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size = [], 0
    yield tuple(chunk)


def _all_checked(scanned: Scanned, chunks: Iterator[Chunk]) -> Iterator[Checked]:
    """Give what comes of all entries, in their order; raise what was found first."""
    begin = encode_line(scanned.manifest)
    jobs = (_Job(begin, scanned.voids, chunk) for chunk in chunks)
    done = map(_check, jobs) if scanned.entries < WORTH else on_all_cores(_check, jobs)
    for checked, error in done:
        yield from checked
        if error is not None:
            raise error


def _check(job: _Job) -> tuple[list[Checked], Disproof | BundleError | None]:
    """Check lines up to the first that is not as it must be; give that beside the others."""
    checker, checked = _checker(job.begin, job.voids), list[Checked]()
    for number, data in job.chunk:
        try:
            with located(number):
                checked.append(checker.check(_entry(data)))
        except (Disproof, BundleError) as error:
            return checked, error
    return checked, None


@lru_cache(maxsize=1)
def _checker(begin: bytes, voids: tuple[Void, ...]) -> Checker:
    """Give the checker of a bundle, the same for all its lines."""
    manifest = decode_line(begin)
    assert isinstance(manifest, Manifest)
    schedule = plan_of(manifest, Voids(voids))
    return Checker(manifest, schedule, game(manifest.config.game))


def _entry(data: bytes) -> EntryLine:
    line = decode_line(data)
    if not isinstance(line, (SetLine, VoidLine)):
        raise BundleError("expected an entry of the log")
    return line
