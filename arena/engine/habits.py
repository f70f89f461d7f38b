"""What a bot is in the habit of doing, as its matches show: counts that a game knows how to make.

What may live here: the form of such counts. Which habits a game has, and how they show in its
beats, is in the game (`Game.habits`). A habit is a ratio: so many times of so many chances, or so
much of something for each of so many. Notes of several matches add up.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from arena.engine.beat import Beat


class Habit(NamedTuple):
    """One of them: the heading that it stands under, and what is counted, in words.

    A `share` is of chances, so 1 at most; a `mean` is of whatever is counted.
    """

    topic: str
    name: str
    value: Literal["share", "mean"] = "share"


class Note(NamedTuple):
    """That a habit showed so much (`times`), in so many chances (`of`)."""

    habit: Habit
    times: int
    of: int = 1


@dataclass(frozen=True)
class Habits:
    """The habits of a game, in the order in which they are shown.

    `notes` tells what the beats of a whole match show of a seat; faults, which are nobody's choice,
    show nothing.
    """

    every: tuple[Habit, ...]
    notes: Callable[[Iterable[Beat], int], Iterator[Note]]
