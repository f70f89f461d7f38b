"""Leases, fences, journals and slots: who may play a set, and who not any more."""

import asyncio

import pytest

from arena.store import keys
from arena.store.sets import Addition, Claim, Idle, Refusal
from tests.store.cup import LEASE_MS, Cup


async def lapse() -> None:
    """Wait until a brief lease has ended."""
    await asyncio.sleep(LEASE_MS * 1.25 / 1_000)


async def test_a_set_is_leased_to_one(cup: Cup) -> None:
    """The first gets fence 1 and an empty journal; the second is told that it is busy."""
    assert await cup.claim(0) == Claim(1, [])
    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")


async def test_a_claim_whose_answer_was_lost_is_given_again(cup: Cup) -> None:
    """The same fence, counted once: else the set would wait for a lease that nobody knew of."""
    first = await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 1}, "t")
    assert await cup.store.sets.claim(cup.id, 1, 0, {cup.bots[0]: 1}, "t") == first
    await lapse()

    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")
    assert await cup.store.client.run(bytes, "HGET", keys.COUNTERS, "sets_claimed") == b"1"


async def test_a_ticket_is_good_for_one_claim(cup: Cup) -> None:
    """A command that arrives when its sender has long gone on takes no set from anybody."""
    for number in range(3):
        claim = await cup.store.sets.claim(cup.id, 1, number, {}, f"t{number}")
        assert isinstance(claim, Claim)
    await cup.store.sets.release(cup.id, 1, 0, 1, ())
    await cup.store.sets.release(cup.id, 1, 1, 1, ())
    await cup.claim(1)
    await cup.store.results.commit(cup.result(2, 1))

    late = [await cup.store.sets.claim(cup.id, 1, number, {}, f"t{number}") for number in range(3)]
    assert late == [Refusal("BUSY"), Refusal("BUSY"), Refusal("GONE")]
    await cup.claim(0)


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


async def test_a_lease_that_has_run_out_is_not_renewed(cup: Cup) -> None:
    """The bot's slot may be another set's by now, and both would be played from then on."""
    await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 1})
    await lapse()
    await cup.claim(1, limit=1)

    for entries in ([b"late"], []):
        assert await cup.store.sets.append(cup.id, 1, [Addition(0, 1, 0, entries)]) == [False]
    assert await cup.store.sets.claim(cup.id, 1, 0, {cup.bots[0]: 1}) == Refusal(
        "FULL", cup.bots[0]
    )


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


async def test_idle_sets_are_given_once(cup: Cup) -> None:
    """Leased and lately enqueued sets are not idle."""
    await cup.claim(2)
    for most, given in ((2, [0, 1]), (9, [3]), (9, [])):
        idle = await cup.store.sets.take_idle(cup.id, 1, most)
        assert [each.number for each in idle] == given


async def test_a_set_whose_mark_is_stale_is_idle_again(cup: Cup) -> None:
    """Its job was lost."""
    assert await idle(cup) == [0, 1, 2, 3]
    assert await idle(cup) == []
    await lapse()

    assert await idle(cup) == [0, 1, 2, 3]


async def test_a_store_whose_clock_is_set_back_keeps_no_set_for_that_long(cup: Cup) -> None:
    """Leases and marks of an hour ahead begin anew; a set that was put aside stays there."""
    ahead = await store_s(cup) * 1_000 + 3_600_000
    for number, score in enumerate([str(ahead), str(-ahead), "+inf"]):
        await cup.store.client.run(int, "ZADD", keys.open_sets(cup.id), score, number)
    assert await idle(cup) == [3]
    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")
    await lapse()

    assert await idle(cup) == [0, 1, 3]


async def store_s(cup: Cup) -> int:
    """Give the time of the store's clock."""
    return int((await cup.store.client.run(list[bytes], "TIME"))[0])


async def test_an_enqueued_set_can_be_claimed(cup: Cup) -> None:
    """The mark keeps janitors away, not players."""
    await cup.store.sets.take_idle(cup.id, 1, 9)

    await cup.claim(0)


async def test_a_lapsed_set_is_idle(cup: Cup) -> None:
    """What a dead worker held is enqueued again."""
    await cup.brief.claim(cup.id, 1, 0, {})
    await lapse()

    assert 0 in await idle(cup)


async def idle(cup: Cup, most: int = 9) -> list[int]:
    """Give the numbers of sets that are idle, and mark them."""
    return [each.number for each in await cup.brief.take_idle(cup.id, 1, most)]


async def test_what_was_begun_comes_before_what_was_not(cup: Cup) -> None:
    """However many sets wait, and however few of them are wanted: others wait for its end."""
    await cup.brief.claim(cup.id, 1, 3, {})
    await lapse()
    claim = await cup.claim(2)
    assert await cup.store.sets.release(cup.id, 1, 2, claim.fence, cup.bots[:2])

    found = await cup.brief.take_idle(cup.id, 1, 1)
    assert found == [Idle(2, True, 0), Idle(3, True, 1), Idle(0, False, 0)]


