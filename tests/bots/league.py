"""Leagues of house bots: tournaments played in process, by the schedule and without a store.

What may live here: from a league to the sets that it comes to, as the final standings take them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, groupby
from typing import NamedTuple

import msgspec
import numpy as np

from arena.cli.cores import on_all_cores
from arena.games import GAMES
from arena.tournament.blocks import Blocks
from arena.tournament.config import Config, Mode, match_header
from arena.tournament.schedule import Schedule, SetPlan
from arena.tournament.standings.sets import Sets, sets_of
from bots.house import HOUSE, HouseBot
from tests.bots.matches import play_header, windows_of
from tests.sizes import FULL_ACCEPTANCE

STRENGTHS = ("random", "simple", "good")
"""From the weakest to the strongest; two bots of each are in every league."""
FAMILY = {"sky-5": "sky5", "sky-heist": "heist"}
FIELD = 2 * len(STRENGTHS)


class League(msgspec.Struct, frozen=True):
    """Six house bots and their tournament; bot number 2s + 0 or 1 is of strength s.

    `seed` names its deals; `blocks` say who meets whom, the same in all leagues of a series.
    """

    config: Config
    seed: str
    blocks: Blocks


class Played(NamedTuple):
    """A set: its league, bots by number and in table order, ranks by match, and its cluster."""

    seed: str
    bots: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]
    cluster: tuple[int, int]


def series(
    game: str, players: int, rounds: int, mode: Mode, count: int, match_rounds: int | None = None
) -> list[League]:
    """Give as many leagues of the same schedule, each with deals of its own."""
    config = Config(
        game=game,
        rules=GAMES[game].version,
        players=players,
        rounds=rounds,
        mode=mode,
        k_schedule=((None, 1),),
        rounds_per_match=match_rounds,
    )
    blocks = Schedule(config, _ids(game), sha256(b"league").digest()).blocks
    return [League(config, f"league {number}", blocks) for number in range(count)]


def play_series(leagues: Iterable[League]) -> Iterator[Sets]:
    """Play these leagues, one after another; on all cores where tests are at full size."""
    rounds = ((league, each + 1) for league in leagues for each in range(league.config.rounds))
    results = on_all_cores(_play_round, rounds) if FULL_ACCEPTANCE else map(_play_round, rounds)
    sets = (each for result in results for each in result)
    for _, found in groupby(sets, key=lambda each: each.seed):
        yield _as_sets(list(found))


def together(series: Sequence[Sets]) -> Sets:
    """Give the sets of several leagues as those of one."""
    before = accumulate((sets.cluster_count for sets in series), initial=0)
    return series[0]._replace(
        bots=np.concatenate([sets.bots for sets in series]),
        points=np.concatenate([sets.points for sets in series]),
        clusters=np.concatenate([s.clusters + b for s, b in zip(series, before, strict=False)]),
    )


def _ids(game: str) -> list[str]:
    """Give the bots' ids: number and name of a house bot."""
    names = [f"{FAMILY[game]}-{strength}" for strength in STRENGTHS for _ in range(2)]
    return [f"{number} {name}" for number, name in enumerate(names)]


def _as_sets(played: list[Played]) -> Sets:
    """Give the sets of one league."""
    clusters = dict.fromkeys(each.cluster for each in played)
    numbers = {cluster: number for number, cluster in enumerate(clusters)}
    return sets_of(
        FIELD,
        np.array([each.bots for each in played]),
        np.array([each.ranks for each in played]),
        np.array([numbers[each.cluster] for each in played]),
    )


def _play_round(job: tuple[League, int]) -> list[Played]:
    league, round_ = job
    return [_play_set(league, plan) for plan in _schedule(league).sets(round_)]


@lru_cache(maxsize=1)
def _schedule(league: League) -> Schedule:
    final = sha256(f"{league.config.game} {league.seed}".encode()).digest()
    return Schedule(league.config, _ids(league.config.game), final, league.blocks)


def _play_set(league: League, plan: SetPlan) -> Played:
    """Play the matches of a set."""
    ranks = []
    for match in plan.matches:
        bots = tuple(_bot(bot) for bot in match.seats)
        game = GAMES[league.config.game]
        header = match_header(league.config, game, match.seed, windows_of(bots))
        by_bot = dict(zip(match.seats, play_header(bots, header).ranks, strict=True))
        ranks.append(tuple(by_bot[bot] for bot in plan.bots))
    numbers = tuple(int(bot.split()[0]) for bot in plan.bots)
    return Played(league.seed, numbers, tuple(ranks), (plan.round, plan.cluster))


def _bot(bot: str) -> HouseBot:
    return HOUSE[bot.split()[1]]
