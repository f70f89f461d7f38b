"""What the store holds, as a value that can be read from a server and put there again.

What may live here: the keys that matter, and how each is read, put and told. So that there are not
too many contents, a lease is only told to be over or not, and an entry of the log by its place.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from arena.store import keys
from arena.store.client import Argument
from tests.faults.explorer.shape import ID, Record, Shape

Lease = Literal["leased", "lapsed", "returned", "idle", "marked", "quarantined"]
Kind = Literal["log", "string", "hash", "list", "set", "sorted", "open", "done"]
Flat = tuple[bytes, ...]
Content = tuple[Flat, ...]
"""What each key holds, flat and in a fixed order."""
Command = tuple[Argument, ...]

SHIFTING: tuple[Kind, ...] = ("log", "open", "done")
"""Kinds of which a server holds more than a content tells: times, or ids made of them."""

LEASE_MS = 10**9
"""Longer than anything here takes: a lease ends when the model says so."""
_READS: Mapping[Kind, Command] = {
    "log": ("XRANGE", "-", "+"),
    "string": ("GET",),
    "hash": ("HGETALL",),
    "list": ("LRANGE", 0, -1),
    "set": ("SMEMBERS",),
    "sorted": ("ZRANGE", 0, -1, "WITHSCORES"),
    "open": ("ZRANGE", 0, -1, "WITHSCORES"),
    "done": ("HGETALL",),
}
_entries = list[tuple[bytes, list[bytes]]]


class Key(NamedTuple):
    """A key that matters, and what it is."""

    name: str
    kind: Kind

    def read(self) -> Command:
        """Give the command that reads it."""
        command, *rest = _READS[self.kind]
        return (command, self.name, *rest)

    def put(self, held: Flat) -> Iterator[Command]:
        """Give the commands after which it holds this."""
        yield ("DEL", self.name)
        match self.kind:
            case "log":
                for place, (digest, result) in enumerate(pairs(held)):
                    yield ("XADD", self.name, _entry_id(place), "d", digest, "r", result)
            case "done":
                for number, entry in pairs(held):
                    yield ("HSET", self.name, number, _entry_id(int(entry)))
            case "open":
                for number, lease in pairs(held):
                    yield ("ZADD", self.name, _score(lease), number)
            case "sorted":
                for member, score in pairs(held):
                    yield ("ZADD", self.name, score, member)
            case "string" if held:
                yield ("SET", self.name, *held)
            case "hash" if held:
                yield ("HSET", self.name, *held)
            case "list" if held:
                yield ("RPUSH", self.name, *held)
            case "set" if held:
                yield ("SADD", self.name, *held)


def keys_of(shape: Shape) -> list[Key]:
    """Give the keys that matter; the log is the first, since others name its entries."""
    return [
        Key(keys.log(ID), "log"),
        Key(keys.tournament(ID), "hash"),
        Key(keys.open_sets(ID), "open"),
        Key(keys.fences(ID), "hash"),
        Key(keys.losses(ID), "hash"),
        Key(keys.board(ID), "sorted"),
        Key(keys.base(ID), "sorted"),
        Key(keys.played(ID), "hash"),
        Key(keys.heads(ID), "list"),
        Key(keys.RUNNING, "set"),
        Key(keys.LATEST, "hash"),
        *(Key(keys.done(ID, number), "done") for number, _ in enumerate(shape.rounds, 1)),
        *(Key(keys.journal(ID, *each), "list") for each in shape.sets),
        *(Key(keys.slots(bot), "set") for bot in shape.bots),
        *(Key(keys.ticket(str(number)), "string") for number in shape.tickets),
    ]


def content_of(names: Iterable[Key], replies: Sequence[object]) -> Content:
    """Give the content that the replies to the keys' reads tell of."""
    log = msgspec.convert(replies[0], _entries)
    ids = {entry_id: b"%d" % place for place, (entry_id, _) in enumerate(log)}
    told = [tuple(value for _, fields in log for value in fields[1::2])]
    for key, reply in zip(names, replies, strict=True):
        if key.kind == "string":
            told.append(() if reply is None else (msgspec.convert(reply, bytes),))
        elif key.kind != "log":
            told.append(_told(key.kind, msgspec.convert(reply, tuple[bytes, ...]), ids))
    return tuple(told)


