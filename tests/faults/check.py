"""The invariants I1 to I7, checked after every fault; I8 is the scene's, when it is left.

What may live here: comparing what is kept with the schedule, with the bots' memory, with itself.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from hmac import digest

import msgspec

from arena.engine.ask import FAULT
from arena.match.ids import Ids
from arena.service.started import Started, find_started
from arena.store import keys
from arena.tournament.elo import START
from arena.tournament.log import Result, decode_result, record_of
from tests.faults.scene import Scene, until

_PAGE = 1_000
_DRAIN_S = 30.0


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a contest came to. `lost`, `wrong` and `doubled` are counts of results.

    `extra_runs` are claims beyond one for each set, `asked_again` asks that were put once more.
    """

    sets: int
    matches: int
    extra_runs: int
    asked_again: int
    lost: int = 0
    wrong: int = 0
    doubled: int = 0


class _Found(msgspec.Struct):
    """What was found: numbers, and each violation in words."""

    violations: list[str]
    lost: int = 0
    wrong: int = 0
    doubled: int = 0


async def check(scene: Scene, *, rolled_back: bool = False) -> Outcome:
    """Hold the finished contest of a scene to the invariants; fail with all that do not hold.

    `rolled_back`: the store lost its last writes on purpose, journals too, so that asks may have
    been put again more often than sets were claimed again.
    """
    started = await find_started(scene.app.store.tournaments, scene.tournament)
    results = await _log(scene)
    counters = await _counters(scene)
    extra = counters["sets_claimed"] - counters["sets_committed"]
    again = sum(scene.memory.asked.values()) - len(scene.memory.asked)
    found = _Found([])
    _check_schedule(found, started, results)
    await _check_ratings(found, scene)
    await _check_matches(found, scene, started, results)
    await _check_left(found, scene, started)
    _check_counts(found, counters, len(results), again, extra, rolled_back=rolled_back)
    assert not found.violations, "\n".join([f"{found}", *found.violations])
    return Outcome(
        sets=len(results),
        matches=sum(len(result.matches) for result in results),
        extra_runs=extra,
        asked_again=again,
        lost=found.lost,
        wrong=found.wrong,
        doubled=found.doubled,
    )


async def _log(scene: Scene) -> list[Result]:
    """Give the whole log."""
    results, after = list[Result](), None
    while page := await scene.app.store.results.read(scene.tournament, after, _PAGE):
        results += [decode_result(logged.result) for logged in page]
        after = page[-1].id
    return results


async def _counters(scene: Scene) -> Counter[str]:
    flat = await scene.app.store.client.run(list[bytes], "HGETALL", keys.COUNTERS)
    return Counter({n.decode(): int(v) for n, v in zip(flat[::2], flat[1::2], strict=True)})


def _check_schedule(found: _Found, started: Started, results: Sequence[Result]) -> None:
    """I1: every scheduled set has exactly one result."""
    if started.tournament.state != "finished":
        found.violations.append(f"I1: the tournament is {started.tournament.state}")
    schedule = started.schedule
    planned = {
        (round_, number)
        for round_ in range(1, schedule.rounds + 1)
        for number in range(schedule.set_count(round_))
    }
    logged = Counter((result.round, result.number) for result in results)
    lost, foreign = planned - logged.keys(), logged.keys() - planned
    doubled = logged - Counter(set(logged))
    found.lost, found.doubled = len(lost), doubled.total()
    found.wrong += len(foreign)
    for what, sets in (("lost", lost), ("not planned", foreign), ("doubled", doubled.keys())):
        found.violations += [f"I1: set {r}/{n} is {what}" for r, n in sorted(sets)]


async def _check_ratings(found: _Found, scene: Scene) -> None:
    """I2 and I3: the board is what a rebuild gives, and nothing was gained from nowhere."""
    rebuilt = await scene.app.audit.rebuild(scene.tournament)
    found.wrong += len(rebuilt.differences)
    found.violations += [f"I2: {difference}" for difference in rebuilt.differences]
    board = dict(await scene.app.store.boards.ratings(scene.tournament))
    if sum(board.values()) != scene.bots * START:
        found.violations.append(f"I3: the ratings {board} are not {scene.bots} × {START}")


