"""Exhibitions in the store: who plays one, what becomes of it if nobody does, how many are kept."""

from collections.abc import Sequence

import msgspec
import pytest

from arena.engine.record import Header
from arena.store import exhibitions, keys
from arena.store.exhibitions import LATE, LONGEST_WAIT_MS, LOST, MOST_KEPT, Exhibition, Failed
from arena.store.sets import MARK_MS, Refusal, new_ticket
from arena.store.store import Store
from tests.store.cup import Cup
from tests.store.failures import fault

OWNER = "e" * 32
HEADER = Header(game="sky-5", players=2, rounds=1, rules=1, seed="0" * 64, windows=())
ENDED = Failed("a test")
OVER_MS = 2
"""The end of a lease, long ago."""


async def add(store: Store, *numbers: int, owner: str = OWNER) -> list[str]:
    """Keep exhibitions of these numbers; give their ids."""
    ids = [f"{number:032x}" for number in numbers]
    for each in ids:
        exhibition = Exhibition(
            id=each, owner=owner, seats=("house:a", "house:b"), header=HEADER, move_ms=1, bank_ms=1,
            max_strikes=1,
        )  # fmt: skip
        assert await store.exhibitions.add(exhibition) == "OK"
    return ids


async def claim(store: Store, exhibition_id: str) -> int:
    """Claim one that is to be had."""
    fence = await store.exhibitions.claim(exhibition_id, {}, new_ticket())
    assert isinstance(fence, int), fence
    return fence


async def score(store: Store, exhibition_id: str, value: int) -> None:
    """Set the score of an open one: when its lease ends, or negated when it was enqueued."""
    command = ("ZADD", keys.EXHIBITIONS, "XX", "CH", value, exhibition_id)
    assert await store.client.run(int, *command) == 1


async def mark(store: Store, exhibition_id: str) -> int:
    """Give the score of an open one."""
    return int(await store.client.run(bytes, "ZSCORE", keys.EXHIBITIONS, exhibition_id))


async def ending(store: Store, exhibition_id: str) -> object:
    """Give how one ended."""
    kept = await store.exhibitions.get(exhibition_id)
    assert kept is not None
    assert (kept.ending is None) == (kept.ended_ms is None)
    return kept.ending


async def test_one_is_played_by_one(store: Store) -> None:
    """Whoever has not heard the answer asks again with his ticket, and is given the same."""
    (one,) = await add(store, 1)
    first = await store.exhibitions.claim(one, {}, "mine")

    assert await store.exhibitions.claim(one, {}, "mine") == first == 1
    assert await store.exhibitions.claim(one, {}, "another") == Refusal("BUSY")
    assert await store.exhibitions.end(one, first, ENDED, ())
    assert await store.exhibitions.claim(one, {}, "mine") == Refusal("GONE")
    assert await ending(store, one) == ENDED


async def test_a_holder_that_was_overtaken_ends_nothing(store: Store) -> None:
    """Nor does it hold or give back what is another's; and of two ends the first one counts."""
    (one,) = await add(store, 1)
    old = await claim(store, one)
    await score(store, one, OVER_MS)
    new = await claim(store, one)

    assert not await store.exhibitions.renew(one, old)
    assert not await store.exhibitions.release(one, old, ())
    assert not await store.exhibitions.end(one, old, Failed("late"), ())
    assert await store.exhibitions.renew(one, new)
    assert await store.exhibitions.end(one, new, ENDED, ())
    assert await store.exhibitions.end(one, new, ENDED, ()), "sent twice"
    assert not await store.exhibitions.end(one, new, Failed("another"), ())
    assert await ending(store, one) == ENDED


async def test_faults_are_kept_with_its_end_once(store: Store) -> None:
    """Each for its bot; whoever was overtaken, or sends it again, keeps none."""
    (one,) = await add(store, 1)
    first, second = Cup.bots[:2]
    old = await claim(store, one)
    await score(store, one, OVER_MS)
    new = await claim(store, one)
    made = [(first, fault(1)), (first, fault(2)), (second, fault(3))]
    for fence, faults in ((old, made), (new, made), (new, made)):
        await store.exhibitions.end(one, fence, ENDED, [first, second], faults)

    for bot, expected in ((first, [2, 1]), (second, [3])):
        kept = await store.faults.before(bot, None, 9)
        assert [each.fault.latency_ms for each in kept] == expected
        assert {each.during for each in kept} == {"exhibition"}


@pytest.mark.parametrize("lost", [True, False])
async def test_one_that_nobody_ends_is_begun_three_times(store: Store, lost: bool) -> None:
    """Then it has failed, and says why: whether its workers died or gave it back."""
    (one,) = await add(store, 1)
    for _ in range(3):
        fence = await claim(store, one)
        assert await store.exhibitions.take_idle(9) == []
        if lost:
            await score(store, one, OVER_MS)
        else:
            assert await store.exhibitions.release(one, fence, ())
        assert await ending(store, one) is None
        taken = await store.exhibitions.take_idle(9)

    assert taken == []
    assert await ending(store, one) == LOST
    assert await store.client.run(int, "EXISTS", keys.EXHIBITIONS) == 0