def _told(kind: Kind, flat: Flat, ids: Mapping[bytes, bytes]) -> Flat:
    match kind:
        case "list":
            return flat
        case "set":
            return tuple(sorted(flat))
        case "open":
            found = [(number, _lease(float(score)).encode()) for number, score in pairs(flat)]
        case "done":
            found = [(number, ids.get(entry, b"-1")) for number, entry in pairs(flat)]
        case _:
            found = pairs(flat)
    return tuple(part for pair in sorted(found) for part in pair)


def _score(lease: bytes) -> Argument:
    now_ms = time.time_ns() // 1_000_000
    scores: dict[bytes, Argument] = {
        b"leased": now_ms + LEASE_MS, b"lapsed": 2, b"returned": 1, b"idle": 0, b"marked": -now_ms,
        b"quarantined": "+inf",
    }  # fmt: skip
    return scores[lease]


def _lease(score: float) -> Lease:
    if score == float("inf"):
        return "quarantined"
    if score > 2:
        return "leased"
    if score > 0:
        return "lapsed" if score == 2 else "returned"
    return "idle" if score == 0 else "marked"


def _entry_id(place: int) -> str:
    return f"{place + 1}-0"


def pairs(flat: Flat) -> list[tuple[bytes, bytes]]:
    """Give what is flat by twos."""
    return list(zip(flat[::2], flat[1::2], strict=True))


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What a content means. Sets of the present round are named by their number."""

    state: str
    round: int
    head: bytes
    running: bool
    open: dict[int, Lease]
    fences: dict[int, int]
    losses: dict[int, int]
    journals: dict[tuple[int, int], tuple[int, ...]]
    done: dict[tuple[int, int], int]
    log: list[bytes]
    records: list[Record]
    heads: list[bytes]
    board: dict[str, int]
    base: dict[str, int]
    played: dict[str, int]
    slots: dict[str, set[int]]
    tickets: dict[int, int]


def held(shape: Shape, content: Content) -> Held:
    """Give what a content means."""
    found = {key.name: flat for key, flat in zip(keys_of(shape), content, strict=True)}
    tournament = dict(pairs(found[keys.tournament(ID)]))
    log = list(found[keys.log(ID)][1::2])
    return Held(
        state=tournament[b"state"].decode(),
        round=int(tournament[b"round"]),
        head=tournament[b"head"],
        running=bool(found[keys.RUNNING]),
        open=_leases(found[keys.open_sets(ID)]),
        fences=_by_number(found[keys.fences(ID)]),
        losses=_by_number(found[keys.losses(ID)]),
        journals={each: tuple(map(int, found[keys.journal(ID, *each)])) for each in shape.sets},
        done=dict(_done(shape, found)),
        log=log,
        records=[msgspec.msgpack.decode(result, type=Record) for result in log],
        heads=list(found[keys.heads(ID)]),
        board=_by_bot(found[keys.board(ID)]),
        base=_by_bot(found[keys.base(ID)]),
        played=_by_bot(found[keys.played(ID)]),
        slots={
            bot: {int(member.split()[1]) for member in found[keys.slots(bot)]} for bot in shape.bots
        },
        tickets={
            number: int(found[keys.ticket(str(number))][0])
            for number in shape.tickets
            if found[keys.ticket(str(number))]
        },
    )


def _leases(flat: Flat) -> dict[int, Lease]:
    return {int(number): msgspec.convert(lease.decode(), Lease) for number, lease in pairs(flat)}


def _done(shape: Shape, found: Mapping[str, Flat]) -> Iterator[tuple[tuple[int, int], int]]:
    """Give round and number of each set that is done, and the place of its entry in the log."""
    for round_number, _ in enumerate(shape.rounds, 1):
        for number, place in _by_number(found[keys.done(ID, round_number)]).items():
            yield (round_number, number), place


def _by_number(flat: Flat) -> dict[int, int]:
    return {int(number): int(value) for number, value in pairs(flat)}


def _by_bot(flat: Flat) -> dict[str, int]:
    return {bot.decode(): int(float(value)) for bot, value in pairs(flat)}
