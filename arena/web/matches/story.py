"""The story of a match line by line: what was decided and said, then what came of it.

What may live here: from a match event by event to the lines of a list, whose words name the seats.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.service.plays import DecisionTold, EventTold, PlayView

Words = tuple[str | int, ...]
"""A text in whose places of a seat stands its number."""

_SEAT: Final = re.compile(r"\bseat ([0-9])\b")
_CHAPTER: Final = 1
_SECTION: Final = 2
_MARKS: Final = {"# ": _CHAPTER, "## ": _SECTION}
_H3: Final = 3
"""What a heading is below that of the story."""


class Line(NamedTuple):
    """A line: a decision, or the event of a moment, which counts from 0.

    Its words are the choice of the one and the words of the other. `heading` is the level of one
    that is a heading, be it that of a chapter or a section, 0 of any other.
    """

    words: Words
    moment: int | None = None
    heading: int = 0
    chapter: bool = False
    rule: str | None = None
    decision: DecisionTold | None = None


def story(play: PlayView) -> Iterator[Line]:
    """Give the lines of a match in order."""
    moment, chapters = 0, 0
    for beat in play.beats:
        for decision in beat.asks:
            yield Line(with_seats(decision.chosen), decision=decision)
        for event in beat.events:
            depth, words = heading(event)
            chapters += depth == _CHAPTER
            level = depth and _H3 + (depth == _SECTION and chapters > 0)
            yield Line(with_seats(words), moment, level, depth == _CHAPTER, event.rule)
            moment += 1


def heading(event: EventTold) -> tuple[int, str]:
    """Give how deep a heading is that an event makes, 0 for none, and its words."""
    for mark, depth in _MARKS.items():
        if event.words.startswith(mark):
            return depth, event.words.removeprefix(mark)
    return 0, event.words


def with_seats(words: str) -> Words:
    """Take words apart where they name a seat."""
    parts = _SEAT.split(words)
    return tuple(
        int(part) if place % 2 else part for place, part in enumerate(parts) if place % 2 or part
    )
