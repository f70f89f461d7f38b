"""The result log: one entry per finished set, chained by hash; the truth the ratings come from.

What may live here: the format of a result, how it is made from what was played, and how a match's
record is had back from it. Beside results the log holds voids (`arena.tournament.voids`); the first
item of an entry tells which it is. What follows from configuration and schedule (header,
seed, who meets whom) is not repeated, so that a match costs little more than its decisions.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated

import msgspec

from arena.engine.record import MAX_DECISIONS, MAX_SAY, FaultNote, Outcome, Place, Record, Say
from arena.engine.rules import Game
from arena.tournament.config import match_header
from arena.tournament.elo import set_deltas
from arena.tournament.packing import MOST, pack, unpack
from arena.tournament.schedule import Schedule, SetPlan
from arena.tournament.voids import BotId, Void

Small = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Score = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Kind = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Text = Annotated[str, msgspec.Meta(max_length=MAX_SAY)]
MOST_MS = MOST
"""Stands for all that took longer, as a call may where a contest gives a large bank."""
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=MOST_MS)]
Times = Annotated[tuple[Milliseconds | None, ...], msgspec.Meta(max_length=MAX_DECISIONS)]
"""What each decision of a seat took, in their order; None where the seat was not called."""
StatedVersion = Annotated[str, msgspec.Meta(max_length=40)]
Delta = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]
Digest = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
Packed = Annotated[bytes, msgspec.Meta(max_length=3 * MAX_DECISIONS)]
Players = msgspec.Meta(min_length=2, max_length=5)


class LogError(ValueError):
    """An entry that is none, or that the schedule and the entries before it do not allow."""


class MatchEntry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One match of a set, everything by seat. `seats` are the bots' places at the table.

    `decisions` are packed, `checks` are two bytes each; `versions` are what the bots stated to be,
    `strikes` their faults. `faults` and `says` are (number of decision, kind or text). `absent` are
    seats that were not asked any more though they had strikes left: of bots in quarantine,
    withdrawn or without consent. `latencies` are the packed ms of each decision, −1 where the seat
    was not called.
    """

    seats: Annotated[tuple[Small, ...], Players]
    windows: Annotated[tuple[Small, ...], msgspec.Meta(max_length=5)]
    versions: Annotated[tuple[StatedVersion, ...], Players]
    strikes: Annotated[tuple[Small, ...], Players]
    ranks: Annotated[tuple[Small, ...], Players]
    scores: Annotated[tuple[Score, ...], Players]
    digest: Digest
    decisions: Packed
    checks: Packed
    faults: Annotated[tuple[tuple[Place, Kind], ...], msgspec.Meta(max_length=MAX_DECISIONS)]
    says: Annotated[tuple[tuple[Place, Text], ...], msgspec.Meta(max_length=MAX_DECISIONS)]
    absent: Annotated[tuple[Small, ...], msgspec.Meta(max_length=5)]
    latencies: Annotated[tuple[Packed, ...], Players]


