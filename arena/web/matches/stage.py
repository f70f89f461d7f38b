"""What the theatre needs of a game: what draws its table; and how fast a match may be played."""

from typing import Final, NamedTuple

from arena.web.assets import ASSETS, address

SPEEDS: Final = ("0.5", "1", "2", "4", "8")
"""How fast a match is played, at choice."""


class Stage(NamedTuple):
    """Where the script and the style of a game's table are served; None of one that has none."""

    script: str | None
    style: str | None


def stage(game: str) -> Stage:
    """Give what the table of a game is drawn by."""
    return Stage(_asset(f"games/{game}/table.js"), _asset(f"games/{game}/table.css"))


def _asset(name: str) -> str | None:
    return address(name) if name in ASSETS else None
