"""A beat of a finished match: who was asked what and chose what, and what came of it.

What may live here: plain data that stories, drawings and counts of a match are made of.
"""

from typing import NamedTuple

from arena.engine.ask import Ask, Event


class Decided(NamedTuple):
    """A decision: its number in the record (from 0), what was asked, and what was chosen."""

    number: int
    ask: Ask
    decision: int


class Beat(NamedTuple):
    """The decisions of a beat in seat order (none for the setup), and the events they led to."""

    decided: tuple[Decided, ...]
    events: list[Event]