class Result(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    """One finished set: its place in the schedule, its bots in table order, what they gain.

    `deltas` are micro-Elo, in table order; they are there to be applied, a rebuild computes its
    own from the ranks.
    """

    round: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
    bots: Annotated[tuple[BotId, ...], Players]
    deltas: Annotated[tuple[Delta, ...], Players]
    matches: Annotated[tuple[MatchEntry, ...], msgspec.Meta(min_length=1, max_length=5)]


class Finished(msgspec.Struct, frozen=True):
    """A match as it was played: its record and, by seat, stated versions, strikes and times.

    `absent` are the seats that were not asked any more, and not for their strikes.
    """

    record: Record
    versions: tuple[str, ...]
    strikes: tuple[int, ...]
    latencies: tuple[Times, ...]
    absent: tuple[int, ...] = ()


Entry = Result | Void
_decoder: msgspec.msgpack.Decoder[Entry] = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """Give the entry as msgpack."""
    return msgspec.msgpack.encode(entry)


def decode_entry(data: bytes) -> Entry:
    """Read an entry; raise LogError naming what is malformed."""
    try:
        entry = _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError(f"not an entry of the log: {error}") from error
    if isinstance(entry, Result):
        _check_shape(entry)
    elif list(entry.numbers) != sorted(set(entry.numbers)):
        raise LogError(f"numbers: expected them to ascend, got {entry.numbers[:20]}")
    return entry


def decode_result(data: bytes) -> Result:
    """Read the entry of a set; raise LogError naming what is malformed."""
    entry = decode_entry(data)
    if not isinstance(entry, Result):
        raise LogError("not the entry of a set, but that of a void")
    return entry


def link(head: bytes, entry: bytes) -> bytes:
    """Give the head of the chain after an entry; before the first it is the opening's."""
    return sha256(b"arena/v1/log\0" + head + entry).digest()


def set_digest(result: Result) -> bytes:
    """Give what tells a repeated delivery of a set from another outcome of it."""
    return sha256(b"arena/v1/set\0" + b"".join(match.digest for match in result.matches)).digest()


def void_digest(entry: bytes) -> bytes:
    """Give what stands in the place of a set's digest with the entry of a void."""
    return sha256(b"arena/v1/void\0" + entry).digest()


def ranks_by_place(result: Result) -> tuple[tuple[int, ...], ...]:
    """Give the ranks of every match in table order, as the rating of the set takes them."""
    return tuple(
        tuple(rank for _, rank in sorted(zip(match.seats, match.ranks, strict=True)))
        for match in result.matches
    )


def deltas(result: Result, base: Mapping[str, int], k: int) -> tuple[int, ...]:
    """Give what the set's ranks are worth, in table order, from the round's frozen ratings."""
    return set_deltas([base[bot] for bot in result.bots], ranks_by_place(result), k)


def result_of(
    plan: SetPlan, finished: Sequence[Finished], base: Mapping[str, int], k: int
) -> Result:
    """Rate a set that was played as planned; `base` are the ratings at the start of its round.

    Raises LogError where what was played is not what was planned.
    """
    played = [(match.seed, len(match.seats)) for match in plan.matches]
    if [(f.record.header.seed, f.record.header.players) for f in finished] != played:
        raise LogError(f"matches: expected the planned ones of set {plan.number}")
    matches = tuple(
        match_entry(tuple(plan.bots.index(bot) for bot in match.seats), done)
        for match, done in zip(plan.matches, finished, strict=True)
    )
    unrated = Result(plan.round, plan.number, plan.bots, (0,) * len(plan.bots), matches)
    _check_shape(unrated)
    return msgspec.structs.replace(unrated, deltas=deltas(unrated, base, k))


def record_of(schedule: Schedule, game: Game, result: Result, index: int) -> Record:
    """Give the record of match `index` of a set, as the file anybody can verify."""
    match = result.matches[index]
    seed = schedule.set(result.round, result.number).matches[index].seed
    return Record(
        header=match_header(schedule.config, game, seed, match.windows),
        decisions=unpack(match.decisions),
        checks=tuple(match.checks[i : i + 2].hex() for i in range(0, len(match.checks), 2)),
        faults=tuple(FaultNote(at=at, kind=kind) for at, kind in match.faults),
        says=tuple(Say(at=at, text=text) for at, text in match.says),
        outcome=Outcome(ranks=match.ranks, scores=match.scores),
        digest=match.digest.hex(),
    )


def latencies_of(match: MatchEntry) -> tuple[Times, ...]:
    """Give what each decision of a match took, by seat."""
    return tuple(
        tuple(None if ms < 0 else ms for ms in unpack(packed)) for packed in match.latencies
    )


def match_entry(seats: tuple[int, ...], done: Finished) -> MatchEntry:
    """Give a match as the log has it; `seats` are the places at the table by seat."""
    record = done.record
    return MatchEntry(
        seats=seats,
        windows=record.header.windows,
        versions=done.versions,
        strikes=done.strikes,
        ranks=record.outcome.ranks,
        scores=record.outcome.scores,
        digest=bytes.fromhex(record.digest),
        decisions=pack(record.decisions),
        checks=bytes.fromhex("".join(record.checks)),
        faults=tuple((note.at, note.kind) for note in record.faults),
        says=tuple((say.at, say.text) for say in record.says),
        absent=done.absent,
        latencies=tuple(map(_pack_times, done.latencies)),
    )


def _pack_times(times: Times) -> bytes:
    return pack(-1 if ms is None else min(ms, MOST_MS) for ms in times)


def _check_shape(result: Result) -> None:
    """Refuse lists by seat or by place that do not have one item for each bot."""
    size = len(result.bots)
    if len(set(result.bots)) != size or len(result.deltas) != size:
        raise LogError(f"bots: expected each once and a delta for each, got {result.bots}")
    for match in result.matches:
        if sorted(match.seats) != list(range(size)):
            raise LogError(f"seats: expected places 0 to {size - 1}, got {match.seats}")
        for name in ("versions", "strikes", "ranks", "scores", "latencies"):
            by_seat: tuple[int | str | bytes, ...] = getattr(match, name)
            if len(by_seat) != size:
                raise LogError(f"{name}: expected {size} by seat, got {len(by_seat)}")