async def test_those_that_wait_are_put_into_the_queue_again(store: Store) -> None:
    """Once their marks are stale, as many as there is room for; a mark of the future is none."""
    ids = await add(store, 1, 2, 3)
    now = -await mark(store, ids[0])
    assert await store.exhibitions.take_idle(9) == []
    for each in ids:
        await score(store, each, MARK_MS + 1 - now)

    assert await store.exhibitions.take_idle(2) == ids[:2]
    assert await store.exhibitions.take_idle(9) == ids[2:]
    await score(store, ids[0], -now * 2)
    assert await store.exhibitions.take_idle(9) == []
    assert await mark(store, ids[0]) > -now * 2, "its time begins anew"


async def test_one_that_waits_for_too_long_is_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where all of its bots are busy for ever; what is being played goes on."""
    waiting, in_play = await add(store, 1, 2)
    await claim(store, in_play)
    await score(store, waiting, 0)
    monkeypatch.setattr(exhibitions, "LONGEST_WAIT_MS", -1)

    assert await store.exhibitions.take_idle(9) == []
    assert await ending(store, waiting) == LATE
    assert await ending(store, in_play) is None
    assert LATE.why.startswith(f"it was not begun within {LONGEST_WAIT_MS // 60_000} minutes")


async def test_of_one_that_has_expired_nothing_is_left(store: Store) -> None:
    """Where no janitor ran for a week."""
    (one,) = await add(store, 1)
    await score(store, one, 0)
    assert await store.client.run(int, "DEL", keys.exhibition(one)) == 1

    assert await store.exhibitions.claim(one, {}, "t") == Refusal("GONE")
    await store.exhibitions.take_idle(9)
    assert await store.exhibitions.get(one) is None
    assert await store.exhibitions.page(OWNER, None, 9) == []
    assert await store.client.run(int, "EXISTS", keys.EXHIBITIONS, keys.exhibition(one)) == 0


async def test_an_owner_keeps_the_newest(store: Store) -> None:
    """Older ones give way, but for one that is not over; what others keep is not touched."""
    (stays,) = await add(store, 0)
    (others,) = await add(store, 999, owner="f" * 32)
    ids = list[str]()
    for number in range(1, MOST_KEPT + 3):
        ids += await add(store, number)
        await store.exhibitions.end(ids[-1], await claim(store, ids[-1]), ENDED, ())

    page = await store.exhibitions.page(OWNER, None, 100)
    assert page is not None
    kept = [each.exhibition.id for each in page]
    assert set(kept) == {stays, *ids[-MOST_KEPT:]}
    assert await store.exhibitions.get(ids[0]) is None
    assert await store.exhibitions.get(others) is not None
    assert all(ttl > 0 for ttl in await ttls(store, kept))


async def ttls(store: Store, ids: Sequence[str]) -> list[int]:
    """Give how many ms the records of these will still be kept."""
    return [await store.client.run(int, "PTTL", keys.exhibition(each)) for each in ids]


async def test_there_are_so_many_at_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an owner, and of all; adding one again, as after a lost answer, is none more."""
    monkeypatch.setattr(exhibitions, "MOST_OPEN", 4)
    await add(store, 1, 2, 3)
    await add(store, 3)
    kept = await store.exhibitions.get(f"{3:032x}")
    assert kept is not None
    another = msgspec.structs.replace(kept.exhibition, id="9" * 32)

    assert await store.exhibitions.add(another) == "OWN"
    (fourth,) = await add(store, 4, owner="f" * 32)
    assert await store.exhibitions.add(msgspec.structs.replace(another, owner="a" * 32)) == "FULL"
    assert await store.exhibitions.get("9" * 32) is None
    await store.exhibitions.end(fourth, await claim(store, fourth), ENDED, ())
    assert await store.exhibitions.add(msgspec.structs.replace(another, owner="a" * 32)) == "OK"


async def test_sets_and_exhibitions_share_the_limits_of_a_party(store: Store, cup: Cup) -> None:
    """What either plays counts for both, until it ends, or its lease does."""
    bot = Cup.bots[0]
    (one,) = await add(store, 1)
    await cup.claim(0, limit=2)
    assert await store.exhibitions.claim(one, {bot: 1}, "t") == Refusal("FULL", bot)
    fence = await store.exhibitions.claim(one, {bot: 2}, "t")
    assert isinstance(fence, int)

    refused = await store.sets.claim(Cup.id, 1, 1, {bot: 2})
    assert refused == Refusal("FULL", bot)
    await store.exhibitions.end(one, fence, ENDED, [bot])
    await cup.claim(1, limit=2)
