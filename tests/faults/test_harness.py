"""The harness itself: a contest that nobody disturbs passes, and every harm is found."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arena.store import keys
from arena.store.client import Argument, Client, open_client
from arena.store.errors import StoreAway
from tests.faults.check import check
from tests.faults.island import NoIslandError, make_island
from tests.faults.posts import Post, gone, marked
from tests.faults.proxy import Proxy, Toxics
from tests.faults.recovery import Recovery
from tests.faults.report import Report
from tests.faults.scene import Scene
from tests.loopback import by_view
from tests.sizes import full
from tests.waiting import until

FOUR = (by_view,) * 4


async def test_an_undisturbed_contest_loses_nothing_and_runs_nothing_twice(
    fault_report: Report,
) -> None:
    """The control, with which the other rows are to be compared."""
    async with Scene(matches=full(60, 1_000)) as scene:
        await scene.finished()
        outcome = await check(scene)

    assert outcome.sets == scene.sets
    assert outcome.extra_runs == 0
    assert outcome.asked_again == 0
    fault_report("none", "nobody disturbs it", 0, outcome)


async def test_check_finds_what_must_not_be_in_the_store() -> None:
    """Each harm is done to a finished contest, and undone before the next."""
    async with Scene(matches=12, workers=1, bots=FOUR) as scene:
        await scene.finished()
        run, own = scene.app.store.client.run, scene.tournament
        bot = (await scene.app.store.boards.ratings(own))[0][0]
        log = await run(list[tuple[bytes, list[bytes]]], "XRANGE", keys.log(own), "-", "+")
        harms: list[tuple[str, tuple[Argument, ...], tuple[Argument, ...]]] = [
            (
                "I2: bot",
                ("ZINCRBY", keys.board(own), 1, bot),
                ("ZINCRBY", keys.board(own), -1, bot),
            ),
            ("I5:.*fences", ("HSET", keys.fences(own), 0, 1), ("DEL", keys.fences(own))),
            ("I5:.*open", ("ZADD", keys.open_sets(own), 1, 0), ("DEL", keys.open_sets(own))),
            ("I5:.*slots", ("SADD", keys.slots(bot), "x"), ("DEL", keys.slots(bot))),
            ("I5: RQ", ("HSET", "rq:job:lost", "status", "started"), ("DEL", "rq:job:lost")),
            (
                "I7: counted",
                ("HINCRBY", keys.COUNTERS, "sets_committed", 1),
                ("HINCRBY", keys.COUNTERS, "sets_committed", -1),
            ),
            ("alarms:", ("XADD", keys.ALARMS, "*", "kind", "conflict"), ("DEL", keys.ALARMS)),
        ]
        for found, harm, undo in harms:
            await run(object, *harm)
            with pytest.raises(AssertionError, match=found):
                await check(scene)
            await run(object, *undo)
        await check(scene)

        await run(bytes, "XADD", keys.log(own), "*", *log[0][1])
        with pytest.raises(AssertionError, match=r"doubled=1[\s\S]*I1: set 1/\d+ is doubled"):
            await check(scene)
        await run(int, "XDEL", keys.log(own), log[1][0])
        with pytest.raises(AssertionError, match=r"lost=1[\s\S]*I1: set 1/\d+ is lost"):
            await check(scene)


async def test_check_finds_what_the_bots_did_not_answer() -> None:
    """A decision that is not the bot's, and an ask that was put again without need."""
    async with Scene(matches=12, workers=1, bots=FOUR) as scene:
        await scene.finished()
        ask = next(iter(scene.memory.asked))
        scene.memory.asked[ask] += 1
        with pytest.raises(AssertionError, match="I6: 1 asks were put again by 0 extra runs"):
            await check(scene)
        scene.memory.asked[ask] -= 1
        scene.memory.answers[ask].add(99)
        with pytest.raises(AssertionError, match=r"wrong=1[\s\S]*I6: .*the bot answered"):
            await check(scene)


