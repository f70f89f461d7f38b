"""F28: organisers pause, void, withdraw and resume while sets are in play and workers die."""

import asyncio
import signal
from collections.abc import Awaitable
from contextlib import suppress

from arena.service.direction import ActView
from arena.service.errors import Conflict
from tests.faults.check import check
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.sizes import full

TIMES = full(2, 20)


async def test_acts_in_the_middle_of_play_lose_nothing(fault_report: Report) -> None:
    """Every set of the schedule has one result or is void, every rerun one; each act is kept once.

    What was in play when its set was made void is refused; a bot that was withdrawn plays on by
    defaults; two who do the same at once are told so, or it is one act.
    """
    scene = Scene(matches=full(60, 1_000), workers=2)
    async with scene:
        reruns = 0
        async for number in scene.spread(TIMES):
            async with scene.busy_worker() as worker:
                view = await scene.view()
                assert view is not None
                worker.send(signal.SIGKILL)
                await at_once(act(scene, "pause"), act(scene, "pause"))
                reruns += await void(scene, view.round)
                await at_once(act(scene, "resume"), act(scene, "resume"))
                if number == TIMES:
                    await withdraw(scene)
                reruns += await void(scene, max(1, view.round - 1))
        await scene.finished()

        outcome = await check(scene, unreachable=True)
        started = await scene.app.tournaments.get(scene.tournament)
        kept = [each.act for each in (await acts(scene))]
        assert (started.sets_done, len(started.withdrawn)) == (outcome.sets, 1)
        assert reruns > 0
        assert kept.count("pause") == kept.count("resume") == TIMES
        assert (kept.count("withdraw"), kept.count("void") >= TIMES) == (1, True)
        fault_report("F28", f"pause, void ({reruns} reruns), withdraw", TIMES, outcome, None)


async def at_once(*acts: Awaitable[None]) -> None:
    """Do the same twice at once."""
    await asyncio.gather(*acts)


async def act(scene: Scene, name: str) -> None:
    """Pause or resume; who comes second may be told that it is done."""
    direction = scene.app.direction
    with suppress(Conflict):
        await {"pause": direction.pause, "resume": direction.resume}[name](
            scene.organiser, scene.tournament
        )


async def void(scene: Scene, round_number: int) -> int:
    """Make some sets of a round void, whatever they are: open, in play or done; give the reruns."""
    done = await scene.app.direction.void(
        scene.organiser, scene.tournament, round_number, [0, 1, 2], "a broken bot", rerun=True
    )
    return len(done.reruns)


async def withdraw(scene: Scene) -> None:
    """Take the first bot out."""
    entries = await scene.app.entries.of(scene.tournament)
    await scene.app.direction.withdraw(
        scene.organiser, scene.tournament, entries[0].bot, "it was not theirs"
    )


async def acts(scene: Scene) -> list[ActView]:
    """All acts that were kept."""
    return (await scene.app.direction.acts(scene.tournament, None, 100)).items
