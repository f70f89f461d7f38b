"""What organisers have done to a tournament, in words.

What may live here: from an entry of the audit log to a line of a list.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from arena.service.direction import ActView

_WORDS: Final[Mapping[str, str]] = {
    "create": "announced it",
    "open": "opened it for entries",
    "start": "started it",
    "pause": "paused it",
    "resume": "let it go on",
    "cancel": "cancelled it",
    "void": "made sets void",
    "withdraw": "took out",
    "quarantine": "kept from being asked",
    "release": "had asked again",
}


class ActLine(NamedTuple):
    """An act: what was done when, of which bot, if of one, and why; `own`: by the organiser."""

    at_ms: int
    act: str
    own: bool
    bot: str | None
    details: str


def act_lines(acts: Sequence[ActView], organiser: str, names: Mapping[str, str]) -> list[ActLine]:
    """Give acts in their order; `names` are those of the entrants by id."""
    return [_line(each, organiser, names) for each in acts]


def _line(act: ActView, organiser: str, names: Mapping[str, str]) -> ActLine:
    bot, _, reason = act.details.partition(": ")
    named = bot in names
    return ActLine(
        at_ms=act.at_ms,
        act=_WORDS.get(act.act, act.act),
        own=act.who == organiser,
        bot=bot if named else None,
        details=reason if named else act.details,
    )