async def lose_holder(cup: Cup, number: int) -> None:
    """Claim a set as somebody who dies with it."""
    claim = await cup.brief.claim(cup.id, 1, number, {cup.bots[0]: 9})
    assert isinstance(claim, Claim)
    await lapse()


async def test_a_set_that_takes_its_holders_down_is_quarantined(cup: Cup) -> None:
    """After five in a row nobody gets it, its last holder may write no more, an alarm names it."""
    for losses in range(1, 5):
        await lose_holder(cup, 0)
        assert Idle(0, True, losses) in await cup.brief.take_idle(cup.id, 1, 9)
    last = await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 9})
    assert isinstance(last, Claim)
    await lapse()

    assert 0 not in await idle(cup)
    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")
    assert await cup.store.sets.quarantined(cup.id) == [0]
    assert await cup.store.sets.append(cup.id, 1, [Addition(0, last.fence, 0, [b"late"])]) == [
        False
    ]
    alarms = await cup.store.client.run(
        list[tuple[bytes, list[bytes]]], "XRANGE", keys.ALARMS, "-", "+"
    )
    assert [fields[1] for _, fields in alarms] == [b"quarantined"]
    assert fields_of(alarms[0][1]) >= {(b"t", cup.id.encode()), (b"round", b"1"), (b"set", b"0")}


async def test_a_claim_of_a_lapsed_set_counts_its_loss_too(cup: Cup) -> None:
    """However the queue brings it about that a set goes from hand to hand."""
    for _ in range(5):
        await lose_holder(cup, 0)

    assert await cup.brief.claim(cup.id, 1, 0, {}) == Refusal("BUSY")
    assert await cup.store.sets.quarantined(cup.id) == [0]


async def test_a_quarantined_set_holds_its_round_and_no_bot(cup: Cup) -> None:
    """It is unfinished until somebody rules, and its bots play on."""
    for _ in range(5):
        await lose_holder(cup, 0)
    assert await cup.brief.claim(cup.id, 1, 0, {}) == Refusal("BUSY")

    assert await cup.store.sets.open_count(cup.id) == cup.sets
    assert not await cup.store.tournaments.open_round(cup.id, 2, cup.sets)
    await cup.claim(1, limit=1)


async def test_a_quarantined_set_can_be_put_back(cup: Cup) -> None:
    """It is idle again, with its journal, and has five holders to lose."""
    for _ in range(5):
        await lose_holder(cup, 0)
    assert await cup.brief.claim(cup.id, 1, 0, {}) == Refusal("BUSY")

    assert await cup.store.sets.retry(cup.id, 1) == [0]
    assert Idle(0, True, 0) in await cup.store.sets.take_idle(cup.id, 1, 9)
    await cup.commit(0)


async def test_a_beat_kept_forgives_the_holders_lost_before(cup: Cup) -> None:
    """A set that comes along is not what takes them down."""
    for _ in range(4):
        await lose_holder(cup, 0)
    claim = await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 9})
    assert isinstance(claim, Claim)
    assert await cup.brief.append(cup.id, 1, [Addition(0, claim.fence, 0, [b"beat"])]) == [True]
    await lapse()

    assert Idle(0, True, 1) in await cup.brief.take_idle(cup.id, 1, 9)


async def test_a_renewed_lease_alone_forgives_nothing(cup: Cup) -> None:
    """A set that hangs before its first beat is as bad as one that kills."""
    await lose_holder(cup, 0)
    claim = await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 9})
    assert isinstance(claim, Claim)
    assert await cup.brief.append(cup.id, 1, [Addition(0, claim.fence, 0, [])]) == [True]
    await lapse()

    assert Idle(0, True, 2) in await cup.brief.take_idle(cup.id, 1, 9)


async def test_a_released_set_is_idle_at_once(cup: Cup) -> None:
    """With no holder lost, and its bots free."""
    claim = await cup.claim(0, limit=1)
    assert await cup.store.sets.release(cup.id, 1, 0, claim.fence, cup.bots[:2])

    assert Idle(0, True, 0) in await cup.store.sets.take_idle(cup.id, 1, 9)
    await cup.claim(1, limit=1)


async def test_a_set_is_not_released_by_whoever_has_lost_it(cup: Cup) -> None:
    """Its new holder keeps lease and slots; a set of another round is none of ours either."""
    late = await cup.brief.claim(cup.id, 1, 0, {cup.bots[0]: 9})
    assert isinstance(late, Claim)
    await lapse()
    ours = await cup.claim(0)

    assert not await cup.store.sets.release(cup.id, 1, 0, late.fence, cup.bots)
    assert not await cup.store.sets.release(cup.id, 2, 0, ours.fence, cup.bots)
    assert await cup.store.sets.claim(cup.id, 1, 0, {}) == Refusal("BUSY")


def fields_of(flat: list[bytes]) -> set[tuple[bytes, bytes]]:
    """Give the fields of a stream's entry."""
    return set(zip(flat[::2], flat[1::2], strict=True))
