"""The bundle of a tournament: all that its proof needs, in one file of lines of JSON.

What may live here: the format and how it is read and written, line by line, so that neither side
needs room for more than one. The first line says what the tournament was, then come the entries of
its result log in their order, each match as a replay file has it, and last the boards.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

import msgspec

from arena.engine.record import Hex, Record
from arena.engine.rules import Game
from arena.tournament.config import Config
from arena.tournament.log import (
    Delta,
    Entry,
    Finished,
    LogError,
    MatchEntry,
    Players,
    Result,
    Small,
    StatedVersion,
    Times,
    decode_entry,
    encode_entry,
    latencies_of,
    match_entry,
    record_of,
)
from arena.tournament.opening import MOST_ENTRANTS, Opening
from arena.tournament.schedule import Schedule
from arena.tournament.standings.table import Standings
from arena.tournament.voids import BotId, Changes, Number, Numbers, Round, Void

FORMAT: Literal["sky-arena-bundle/1"] = "sky-arena-bundle/1"
MOST_LINE = 16 * 1024 * 1024
"""Bytes of a line: more than a set whose decisions are within their bounds has reason to be."""
MOST_BYTES = 16 * 1024**3
"""Bytes of all lines: more than those of a million matches are."""

Rating = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class BundleError(ValueError):
    """A file that is no bundle: the message says where, and what was expected."""


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line"):
    """What all lines have in common: `line` says which it is."""


class Manifest(_Line, frozen=True, kw_only=True, tag="bundle"):
    """The first line: what was fixed at the creation, at the start and at the end.

    `heads` are those of the log's chain after each round, as they were published.
    """

    format: Literal["sky-arena-bundle/1"] = FORMAT
    state: Literal["finished", "cancelled"]
    config: Config
    secret: Hex
    final: Hex
    opened: Hex
    opening: Opening
    heads: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=1_001)]


class MatchLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A match of a set: who sat where (bot ids by seat), what else is known, and its record.

    `latencies` are by seat the ms of each of its decisions, null where it was not called.
    """

    seats: Annotated[tuple[BotId, ...], Players]
    versions: Annotated[tuple[StatedVersion, ...], Players]
    strikes: Annotated[tuple[Small, ...], Players]
    absent: Annotated[tuple[Small, ...], msgspec.Meta(max_length=5)]
    latencies: Annotated[tuple[Times, ...], Players]
    record: Record


class SetLine(_Line, frozen=True, kw_only=True, tag="set"):
    """An entry of the log: a finished set; `head` is that of the chain after it."""

    round: Round
    number: Number
    bots: Annotated[tuple[BotId, ...], Players]
    deltas: Annotated[tuple[Delta, ...], Players]
    matches: Annotated[tuple[MatchLine, ...], msgspec.Meta(min_length=1, max_length=5)]
    head: Hex


class VoidLine(_Line, frozen=True, kw_only=True, tag="void"):
    """An entry of the log: sets of round `of` that are void from here on; `head` as above."""

    round: Round
    of: Round
    numbers: Numbers
    changes: Changes
    rerun: bool
    withdrawn: BotId | None
    head: Hex

    def void(self) -> Void:
        """Give the entry as the log has it."""
        return Void(self.round, self.of, self.numbers, self.changes, self.rerun, self.withdrawn)


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot on the board: its live rating (micro-Elo), and how many of its sets count."""

    bot: BotId
    rating: Rating
    sets: Number


class Boards(_Line, frozen=True, kw_only=True, tag="boards"):
    """The last line: the live ratings by bot id, and the final standings."""

    live: Annotated[tuple[Standing, ...], msgspec.Meta(max_length=MOST_ENTRANTS)]
    final: Standings


Line = Manifest | SetLine | VoidLine | Boards
EntryLine = SetLine | VoidLine


class _Kind(msgspec.Struct):
    """So much of a line as tells what it is."""

    line: Literal["bundle", "set", "void", "boards"]


_decode: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)
_kind = msgspec.json.Decoder(_Kind)
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def encode_line(line: Line) -> bytes:
    """Give a line of the file, its end included."""
    return msgspec.json.encode(line) + b"\n"


def decode_line(data: bytes) -> Line:
    """Read a line; raise BundleError saying what is malformed.

    There is one way to write a line, so that no two readers see different things in it.
    """
    try:
        line = _decode.decode(data)
    except _MALFORMED as error:
        raise BundleError(_words(error)) from error
    if encode_line(line) != data.removesuffix(b"\n") + b"\n":
        raise BundleError("expected it as it was exported: no other field, none twice, no spaces")
    return line


def kind_of(data: bytes) -> Literal["bundle", "set", "void", "boards"]:
    """Tell which line it is, without a look at the rest of it; raise BundleError if it is none."""
    try:
        return _kind.decode(data).line
    except _MALFORMED as error:
        raise BundleError(_words(error)) from error


def line_of(schedule: Schedule, game: Game, entry: Entry, head: bytes) -> EntryLine:
    """Give an entry of the log as its line, with the head of the chain after it."""
    if isinstance(entry, Void):
        return VoidLine(**msgspec.structs.asdict(entry), head=head.hex())
    return SetLine(
        round=entry.round,
        number=entry.number,
        bots=entry.bots,
        deltas=entry.deltas,
        matches=tuple(_matches(schedule, game, entry)),
        head=head.hex(),
    )


def _matches(schedule: Schedule, game: Game, result: Result) -> Iterator[MatchLine]:
    for index, match in enumerate(result.matches):
        yield MatchLine(
            seats=tuple(result.bots[place] for place in match.seats),
            versions=match.versions,
            strikes=match.strikes,
            absent=match.absent,
            latencies=latencies_of(match),
            record=record_of(schedule, game, result, index),
        )


def entry_of(line: EntryLine) -> bytes:
    """Give the entry of the log that a line stands for; raise BundleError if it can be none."""
    entry = line.void() if isinstance(line, VoidLine) else _result(line)
    data = encode_entry(entry)
    try:
        decode_entry(data)
    except LogError as error:
        raise BundleError(str(error)) from error
    return data


def _result(line: SetLine) -> Result:
    places = {bot: place for place, bot in enumerate(line.bots)}
    return Result(
        round=line.round,
        number=line.number,
        bots=line.bots,
        deltas=line.deltas,
        matches=tuple(_entry(match, places) for match in line.matches),
    )


def _entry(match: MatchLine, places: Mapping[str, int]) -> MatchEntry:
    strangers = set(match.seats) - places.keys()
    if strangers:
        raise BundleError(f"seats: expected bots of the set, got {sorted(strangers)}")
    done = Finished(match.record, match.versions, match.strikes, match.latencies, match.absent)
    return match_entry(tuple(places[bot] for bot in match.seats), done)


def _words(error: Exception) -> str:
    return "too many levels" if isinstance(error, RecursionError) else str(error)