async def _check_matches(
    found: _Found, scene: Scene, started: Started, results: Sequence[Result]
) -> None:
    """I4 and I6: every match verifies, and holds of every ask what its bot answered to it."""
    verified = await scene.app.audit.verify(scene.tournament)
    wrong = [f"I4: {difference}" for difference in verified.differences]
    wrong += [what for result in results for what in _unlike_answers(scene, started, result)]
    found.wrong += len(wrong)
    found.violations += wrong


def _unlike_answers(scene: Scene, started: Started, result: Result) -> Iterator[str]:
    """Say which decisions of a set are not what the asked bot answered, whenever it was asked."""
    secret = started.tournament.plan.secret
    for index in range(len(result.matches)):
        what = f"ids/{result.round}/{result.number}/{index}"
        ids = Ids(digest(secret, what.encode(), "sha256"))
        for at, decision in enumerate(
            record_of(started.schedule, started.game, result, index).decisions
        ):
            answers = scene.memory.answers.get(ids.ask(at), set())
            if decision == FAULT or answers != {decision}:
                yield f"I6: {what}, decision {at} is {decision}, the bot answered {answers}"


async def _check_left(found: _Found, scene: Scene, started: Started) -> None:
    """I5: no lease, open set, fence, journal, slot or orphan of a job is left."""
    expected = {
        keys.tournament(scene.tournament), keys.entries(scene.tournament),
        keys.log(scene.tournament), keys.board(scene.tournament), keys.played(scene.tournament),
        keys.base(scene.tournament), keys.heads(scene.tournament),
        *(keys.done(scene.tournament, r) for r in range(1, started.schedule.rounds + 1)),
    }  # fmt: skip
    there = await _names(scene, f"{keys.tournament(scene.tournament)}*")
    there |= await _names(scene, keys.slots("*"))
    found.violations += [f"I5: the key {name} is left" for name in sorted(there - expected)]
    await until(lambda: _drained(scene), "I5: jobs still wait", _DRAIN_S)
    found.violations += [f"I5: RQ has forgotten {name}" for name in await _orphans(scene)]
    if await scene.app.store.client.run(int, "EXISTS", keys.ALARMS):
        found.violations.append("there is an alarm")


async def _drained(scene: Scene) -> bool:
    return not await scene.app.store.queue.waiting()


async def _orphans(scene: Scene) -> list[str]:
    """Give the keys of jobs that no registry of RQ's knows, and that would stay for ever.

    What a killed worker leaves is in the list of started jobs (or of those under way there), and
    RQ's own maintenance fails and so forgets it.
    """
    run = scene.app.store.client.run
    known = set(await run(list[bytes], "LRANGE", f"rq:queue:{keys.QUEUE}:intermediate", 0, -1))
    for registry in (f"rq:wip:{keys.QUEUE}", f"rq:failed:{keys.QUEUE}"):
        known |= {
            job.partition(b":")[0] for job in await run(list[bytes], "ZRANGE", registry, 0, -1)
        }
    jobs = {name: name.removeprefix("rq:job:").encode() for name in await _names(scene, "rq:job:*")}
    unknown = [name for name, job in jobs.items() if job not in known]
    return [name for name in sorted(unknown) if await run(int, "TTL", name) == -1]


def _check_counts(
    found: _Found,
    counters: Counter[str],
    logged: int,
    again: int,
    extra: int,
    *,
    rolled_back: bool,
) -> None:
    """I7: the counters say what is in the log; I6: a resumed set puts one ask of a seat again."""
    if counters["sets_committed"] != logged:
        counted = counters["sets_committed"]
        found.violations.append(f"I7: {counted} sets were counted as committed, {logged} are")
    if again > 2 * extra and not rolled_back:
        found.violations.append(f"I6: {again} asks were put again, by {extra} extra runs")


async def _names(scene: Scene, pattern: str) -> set[str]:
    found = await scene.app.store.client.run(list[bytes], "KEYS", pattern)
    return {name.decode() for name in found}
