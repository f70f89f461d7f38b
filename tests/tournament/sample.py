"""What several tests of tournaments share: seeds, configurations, bots, and played sets."""

from hashlib import sha256

from arena.engine.ask import Event, Option, View
from arena.engine.chance import Chance
from arena.engine.record import FaultNote, Header, Outcome, Record, Say
from arena.engine.rules import Game, Rules
from arena.tournament.config import Config, KSchedule, Mode
from arena.tournament.elo import START
from arena.tournament.log import Finished, Result, result_of
from arena.tournament.schedule import MatchPlan, Schedule

ACCEPTANCE_SEED = sha256(b"acceptance").digest()
FINAL = sha256(b"tournament").digest()
K_40: KSchedule = ((30, 40), (100, 20), (None, 10))


def unplayable(_: Header) -> Rules:
    """Fail a test that would play: results are made up here, schedules and ratings are tested."""
    raise AssertionError("nothing is played with the sample game")


GAME = Game(
    name="sky-5",
    title="Sky 5",
    version=1,
    min_players=2,
    max_players=4,
    rounds=6,
    new=unplayable,
    options=(Option,),
    events=(Event,),
    view=View,
    kinds=("turn",),
    samples=tuple,
    window_kinds=("load",),
    max_rounds=9,
)


def config(
    players: int,
    rounds: int = 2,
    mode: Mode = "rotation",
    deals: int = 1,
    k_schedule: KSchedule = K_40,
) -> Config:
    """A configuration of the game that the tests do not play."""
    return Config(
        game="sky-5",
        rules=1,
        players=players,
        rounds=rounds,
        mode=mode,
        deals=deals,
        k_schedule=k_schedule,
    )


def bots(count: int) -> list[str]:
    """Ids of that many bots."""
    return [f"bot{number}" for number in range(count)]


def schedule(
    count: int, players: int, rounds: int = 2, mode: Mode = "rotation", deals: int = 1
) -> Schedule:
    """A schedule of that many bots; K is small enough for any number of deals tried here."""
    return Schedule(config(players, rounds, mode, deals, ((None, 10),)), bots(count), FINAL)


def finished(match: MatchPlan, chance: Chance) -> Finished:
    """A match as if played: random ranks and decisions (some faults, some large), a word."""
    players, windows = len(match.seats), (1,)
    ranks = tuple(1 + chance.below(players) for _ in match.seats)
    decisions = [-1, *((-1, 0, 1, 7, 253, 254, 9999)[chance.below(7)] for _ in range(40))]
    record = Record(
        header=Header(
            "sky-5", players=players, rounds=6, rules=1, seed=match.seed, windows=windows
        ),
        decisions=tuple(decisions),
        checks=("00ff", "abcd"),
        faults=(FaultNote(at=0, kind="timeout"),),
        says=(Say(at=3, text="good luck"),),
        outcome=Outcome(ranks=ranks, scores=tuple(10 - rank for rank in ranks)),
        digest=sha256(repr((match, decisions, ranks)).encode()).hexdigest(),
    )
    return Finished(
        record,
        versions=("1.0",) * players,
        strikes=(1,) + (0,) * (players - 1),
        latencies=((3, 1, 2), *((None, 300),) * (players - 1)),
    )


def play_round(plan: Schedule, round_: int, base: dict[str, int], chance: Chance) -> list[Result]:
    """All sets of a round as if played, rated from the base."""
    return [
        result_of(
            one,
            [finished(match, chance) for match in one.matches],
            base,
            plan.k_factor(round_),
        )
        for one in plan.sets(round_)
    ]


def play_tournament(plan: Schedule, chance: Chance) -> tuple[list[Result], dict[str, int]]:
    """All sets of all rounds as if played, and the ratings by adding up what they say."""
    log: list[Result] = []
    ratings = dict.fromkeys(plan.bots, START)
    for round_ in range(1, plan.rounds + 1):
        sets = play_round(plan, round_, ratings.copy(), chance)
        for result in sets:
            for bot, delta in zip(result.bots, result.deltas, strict=True):
                ratings[bot] += delta
        log += sets
    return log, ratings
