"""F18: many bots that take every ask and answer none, beside some that are well."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Iterable
from hmac import digest

from arena.match.ids import Ids
from arena.service.started import find_started
from arena.store.sets import LEASE_MS
from arena.tournament.config import Config
from arena.tournament.log import decode_result
from bots.kit import Ask, Function
from tests.faults.check import check
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

HANGING, GOOD = full(8, 100), full(6, 20)
WORKERS = full(2, 4)
MOVE_MS, BANK_MS = full(100, 500), full(600, 10_000)
AT_ONCE = 3
"""Sets that a hanging bot plays at once: those it may spoil at the same time."""
MOST_SPOILT = 5
"""Matches that such a bot spoils at most: three, and two begun before the third is over."""
_MOST = 100_000


def contest(bots: int) -> Config:
    """Give a contest of duels; at full size everybody meets everybody, about once."""
    steps, per_round = bots - 1, 8
    return Config(
        game="sky-5",
        players=2,
        rounds=full(1, -(-steps // per_round)),
        mode="rotation",
        k_schedule=((None, 10),),
        move_ms=MOVE_MS,
        bank_ms=BANK_MS,
    )


class Arrivals:
    """When each ask came first to a bot that is well (seconds since 1970)."""

    def __init__(self) -> None:
        self.at = dict[str, float]()

    def well(self, ask: Ask) -> int:
        """Answer."""
        self.at.setdefault(ask.ask_id, time.time())
        return by_view(ask)


async def hang(_: Ask) -> int:
    """Answer nothing."""
    await asyncio.Event().wait()
    return 0


async def test_hanging_bots_hold_up_nobody_else(fault_report: Report) -> None:
    """F18. Each is in quarantine before it has spoilt many matches, and the round goes on.

    A set of two good bots waits from the announcement of its round until its first ask comes.
    """
    arrivals = Arrivals()
    scene = stage((hang,) * HANGING + (arrivals.well,) * GOOD)
    async with scene:
        await begin(scene)
        await scene.finished(full(90, 300))
        outcome = await check(scene, unreachable=True)
        spoilt = await spoilt_by(scene)
        waits = await waits_of(scene, arrivals)
    alone = [await waits_alone() for _ in range(full(0, 1))]

    assert len(spoilt) == HANGING
    assert max(spoilt.values()) <= MOST_SPOILT
    assert waits
    how = f"{HANGING} hanging bots, {GOOD} good: p95 of waiting {p95(waits):.2f} s"
    how += "".join(f", alone {p95(each):.2f} s" for each in alone)
    fault_report("F18", how, HANGING, outcome)


def stage(bots: tuple[Function, ...]) -> Scene:
    """Give the scene of a contest that has not begun, with leases that a busy machine can keep."""
    return Scene(
        workers=WORKERS,
        bots=bots,
        at_once={hang: AT_ONCE},
        config=contest(len(bots)),
        lease_ms=LEASE_MS,
        begin=False,
    )


async def begin(scene: Scene) -> None:
    """Start the contest when all workers are there."""

    async def manned() -> bool:
        return await scene.app.store.queue.workers() == WORKERS

    await until(manned, "the workers did not come", more=scene.logs)
    await scene.begin()


async def waits_alone() -> list[float]:
    """Give the waits of the same good bots in a contest without the others."""
    arrivals = Arrivals()
    scene = stage((arrivals.well,) * GOOD)
    async with scene:
        await begin(scene)
        await scene.finished()
        return await waits_of(scene, arrivals)


async def spoilt_by(scene: Scene) -> Counter[str]:
    """Give in how many matches each hanging bot had strikes, of those that had any.

    The others may be late as well where the machine is busy: they are served by the test's process.
    """
    entries = await scene.app.entries.of(scene.tournament)
    hanging = {each.bot for each in entries if int(each.name.removeprefix("bot ")) < HANGING}
    logged = await scene.app.store.results.read(scene.tournament, None, _MOST)
    results = [decode_result(each.result) for each in logged]
    return Counter(
        result.bots[place]
        for result in results
        for match in result.matches
        for place, strikes in zip(match.seats, match.strikes, strict=True)
        if strikes and result.bots[place] in hanging
    )


async def waits_of(scene: Scene, arrivals: Arrivals) -> list[float]:
    """Give how long each set of two good bots waited, in seconds."""
    started = await find_started(scene.app.store.tournaments, scene.tournament)
    secret, schedule = started.tournament.plan.secret, started.schedule
    names = await scene.app.store.bots.names(list(started.entries))
    good = {bot for bot, name in names.items() if scene.bots[place(name)] is not hang}
    waits = []
    for number, opened_s in enumerate(await openings(scene), 1):
        for each in schedule.sets(number):
            if good.issuperset(each.bots):
                ids = Ids(digest(secret, f"ids/{number}/{each.number}/0".encode(), "sha256"))
                waits.append(arrivals.at[ids.ask(0)] - opened_s)
    return waits


async def openings(scene: Scene) -> list[float]:
    """Give when each round was announced (seconds since 1970, by the clock of this host)."""
    told = await scene.app.store.feed.read("0", _MOST)
    return [int(each.id.split("-")[0]) / 1_000 for each in told if each.kind == "round"]


def place(name: str) -> int:
    """Give the place of a bot among those of its scene: it is called `bot <place>`."""
    return int(name.split()[1])


def p95(waits: Iterable[float]) -> float:
    """Give the 95th percentile: so much or less is what 95 of 100 are."""
    ordered = sorted(waits)
    return ordered[math.ceil(0.95 * len(ordered)) - 1]
