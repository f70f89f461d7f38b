"""Why a match is worth a look, in words.

What may live here: from a highlight to a title and a sentence. Names in it are set apart from the
text around them, whatever direction they are written in.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from arena.service.highlights import Highlight, Kind
from arena.web.matches.places import Place, played
from arena.web.words import elo, game_title

_ISOLATED: Final = "\u2068{}\u2069"


class Told(NamedTuple):
    """A highlight for people: `places` are the seats by rank."""

    title: str
    why: str
    game: str
    match: str
    places: Sequence[Place]


def told(highlight: Highlight) -> Told:
    """Tell a highlight."""
    title, why = _WORDS[highlight.kind]
    match = highlight.match
    names = dict(zip(match.bots, highlight.names, strict=True))
    return Told(title, why(highlight), match.game, match.id, played(match, names).places)


def _name(highlight: Highlight) -> str:
    return _ISOLATED.format(highlight.names[highlight.seat])


def _upset(highlight: Highlight) -> str:
    by = elo(highlight.amount)
    return f"{_name(highlight)} won against a bot that had been rated {by} Elo above it."


def _closest(highlight: Highlight) -> str:
    if highlight.amount == 0:
        scores = highlight.match.outcome.scores
        level = [seat for seat, score in enumerate(scores) if score == max(scores)]
        names = " and ".join(_ISOLATED.format(highlight.names[seat]) for seat in level)
        return f"{names} ended level on points."
    winner = _name(highlight)
    points = "a single point" if highlight.amount == 1 else f"{highlight.amount} points"
    return f"{winner} came in ahead by {points}."


def _highest(highlight: Highlight) -> str:
    game = game_title(highlight.match.game)
    return f"{_name(highlight)} scored {highlight.amount} points, the most lately in {game}."


def _faults(highlight: Highlight) -> str:
    name, faults = _name(highlight), highlight.amount
    return f"{name} was retired after {faults} faults; defaults were played for it to the end."


_WORDS: Final[Mapping[Kind, tuple[str, Callable[[Highlight], str]]]] = {
    "upset": ("Upset", _upset),
    "closest": ("Closest end", _closest),
    "highest": ("Highest score", _highest),
    "faults": ("Undone by faults", _faults),
}
