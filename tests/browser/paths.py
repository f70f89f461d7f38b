"""Every page there is, once: what all of them must be is tested, and photographed, by this list.

What may live here: names of pages, their paths among the contests of a show, and whom they are for.
A new page gets a line here.
"""

from collections.abc import Mapping
from typing import Final

from arena.games import GAMES
from tests.browser.show import Show

PATHS: Final[Mapping[str, str]] = {
    "front": "/",
    "tournaments": "/tournaments",
    "tournament": "/tournaments/{show.sky_5}",
    "tournament-running": "/tournaments/{show.running}",
    "tournament-open": "/tournaments/{show.opened}",
    "leaderboard": "/tournaments/{show.sky_5}/leaderboard",
    "leaderboard-running": "/tournaments/{show.running}/leaderboard",
    "leaderboard-open": "/tournaments/{show.opened}/leaderboard",
    "final": "/tournaments/{show.sky_5}/final",
    "crosstable": "/tournaments/{show.sky_5}/crosstable",
    "schedule": "/tournaments/{show.sky_5}/schedule",
    "schedule-running": "/tournaments/{show.running}/schedule",
    **{f"ladder-{name}": f"/ladders/{name}" for name in GAMES},
    "bots": "/bots",
    "bot": "/bots/{bot}",
    "sign-in": "/sign-in",
    "exhibitions": "/exhibitions",
    "exhibition": "/exhibitions/{show.exhibition}",
    "sky-5": "/matches/{show.sky_5_match}",
    "sky-heist": "/matches/{show.sky_heist_match}",
    "sealed": "/matches/{show.sealed_match}",
    "embed": "/matches/{show.sky_heist_match}/embed",
    "docs": "/docs",
    "docs-bots": "/docs/bots",
    "docs-protocol": "/docs/protocol",
    "docs-faults": "/docs/faults",
    "docs-api": "/docs/api",
    **{f"docs-rules-{name}": f"/docs/rules/{name}" for name in GAMES},
    "reference": "/reference",
}

OWNED: Final = ("exhibitions", "exhibition")
"""Pages that tell nothing but to whoever has signed in."""


def path_of(name: str, show: Show) -> str:
    """Give the path of a page; that of a bot is of the first one."""
    return PATHS[name].format(show=show, bot=next(iter(show.bots.values())))


def signing_in(token: str) -> str:
    """Give the script by which a page finds this token in its tab."""
    return f"sessionStorage.setItem('arena:token', '{token}')"
