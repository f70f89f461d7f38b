"""The witness of what was public: real servers lose the ends of their real files."""

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from arena.service import witness as module
from arena.service.witness import Witness
from arena.store.results import Committed
from arena.store.store import Store, open_store
from tests.mortal import Server
from tests.store.cup import Cup


def file(server: Server) -> Path:
    """Give its append-only file."""
    (only,) = (server.data / "appendonlydir").glob("*.incr.aof")
    return only


def written(server: Server) -> int:
    """Give the bytes that are in its append-only file now."""
    return file(server).stat().st_size


def lose(server: Server, from_: int) -> None:
    """Kill it, lose what it wrote from this byte on, and start it again."""
    server.kill()
    with file(server).open("r+b") as end:
        end.truncate(from_)
    server.start()


@pytest.fixture
async def store(mortal: Server) -> AsyncIterator[Store]:
    """The store in it."""
    async with open_store(mortal.url) as store:
        yield store


@pytest.fixture
async def cup(store: Store) -> Cup:
    """A tournament of three bots, in round 1, with four open sets."""
    cup = Cup(store)
    await cup.start()
    return cup


@pytest.fixture
async def witness(cup: Cup) -> Witness:
    """A witness that has seen the round begin."""
    witness = Witness(cup.store)
    await witness.look()
    return witness


async def alarms(store: Store) -> list[tuple[str, int | None, str]]:
    """Give kind, set and reason of all alarms."""
    raised = [each.alarm for each in await store.alarms.newest(99)]
    assert {alarm.tournament for alarm in raised} <= {Cup.id}
    return [(alarm.kind, alarm.set, alarm.why) for alarm in raised]


async def commit_other(cup: Cup, number: int) -> None:
    """Commit a set with another digest than `Cup.commit` does."""
    claim = await cup.claim(number)
    commit = msgspec.structs.replace(cup.result(number, claim.fence), digest=b"another")
    assert isinstance(await cup.commit_after_head(commit), Committed)


async def test_results_that_are_lost_are_missed_once(
    cup: Cup, witness: Witness, mortal: Server
) -> None:
    """The alarm names the tournament and how many sets are gone."""
    await cup.commit(0)
    kept = written(mortal)
    await cup.commit(1)
    await cup.commit(2)
    await witness.look()
    lose(mortal, kept)
    assert await cup.store.results.count(cup.id) == 1

    for _ in range(3):
        await witness.look()
    gone = ("rolled_back", None, "2 sets that were in its log are not any more")
    assert await alarms(cup.store) == [gone]


async def test_a_set_that_comes_to_another_result_is_named(
    cup: Cup, witness: Witness, mortal: Server
) -> None:
    """One that comes to the same again is none; nor is the new one when it is seen once more."""
    kept = written(mortal)
    await cup.commit(0)
    await cup.commit(1)
    await witness.look()
    lose(mortal, kept)
    await cup.commit(0)
    await commit_other(cup, 1)
    for _ in range(3):
        await witness.look()

    lost, changed = await alarms(cup.store)
    assert lost[0] == "rolled_back"
    assert changed[:2] == ("changed", 1)
    assert b"digest 1".hex() in changed[2]
    assert b"another".hex() in changed[2]


async def test_it_remembers_also_where_all_it_knew_of_is_gone(store: Store, mortal: Server) -> None:
    """A tournament may be gone with its sets, and come again."""
    kept = written(mortal)
    cup = Cup(store)
    witness = Witness(store)
    await witness.look()
    await cup.start()
    await cup.commit(0)
    await witness.look()
    lose(mortal, kept)
    await witness.look()
    await cup.start()
    await commit_other(cup, 0)
    await witness.look()

    assert [kind for kind, *_ in await alarms(store)] == ["rolled_back", "changed"]


async def test_a_restart_that_loses_nothing_raises_nothing(
    cup: Cup, witness: Witness, mortal: Server
) -> None:
    """Nor does anything that it has never seen."""
    await cup.commit(0)
    await witness.look()
    lose(mortal, written(mortal))
    await witness.look()
    await cup.commit(1)
    await witness.look()
    await Witness(cup.store).look()

    assert await alarms(cup.store) == []


async def test_several_witnesses_raise_one_alarm(
    cup: Cup, witness: Witness, mortal: Server
) -> None:
    """Unless they do in the same moment."""
    other = Witness(cup.store)
    await other.look()
    kept = written(mortal)
    await cup.commit(0)
    for each in (witness, other):
        await each.look()
    lose(mortal, kept)
    await commit_other(cup, 0)
    for each in (witness, other):
        await each.look()

    assert [kind for kind, *_ in await alarms(cup.store)] == ["rolled_back", "changed"]


async def test_it_catches_up_with_more_than_a_page(
    cup: Cup, witness: Witness, mortal: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One look goes to the end of the feed."""
    monkeypatch.setattr(module, "_PAGE", 2)
    kept = written(mortal)
    for number in range(cup.sets):
        await cup.commit(number)
    await witness.look()
    lose(mortal, kept)
    await witness.look()

    ((_, _, why),) = await alarms(cup.store)
    assert why.startswith(f"{cup.sets} sets")


async def test_its_memory_is_bounded(
    cup: Cup, mortal: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It forgets the oldest: a store loses its last second, not its last hour."""
    monkeypatch.setattr(module, "MOST", 2)
    witness = Witness(cup.store)
    await witness.look()
    kept = written(mortal)
    for number in range(cup.sets):
        await cup.commit(number)
    await witness.look()
    lose(mortal, kept)
    await commit_other(cup, 0)
    await commit_other(cup, 3)
    await witness.look()

    assert [(kind, number) for kind, number, _ in await alarms(cup.store)] == [
        ("rolled_back", None),
        ("changed", 3),
    ]
