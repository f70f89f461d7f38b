"""What is asked of a seat, what it may answer, and what everybody is told.

What may live here: the words in which the engine and a game talk (ask, option, event, view). They
are made of integers, strings and tuples only, so that a match is the same bytes everywhere; they
can form no cycles, so the garbage collector need not look at them (`gc=False`).
"""

import msgspec

FAULT = -1
"""The decision that stands in a record for an answer that did not come or could not count."""


class Option(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """One thing a seat may choose; each game defines its own, told apart by `do`."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to one seat. There are never fewer than two options; the first is the default."""

    seat: int
    kind: str
    options: tuple[Option, ...]


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """One thing that happened at the table; each game defines its own, told apart by `event`."""

    def seen_by(self, seat: int | None) -> "Event | None":  # noqa: ARG002 (public by default)
        """Give what `seat` (None: a spectator) may know of it; None if nothing at all."""
        return self


class View(msgspec.Struct, frozen=True, gc=False):
    """All that one seat, or a spectator, may know of a position; each game defines its own."""
