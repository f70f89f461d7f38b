"""Use case: find out by play of house bots how fair seats are, and what duplicate deals gain.

What may live here: what is played for it, and how. It is played as a tournament of one table would
be, by the same schedule. What the results tell is `arena.tournament.analysis`'s to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from arena.engine.rules import Game
from arena.games import game as find_game
from arena.match.house import HouseBot, house_bots
from arena.match.in_process import outcome_of
from arena.match.player import Request
from arena.tournament.analysis import Duplicates, Ranks, Seats, duplicates, seats
from arena.tournament.config import Config, Mode
from arena.tournament.schedule import Schedule, SetPlan

Series = Literal["seats", "off", "rotation"]
"""What is played: copies of one bot with a deal for each match; twins in sets of independent deals,
and in sets of one deal."""

_MODES: Final[dict[Series, Mode]] = {"seats": "off", "off": "off", "rotation": "rotation"}
_DEALS: Final = 350
_ROUNDS: Final = 1_000
_JOB: Final = 60
"""Matches of a job: a second's work at most."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What was found of a game with so many players.

    `copies` of one bot tried the seats. In the sets played `twins`: see `Twin`.
    """

    game: str
    players: int
    copies: str
    twins: str
    seats: Seats
    duplicates: Duplicates


class Job(NamedTuple):
    """Some sets of a series: names and numbers alone, so that any process can play them."""

    game: str
    players: int
    seed: str
    series: Series
    sets: range


@dataclass(frozen=True)
class Twin:
    """A bot that makes the choice of one or the other, by a toss at each ask.

    A table of them is one of equals who yet do not play alike: with mere copies, each would score
    exactly half in all seatings of a deal, and with others strength would hide the luck.
    """

    one: HouseBot
    other: HouseBot

    @property
    def name(self) -> str:
        """The names of both."""
        return f"{self.one.name} or {self.other.name}"

    @property
    def game(self) -> str:
        """The game that both play."""
        return self.one.game

    @property
    def windows(self) -> bool:
        """Whether either wants to load on other players' turns."""
        return self.one.windows or self.other.windows

    def decide(self, request: Request) -> int:
        """Choose as one of them does; the name of the ask is the coin."""
        coin = sha256(f"{request.match_id}/{request.ask_id}".encode()).digest()[-1] % 2
        return (self.one, self.other)[coin].decide(request)


def jobs_of(game: str, players: int, matches: int, seed: str) -> list[Job]:
    """Give all there is to play: so many matches of each series, in whole sets, two at least."""
    sets, each = max(2, matches // players), max(1, _JOB // players)
    return [
        Job(game, players, seed, series, range(first, min(first + each, sets)))
        for series in get_args(Series)
        for first in range(0, sets, each)
    ]


def work(job: Job) -> list[list[Ranks]]:
    """Play the sets of a job with house bots; give the ranks of each match of each set."""
    return list(play(find_game(job.game), _bot(job.game, job.series), job))


def play(game: Game, bot: HouseBot, job: Job) -> Iterator[list[Ranks]]:
    """Play the sets of a job, this bot at every place: ranks are by seat or by place.

    They are by seat where the seats are tried, and by place at the table in the other series.
    """
    final = sha256(f"analyse/{job.seed}/{job.players}/{job.series}".encode()).digest()
    schedule = Schedule(_config(job), [str(place) for place in range(job.players)], final)
    for number in job.sets:
        plan = schedule.set(1 + number // _DEALS, number % _DEALS)
        yield [_ranks(game, bot, job, plan, index) for index in range(job.players)]


def analysis(game: str, players: int, played: Sequence[tuple[Job, list[list[Ranks]]]]) -> Analysis:
    """Say what all the jobs of a game with so many players have come to."""
    sets = dict[Series, list[list[Ranks]]]()
    for job, ranks in played:
        sets.setdefault(job.series, []).extend(ranks)
    return Analysis(
        game=game,
        players=players,
        copies=_bot(game, "seats").name,
        twins=_bot(game, "off").name,
        seats=seats([match for matches in sets["seats"] for match in matches]),
        duplicates=duplicates(sets["off"], sets["rotation"]),
    )


def _bot(game: str, series: Series) -> HouseBot:
    """Give the strongest house bot, or for sets a twin of it and the next."""
    *_, next_best, best = house_bots(game)
    return best if series == "seats" else Twin(best, next_best)


def _config(job: Job) -> Config:
    """Give a tournament of one table with more sets than any job names."""
    return Config(
        game=job.game,
        players=job.players,
        rounds=_ROUNDS,
        deals=_DEALS,
        mode=_MODES[job.series],
        k_schedule=((None, 1),),
    )


def _ranks(game: Game, bot: HouseBot, job: Job, plan: SetPlan, index: int) -> Ranks:
    """Play a match of a set. Its ids are its own, or its bots would throw their dice twice."""
    match = plan.matches[index]
    name = f"{job.series}/{plan.round}/{plan.number}/{index}/{match.seed}"
    key = sha256(name.encode()).digest()
    ranks = outcome_of(game, match.seed, [bot] * job.players, key).ranks
    if job.series == "seats":
        return ranks
    places = [int(place) for place in match.seats]
    return [ranks[places.index(place)] for place in range(job.players)]
