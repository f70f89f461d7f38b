"""The invariants I1 to I7, checked after every fault; I8 is the scene's, when it is left.

What may live here: comparing what is kept with the schedule, with the bots' memory, with itself.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from hmac import digest

import msgspec
from redis import Redis
from rq import Queue
from rq.job import Job

from arena.engine.ask import FAULT
from arena.match.ids import Ids
from arena.service.calls import GOOD, Totals
from arena.service.started import Started, find_started
from arena.store import keys
from arena.tournament.elo import START
from arena.tournament.log import Result, decode_entry, latencies_of, record_of
from tests.faults.scene import Scene
from tests.waiting import until

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


async def check(
    scene: Scene,
    *,
    rolled_back: bool = False,
    unreachable: bool = False,
    put_again: int = 0,
    alarms: Collection[str] = (),
) -> Outcome:
    """Hold the finished contest of a scene to the invariants; fail with all that do not hold.

    `rolled_back`: the store lost its last writes on purpose, journals too, so that asks may have
    been put again more often than sets were claimed again, and answered in another way then.
    `unreachable`: the bots were so at times, and decisions may be faults. `put_again` asks may have
    been so by whoever had put them, after an outage of his. `alarms` are the kinds of those that
    the fault must have raised.
    """
    started = await find_started(scene.app.store.tournaments, scene.tournament)
    results, counters = await _log(scene), await scene.counters()
    lost, doubled, foreign = _against_schedule(started, results)
    wrong = [*foreign, *await _wrong_ratings(scene)]
    wrong += await _wrong_matches(
        scene, started, results, faults=unreachable, rolled_back=rolled_back
    )
    outcome = msgspec.structs.replace(
        _counted(scene, results, counters), lost=len(lost), wrong=len(wrong), doubled=len(doubled)
    )
    violations = [*lost, *doubled, *wrong, *await _left(scene, started)]
    violations += _miscounted(outcome, counters, put_again, rolled_back=rolled_back)
    violations += _unlike_metrics(started, results, counters)
    violations += _other_alarms(await alarms_raised(scene), set(alarms))
    assert not violations, "\n".join([f"{outcome}", *violations])
    return outcome


async def _log(scene: Scene) -> list[Result]:
    """Give the whole log."""
    results, after = list[Result](), None
    while page := await scene.app.store.results.read(scene.tournament, after, _PAGE):
        entries = [decode_entry(logged.result) for logged in page]
        results += [entry for entry in entries if isinstance(entry, Result)]
        after = page[-1].id
    return results


def _counted(scene: Scene, results: Sequence[Result], counters: Counter[str]) -> Outcome:
    """Give what was played, and how much of it more than once."""
    return Outcome(
        sets=len(results),
        matches=sum(len(result.matches) for result in results),
        extra_runs=counters["sets_claimed"] - counters["sets_committed"],
        asked_again=scene.memory.asked.total() - len(scene.memory.asked),
    )


def _against_schedule(
    started: Started, results: Sequence[Result]
) -> tuple[list[str], list[str], list[str]]:
    """I1: every scheduled set has exactly one result. Give those lost, doubled, and not planned.

    One that was made void may have none.
    """
    schedule = started.schedule
    planned = {
        (round_, number)
        for round_ in range(1, schedule.rounds + 1)
        for number in (*schedule.numbers(round_), *schedule.reruns(round_))
    }
    logged = Counter((result.round, result.number) for result in results)
    lost = planned - logged.keys() - schedule.voids.sets
    return (
        [f"I1: set {r}/{n} is lost" for r, n in sorted(lost)],
        [
            f"I1: set {r}/{n} is doubled"
            for r, n in sorted((logged - Counter(set(logged))).elements())
        ],
        [f"I1: set {r}/{n} is not planned" for r, n in sorted(logged.keys() - planned)],
    )


async def _wrong_ratings(scene: Scene) -> list[str]:
    """I2 and I3: the board is what a rebuild gives, and nobody gained from nowhere."""
    rebuilt = await scene.app.audit.rebuild(scene.tournament)
    wrong = [f"I2: {difference}" for difference in rebuilt.differences]
    board = dict(await scene.app.store.boards.ratings(scene.tournament))
    if sum(board.values()) != len(scene.bots) * START:
        wrong.append(f"I3: the ratings {board} are not {len(scene.bots)} × {START} in sum")
    return wrong


async def _wrong_matches(
    scene: Scene,
    started: Started,
    results: Sequence[Result],
    *,
    faults: bool,
    rolled_back: bool,
) -> list[str]:
    """I4 and I6: every match verifies, and holds of every ask what its bot answered to it."""
    verified = await scene.app.audit.verify(scene.tournament)
    wrong = [f"I4: {difference}" for difference in verified.differences]
    for each in results:
        wrong += _unlike_answers(scene, started, each, faults=faults, rolled_back=rolled_back)
    return wrong


def _unlike_answers(
    scene: Scene, started: Started, result: Result, *, faults: bool, rolled_back: bool
) -> Iterator[str]:
    """Say which decisions of a set are not what the asked bot answered, whenever it was asked.

    `faults` are passed over, where a bot need not have been asked. Where the store was
    `rolled_back`, a bot may have given several answers, of which one counts.
    """
    secret = started.tournament.plan.secret
    for index in range(len(result.matches)):
        what = f"ids/{result.round}/{result.number}/{index}"
        ids = Ids(digest(secret, what.encode(), "sha256"))
        record = record_of(started.schedule, started.game, result, index)
        for at, decision in enumerate(record.decisions):
            if faults and decision == FAULT:
                continue
            answers = scene.memory.answers.get(ids.ask(at), set())
            if decision not in answers or (len(answers) > 1 and not rolled_back):
                yield f"I6: {what}, decision {at} is {decision}, the bot answered {answers}"


async def _left(scene: Scene, started: Started) -> list[str]:
    """I5: no lease, open set, fence, journal, slot or orphan of a job is left."""
    own = scene.tournament
    finished = {
        keys.tournament(own), keys.entries(own), keys.log(own), keys.board(own), keys.played(own),
        keys.base(own), keys.heads(own), keys.audit(own), keys.voids(own), keys.withdrawn(own),
        *(keys.done(own, round_) for round_ in range(1, started.schedule.rounds + 1)),
    }  # fmt: skip
    there = await _names(scene, f"{keys.tournament(own)}*") | await _names(scene, keys.slots("*"))
    left = [f"I5: the key {name} is left" for name in sorted(there - finished)]
    await until(lambda: _drained(scene), "I5: jobs still wait", _DRAIN_S)
    return left + [f"I5: RQ has forgotten {name}" for name in await _orphans(scene)]


async def _drained(scene: Scene) -> bool:
    return not await scene.app.store.queue.waiting()


async def _orphans(scene: Scene) -> list[str]:
    """Give the keys of jobs that RQ has in no list of its own, and that would stay for ever.

    What a killed worker left is in the list of jobs under way, until our own sweep takes it away.
    """
    with Redis.from_url(scene.server.url) as redis:
        queue = Queue(keys.QUEUE, connection=redis)
        known = {
            *queue.get_job_ids(),
            *queue.intermediate_queue.get_job_ids(),
            *queue.started_job_registry.get_job_ids(cleanup=False),
            *queue.failed_job_registry.get_job_ids(cleanup=False),
        }
        return [
            name
            for name in sorted(await _names(scene, f"{Job.redis_job_namespace_prefix}*"))
            if name.removeprefix(Job.redis_job_namespace_prefix) not in known
            and redis.ttl(name) == -1
        ]


def _miscounted(
    outcome: Outcome, counters: Counter[str], put_again: int, *, rolled_back: bool
) -> Iterator[str]:
    """I7: the counters say what is in the log; I6: a resumed set puts one ask of a seat again."""
    if counters["sets_committed"] != outcome.sets:
        yield f"I7: counted as committed are {counters['sets_committed']}, not {outcome.sets}"
    if outcome.asked_again > 2 * outcome.extra_runs + put_again and not rolled_back:
        yield f"I6: {outcome.asked_again} asks were put again by {outcome.extra_runs} extra runs"


def _unlike_metrics(
    started: Started, results: Sequence[Result], counters: Counter[str]
) -> Iterator[str]:
    """I7: what metrics tell of sets, matches and calls is what the log holds, fault by fault."""
    matches = [match for result in results for match in result.matches]
    times = [ms for match in matches for seat in latencies_of(match) for ms in seat]
    calls = len(times) - times.count(None)
    faults = Counter(kind for match in matches for _, kind in match.faults)
    logged = {GOOD: calls - faults.total(), **faults}
    told, game = Totals.of(counters), started.game.name
    if told.sets != {game: len(results)} or told.matches != {game: len(matches)}:
        yield f"I7: told are {told.sets} and {told.matches}, logged {len(results)}, {len(matches)}"
    if {kind: count for kind, count in told.calls.items() if count or kind == GOOD} != logged:
        yield f"I7: told are the calls {told.calls}, logged {logged}"
    if sum(told.latencies) != calls:
        yield f"I7: told are the times of {sum(told.latencies)} calls, logged {calls}"


def _other_alarms(raised: set[str], expected: set[str]) -> Iterator[str]:
    """Say it if there are others than the fault must have raised, or fewer."""
    if raised != expected:
        yield f"alarms: expected {expected}, there are {raised}"


async def alarms_raised(scene: Scene) -> set[str]:
    """Give the kinds of the alarms that were raised."""
    found = await scene.app.store.client.run(
        list[tuple[bytes, list[bytes]]], "XRANGE", keys.ALARMS, "-", "+"
    )
    return {fields[fields.index(b"kind") + 1].decode() for _, fields in found}


async def _names(scene: Scene, pattern: str) -> set[str]:
    found = await scene.app.store.client.run(list[bytes], "KEYS", pattern)
    return {name.decode() for name in found}
