"""How values are shown to people, as filters of the templates: ratings, times, counts.

What may live here: from a number or a name to a text. No HTML: what these give is escaped.
"""

from datetime import UTC, datetime
from typing import Final

from arena.games import GAMES

MICRO: Final = 1_000_000
NOTHING: Final = "–"
"""What stands where there is no value."""


def elo(micro: int | None) -> str:
    """Give a rating in micro-Elo as whole Elo."""
    return NOTHING if micro is None else f"{micro / MICRO:.0f}"


def whole(rating: float) -> str:
    """Give a rating, or half of an interval, in Elo without fractions."""
    return f"{rating:.0f}"


def change(micro: int | None) -> str:
    """Give a change of a rating with its sign; a true minus sign, which is as wide as a plus."""
    if micro is None:
        return NOTHING
    text = f"{micro / MICRO:+.1f}"
    return "±0" if float(text) == 0 else text.replace("-", "−")


def when(ms: int | None) -> str:
    """Give a time (ms since 1970) as date and time of UTC."""
    return (
        NOTHING if ms is None else f"{datetime.fromtimestamp(ms / 1_000, UTC):%Y-%m-%d %H:%M} UTC"
    )


def iso(ms: int) -> str:
    """Give a time (ms since 1970) for a `datetime` attribute (RFC 3339)."""
    return datetime.fromtimestamp(ms / 1_000, UTC).isoformat(timespec="milliseconds")


def lasting(ms: int) -> str:
    """Give a length of time in its two largest units."""
    seconds = ms // 1_000
    for size, unit, less in ((86_400, "d", "h"), (3_600, "h", "min"), (60, "min", "s")):
        if seconds >= size:
            rest = seconds % size * {"d": 24, "h": 60, "min": 60}[unit] // size
            return f"{seconds // size} {unit}" + (f" {rest} {less}" if rest else "")
    return f"{seconds} s"


def count(number: int) -> str:
    """Give a count with thin spaces between thousands."""
    return f"{number:,}".replace(",", "\u2009")


def counted(number: int, one: str, many: str) -> str:
    """Give a count with the name of what is counted."""
    return f"{count(number)} {one if number == 1 else many}"


def percent(share: float) -> str:
    """Give a share as a percentage."""
    return f"{100 * share:.0f}\u202f%"


def game_title(name: str) -> str:
    """Give the title of a game."""
    return GAMES[name].title
