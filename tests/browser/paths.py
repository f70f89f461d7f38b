"""Every page there is, once: what all of them must be is tested, and photographed, by this list.

What may live here: names of pages and their paths among the contests of a show. A new page gets a
line here.
"""

from collections.abc import Mapping

from arena.games import GAMES
from tests.browser.show import Show


def paths(show: Show) -> Mapping[str, str]:
    """Give the paths of all pages by their names."""
    over, on, opened = (f"/tournaments/{each}" for each in (show.sky_5, show.running, show.opened))
    bot = next(iter(show.bots.values()))
    return {
        "front": "/",
        "tournaments": "/tournaments",
        "tournament": over,
        "tournament-running": on,
        "tournament-open": opened,
        "leaderboard": f"{over}/leaderboard",
        "leaderboard-running": f"{on}/leaderboard",
        "leaderboard-open": f"{opened}/leaderboard",
        "final": f"{over}/final",
        "crosstable": f"{over}/crosstable",
        "schedule": f"{over}/schedule",
        "schedule-running": f"{on}/schedule",
        **{f"ladder-{name}": f"/ladders/{name}" for name in GAMES},
        "bots": "/bots",
        "bot": f"/bots/{bot}",
        "sign-in": "/sign-in",
        "sky-5": f"/matches/{show.sky_5_match}",
        "sky-heist": f"/matches/{show.sky_heist_match}",
        "sealed": f"/matches/{show.sealed_match}",
        "embed": f"/matches/{show.sky_heist_match}/embed",
        "docs": "/docs",
        "docs-protocol": "/docs/protocol",
        "docs-faults": "/docs/faults",
        "docs-bots": "/docs/bots",
        **{f"docs-rules-{name}": f"/docs/rules/{name}" for name in GAMES},
        "reference": "/reference",
        "error": "/no-such-page",
    }
