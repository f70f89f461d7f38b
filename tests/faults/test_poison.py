"""F24: a set that kills its work horse whenever it is played."""

import signal

from arena.store.alarms import Alarm
from tests.faults.check import check
from tests.faults.poisoned import POISONED, deaths, poison
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.waiting import until

ATTEMPTS = 5
POISON = 1
"""A set in the middle of a batch."""
LEASE_MS = 1_000


async def test_a_set_that_kills_its_holders_is_quarantined_alone(fault_report: Report) -> None:
    """F24. An alarm names it, its round goes on without it, and an organiser can put it back."""
    scene = Scene(matches=24, workers=0, bots=(by_view,) * 4, lease_ms=LEASE_MS)
    async with scene:
        sets = scene.app.store.sets
        environ = poison(POISON, scene.directory)
        poisoned = [scene.start("worker", POISONED, environ=environ) for _ in range(2)]

        async def rest_is_played() -> bool:
            return await sets.open_count(scene.tournament) == 1

        async def is_quarantined() -> bool:
            return await sets.quarantined(scene.tournament) == [POISON]

        await until(is_quarantined, "no quarantine", more=scene.logs)
        await until(rest_is_played, "the others are not played", more=scene.logs)
        assert deaths(scene.directory) == ATTEMPTS
        await check_alarm(scene)

        for worker in poisoned:
            worker.kept = False
            worker.send(signal.SIGTERM)
            scene.start("worker")
        assert await sets.retry(scene.tournament, 1) == [POISON]
        await scene.finished()

        assert deaths(scene.directory) == ATTEMPTS
        outcome = await check(scene, alarms=["quarantined"])
        fault_report("F24", "a set kills its work horse", ATTEMPTS, outcome)


async def check_alarm(scene: Scene) -> None:
    """There is one alarm, and it says which set of which round of which tournament it is."""
    (raised,) = await scene.app.store.alarms.newest(10)
    assert raised.alarm == Alarm(
        kind="quarantined",
        tournament=scene.tournament,
        round=1,
        set=POISON,
        why=raised.alarm.why,
    )
