"""Leases, fences, journals and slots: who may play a set, and who not any more."""

import asyncio

import pytest

from arena.store.sets import Addition, Claim, Refusal
from tests.store.cup import LEASE_MS, Cup


async def lapse() -> None:
    """Wait until a brief lease has ended."""
    await asyncio.sleep(LEASE_MS * 2 / 1_000)


async def test_a_set_is_leased_to_one(cup: Cup) -> None:
    """The first gets fence 1 and an empty journal; the second is told that it is busy."""
    assert await cup.claim(0) == Claim(1, [])
    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")


@pytest.mark.parametrize(("round_number", "number"), [(1, 4), (2, 0), (0, 0)])
async def test_only_an_open_set_of_this_round_can_be_claimed(
    cup: Cup, round_number: int, number: int
) -> None:
    """A set that is not in the schedule or of another round is gone."""
    assert await cup.store.sets.claim(cup.id, round_number, number, {}) == Refusal("GONE")


async def test_a_lapsed_lease_gives_the_set_and_its_journal_to_the_next(cup: Cup) -> None:
    """The next holder gets a higher fence, and what the first has journalled."""
    first = await cup.brief.claim(cup.id, 1, 0, {})
    assert isinstance(first, Claim)
    assert await cup.brief.append(cup.id, 1, [Addition(0, first.fence, 0, [b"a", b"b"])]) == [True]
    await lapse()

    assert await cup.brief.claim(cup.id, 1, 0, {}) == Claim(2, [b"a", b"b"])


async def test_whoever_holds_an_old_fence_writes_nothing(cup: Cup) -> None:
    """The first holder is told, and the journal stays as the second has it."""
    await cup.brief.claim(cup.id, 1, 0, {})
    await lapse()
    second = await cup.claim(0)

    assert await cup.store.sets.append(cup.id, 1, [Addition(0, 1, 0, [b"late"])]) == [False]
    assert await cup.store.sets.append(cup.id, 1, [Addition(0, second.fence, 0, [b"x"])]) == [True]


async def test_an_accepted_entry_renews_the_lease(cup: Cup) -> None:
    """A set that is being played stays with its player."""
    await cup.brief.claim(cup.id, 1, 0, {})
    await cup.store.sets.append(cup.id, 1, [Addition(0, 1, 0, [b"a"])])
    await lapse()

    assert await cup.brief.claim(cup.id, 1, 0, {}) == Refusal("BUSY")


async def test_the_same_entry_twice_is_kept_once(cup: Cup) -> None:
    """The client may resend when a reply is lost."""
    await cup.brief.claim(cup.id, 1, 0, {})
    for _ in range(2):
        assert await cup.brief.append(cup.id, 1, [Addition(0, 1, 0, [b"a"])]) == [True]
    assert await cup.brief.append(cup.id, 1, [Addition(0, 1, 1, [b"b"])]) == [True]
    await lapse()

    assert await cup.brief.claim(cup.id, 1, 0, {}) == Claim(2, [b"a", b"b"])


@pytest.mark.parametrize(("at", "entry"), [(0, b"other"), (2, b"after a gap")])
async def test_an_entry_that_does_not_fit_the_journal_is_refused(
    cup: Cup, at: int, entry: bytes
) -> None:
    """Neither another one in the same place nor one beyond the end."""
    await cup.claim(0)
    await cup.store.sets.append(cup.id, 1, [Addition(0, 1, 0, [b"a"])])

    assert await cup.store.sets.append(cup.id, 1, [Addition(0, 1, at, [entry])]) == [False]


async def test_sets_of_one_call_do_not_depend_on_each_other(cup: Cup) -> None:
    """One that is fenced off does not keep the other's entry out."""
    await cup.claim(0)
    await cup.claim(1)

    additions = [Addition(0, 7, 0, [b"a"]), Addition(1, 1, 0, [b"b", b"c"])]
    assert await cup.store.sets.append(cup.id, 1, additions) == [False, True]


async def test_a_bot_plays_no_more_sets_than_its_limit(cup: Cup) -> None:
    """The refusal names the bot that is full, and takes no slot of the other."""
    await cup.claim(0, limit=1)
    limits = {cup.bots[2]: 1, cup.bots[1]: 1}

    assert await cup.store.sets.claim(cup.id, 1, 1, limits) == Refusal("FULL", cup.bots[1])
    alone = await cup.store.sets.claim(cup.id, 1, 1, {cup.bots[2]: 1})
    assert isinstance(alone, Claim)


async def test_a_commit_gives_the_slots_back(cup: Cup) -> None:
    """The next set of the same bots can be claimed at once."""
    claim = await cup.claim(0, limit=1)
    await cup.store.results.commit(cup.result(0, claim.fence))

    await cup.claim(1, limit=1)


async def test_a_dead_workers_slots_end_with_its_lease(cup: Cup) -> None:
    """A slot is held as long as the lease of its set, and no longer."""
    await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 1})
    await lapse()

    await cup.claim(1, limit=1)


async def test_idle_sets_are_given_once_until_their_mark_is_stale(cup: Cup) -> None:
    """Leased and lately enqueued sets are not idle."""
    await cup.claim(2)
    assert await cup.brief.take_idle(cup.id, 1, 2) == [0, 1]
    assert await cup.brief.take_idle(cup.id, 1, 9) == [3]
    assert await cup.brief.take_idle(cup.id, 1, 9) == []
    await lapse()

    assert await cup.brief.take_idle(cup.id, 1, 9) == [0, 1, 3]


async def test_an_enqueued_set_can_be_claimed(cup: Cup) -> None:
    """The mark keeps janitors away, not players."""
    await cup.store.sets.take_idle(cup.id, 1, 9)

    await cup.claim(0)


async def test_a_lapsed_set_is_idle(cup: Cup) -> None:
    """What a dead worker held is enqueued again."""
    await cup.brief.claim(cup.id, 1, 0, {})
    await lapse()

    assert 0 in await cup.brief.take_idle(cup.id, 1, 9)
