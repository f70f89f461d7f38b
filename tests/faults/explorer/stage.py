"""The functions of the store, called on whatever the store could hold.

What may live here: putting a content on a real server, calling one function there through the real
repositories, reading what has become of it. A function sees nothing but the store, and a clock that
only tells which leases are over; so each different call is made once, and remembered.
"""

from collections.abc import Sequence

import msgspec
from redis.exceptions import ResponseError

from arena.store import keys
from arena.store.errors import StoreError
from arena.store.tournaments import Plan, Start, TournamentRepository
from arena.tournament.config import Config
from tests.faults.explorer.calls import Call, Functions, Outputs, Reply, in_a_word
from tests.faults.explorer.contents import (
    SHIFTING,
    Command,
    Content,
    Flat,
    Held,
    Lease,
    content_of,
    held,
    keys_of,
    pairs,
)
from tests.faults.explorer.invariants import Violation, check_content
from tests.faults.explorer.replies import check_call
from tests.faults.explorer.shape import FIRST_HEAD, ID, START, Shape
from tests.faults.explorer.wire import Wire, result_of
from tests.store.cup import entry

_READ_OUTPUTS: Sequence[Command] = (
    ("XRANGE", keys.FEED, "-", "+"), ("XRANGE", keys.ALARMS, "-", "+"), ("HGETALL", keys.COUNTERS),
)  # fmt: skip
_OTHERS = (
    keys.TOURNAMENTS, keys.unfinished("o"), keys.attempts("o"), keys.entries(ID), keys.audit(ID)
)  # fmt: skip
"""Written when a tournament begins, and neither read nor written by what is explored; so is, of
each bot, which tournaments it was entered in."""


class Stage:
    """Contents of the store, by number, and what calls make of them."""

    def __init__(self, url: str, shape: Shape, code: str) -> None:
        """Take the server at `url`, all of it, and load this function library there."""
        self._shape = shape
        self._keys = keys_of(shape)
        self._wire = Wire(url)
        self._wire.send([("FLUSHALL",), ("FUNCTION", "FLUSH"), ("FUNCTION", "LOAD", code)])
        self._functions = Functions(self._wire, shape)
        self._numbers = dict[Content, int]()
        self._contents = list[Content]()
        self._called = dict[tuple[int, Call], tuple[Reply, int]]()
        self._changed = dict[tuple[int, str, Flat], int]()
        self.held = list[Held]()
        self.answers = set[str]()
        self._there: Content = ()
        self.start = self._begin()
        self._wire.after = [*(key.read() for key in self._keys), *_READ_OUTPUTS, ("DBSIZE",)]

    @property
    def calls(self) -> int:
        """How many calls were made on the server."""
        return len(self._called)

    def close(self) -> None:
        """Disconnect."""
        self._wire.disconnect()

    def call(self, number: int, call: Call) -> tuple[Reply, int]:
        """Give the reply to a call on the content of this number, and the number of what follows.

        Raises Violation where either is wrong.
        """
        known = self._called.get((number, call))
        if known is None:
            known = self._called[number, call] = self._make(number, call)
        return known

    def lease(self, number: int, of_set: int, lease: Lease) -> int:
        """Give the number of the content in which the lease of a set is another."""
        name = keys.open_sets(ID)
        place = next(i for i, key in enumerate(self._keys) if key.name == name)
        leases = dict(pairs(self._contents[number][place])) | {b"%d" % of_set: lease.encode()}
        return self._with(
            number, name, tuple(part for pair in sorted(leases.items()) for part in pair)
        )

    def without_ticket(self, number: int, ticket: int) -> int:
        """Give the number of the content in which a ticket is gone."""
        return self._with(number, keys.ticket(str(ticket)), ())

    def _with(self, number: int, name: str, changed: Flat) -> int:
        known = self._changed.get((number, name, changed))
        if known is None:
            content = zip(self._keys, self._contents[number], strict=True)
            known = self._number(
                tuple(changed if key.name == name else flat for key, flat in content)
            )
            self._changed[number, name, changed] = known
        return known

    def _make(self, number: int, call: Call) -> tuple[Reply, int]:
        """Make a call on the server; check what it did."""
        self._wire.before = [("DEL", *(str(name) for _, name, *_ in _READ_OUTPUTS))]
        for key, there, wanted in zip(self._keys, self._there, self._contents[number], strict=True):
            if there != wanted or key.kind in SHIFTING:
                self._wire.before += key.put(wanted)
        try:
            reply = result_of(self._functions.call(call))
            content = content_of(self._keys, self._wire.replies[: len(self._keys)])
            after = self._number(content)
            check_call(self.held[number], call, reply, self.held[after], self._outputs(content))
        except (ResponseError, StoreError, Violation) as error:
            raise Violation(f"{call}: {error}") from error
        self._there = content
        self.answers.add(f"{call.name} {in_a_word(reply)}")
        return reply, after

    def _outputs(self, content: Content) -> Outputs:
        """Give what the last call told; see that it wrote no key that is not looked at."""
        feed, alarms, counters, size = self._wire.replies[len(self._keys) :]
        outputs = Outputs(_told(feed, b"kind"), _told(alarms, b"kind"), _counts(counters))
        known = [flat for flat in content if flat] + [each for each in outputs if each]
        known_size = len(known) + len(_OTHERS) + len(self._shape.bots)
        if size != known_size:
            raise Violation(f"{size} keys are there, not {known_size}")
        return outputs

    def _number(self, content: Content) -> int:
        """Give the number of a content; check one that is new."""
        number = self._numbers.setdefault(content, len(self._contents))
        if number == len(self._contents):
            self._contents.append(content)
            self.held.append(held(self._shape, content))
            check_content(self._shape, self.held[number])
        return number

    def _begin(self) -> int:
        """Start the tournament; give the content before its first round."""
        tournaments, bots = TournamentRepository(self._wire), self._shape.bots
        plan = Plan(
            id=ID,
            owner="o",
            name="Cup",
            config=Config(game="sky-5", players=2, rounds=len(self._shape.rounds)),
            secret=b"",
            commitment="",
            created_ms=1,
        )
        result_of(tournaments.draft(plan, FIRST_HEAD))
        result_of(tournaments.open(ID, "owner"))
        for bot in bots:
            result_of(tournaments.enter(ID, entry(bot)))
        start = Start(final=b"final", blocks=(), opened=FIRST_HEAD, entries=len(bots), rating=START)
        result_of(tournaments.start(plan, start))
        content = content_of(self._keys, self._wire.send(key.read() for key in self._keys))
        self._there = content
        return self._number(content)


def _told(reply: object, field: bytes) -> list[str]:
    """Give one field of each entry of a stream."""
    entries = msgspec.convert(reply, list[tuple[bytes, list[bytes]]])
    return [dict(zip(flat[::2], flat[1::2], strict=True))[field].decode() for _, flat in entries]


def _counts(reply: object) -> dict[str, int]:
    flat = msgspec.convert(reply, tuple[bytes, ...])
    return {name.decode(): int(value) for name, value in pairs(flat)}