async def test_a_scene_misses_what_is_left() -> None:
    """A process whose parent is gone, and a file that is still open."""
    scene = Scene(workers=0, janitors=0, bots=FOUR)
    await scene.__aenter__()
    orphan = scene.start("worker", prefix=("sh", "-c", "sleep 60 & wait", "sh"))
    await until(lambda: _has_child(orphan), "no child")
    left = os.open(os.devnull, os.O_RDONLY)
    with pytest.raises(AssertionError, match=r"I8: .*outlived its parent\n1 open files are left"):
        await scene.__aexit__(None, None, None)

    os.close(left)
    assert not marked(scene.directory)


async def _has_child(post: Post) -> bool:
    return bool(post.horses())


async def test_recovery_lasts_until_what_was_played_goes_on() -> None:
    """Nothing goes on while there is no worker; the scene gives it back, and it is timed."""
    scene = Scene(matches=12, workers=1, bots=[by_view] * 4)
    async with scene, Recovery(scene) as recovery:
        async with scene.busy_worker() as worker:
            worker.kept = False
            horses = worker.horses()
            worker.send(signal.SIGKILL)
            await gone(horses)  # else what it has sent may arrive later
            await recovery.mark()
        with pytest.raises(AssertionError, match="did not go on"):
            await recovery.worst_s(deadline_s=1.0)
        worker.kept = True
        assert await recovery.worst_s() > 1.0
        await scene.finished()
        assert worker.codes == [-signal.SIGKILL]
        assert (await check(scene)).extra_runs > 0


@pytest.fixture
async def proxy(store_url: str, tmp_path: Path) -> AsyncIterator[Proxy]:
    """A way to the store of the tests."""
    async with Proxy(Path(store_url.removeprefix("unix://")), tmp_path / "p") as proxy:
        yield proxy


@pytest.fixture
async def client(proxy: Proxy) -> AsyncIterator[Client]:
    """A client that comes this way."""
    async with open_client(proxy.url) as client:
        yield client


async def test_a_lost_answer_is_lost_once_and_the_call_carried_out(
    proxy: Proxy, client: Client
) -> None:
    """The client sends the call again, and finds that it was done."""
    proxy.toxics = Toxics(drop=frozenset({"draft"}))
    names = [*"abcde"]
    values: list[Argument] = ["plan", "x", 1, "head", 9, "owner", "name"]
    assert await client.call(bytes, "draft", names, values) == b"OK"
    assert await client.call(bytes, "draft", names, values) == b"OK"

    assert proxy.dropped == {"draft": 1}


async def test_held_answers_come_when_the_way_is_healed(proxy: Proxy, client: Client) -> None:
    """Meanwhile the command is carried out; held requests are not."""
    for toxics, done in ((Toxics(hold_answers=True), 1), (Toxics(hold_requests=True), 0)):
        proxy.toxics = toxics
        asked = asyncio.create_task(client.run(int, "INCR", "x"))
        await asyncio.sleep(0.2)
        assert not asked.done()
        async with open_client(proxy.store_url) as beside:
            assert int(await beside.find(bytes, "GET", "x") or 0) == done
        proxy.heal()
        assert await asked == 1
        await client.run(int, "DEL", "x")


async def test_a_refused_way_is_a_store_that_is_away(proxy: Proxy, client: Client) -> None:
    """Until it is healed."""
    proxy.toxics = Toxics(refuse=True)
    with pytest.raises(StoreAway):
        await client.run(bytes, "PING")
    proxy.heal()
    assert await client.run(bytes, "PING") == b"PONG"


async def test_a_slow_and_breaking_way_still_leads_there(proxy: Proxy, client: Client) -> None:
    """What is sent arrives whole: the client tries again what was broken."""
    proxy.toxics = Toxics(latency_ms=5, reset=0.2, bytes_per_s=50_000)
    sent = b"x" * 2_000
    for _ in range(10):
        assert await client.run(bytes, "ECHO", sent) == sent

    assert proxy.resets > 0


def test_an_island_leaves_nothing_behind() -> None:
    """Neither a link nor a process, also where what is done there fails."""
    links = set[str]()

    def fail() -> None:
        with make_island() as made:
            links.update((made.bots.link, made.store.link))
            assert links <= _links()
            raise ZeroDivisionError

    try:
        with pytest.raises(ZeroDivisionError):
            fail()
    except NoIslandError as error:
        pytest.skip(f"no network namespace: {error}")
    assert not links & _links()


def _links() -> set[str]:
    return {each.name for each in Path("/sys/class/net").iterdir()}
