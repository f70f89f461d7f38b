"""The steps of a tournament's life in the store."""

from itertools import permutations
from typing import TypeVar

import msgspec
import pytest

from arena.store.client import Argument
from arena.store.store import Store
from tests.store.cup import START, Cup, entry, start

T = TypeVar("T")


async def test_entries_are_taken_while_it_is_open(store: Store) -> None:
    """Not in a draft; once each; the same again is no error."""
    cup = Cup(store)
    await cup.draft()
    first = entry(cup.bots[0])

    assert await store.tournaments.enter(cup.id, first) == "STATE"
    assert await store.tournaments.open(cup.id, cup.plan.owner)
    assert await store.tournaments.enter(cup.id, first) == "OK"
    assert await store.tournaments.enter(cup.id, first) == "OK"
    assert await store.tournaments.enter(cup.id, entry(cup.bots[1])) == "OK"
    assert [each.bot for each in await store.tournaments.entries(cup.id)] == list(cup.bots[:2])


async def test_a_second_entry_of_a_bot_is_refused(store: Store) -> None:
    """The nonce cannot be changed once it is given."""
    cup = Cup(store)
    await cup.draft()
    await store.tournaments.open(cup.id, cup.plan.owner)
    first = entry(cup.bots[0])
    await store.tournaments.enter(cup.id, first)
    other = msgspec.structs.replace(first, nonce=b"1" * 32)

    assert await store.tournaments.enter(cup.id, other) == "TAKEN"
    assert await store.tournaments.entries(cup.id) == [first]


async def test_it_starts_only_with_the_entries_its_seed_was_made_of(store: Store) -> None:
    """An entry that came in between is not left out of the seed."""
    cup = Cup(store)
    await cup.draft()
    await store.tournaments.open(cup.id, cup.plan.owner)
    await store.tournaments.enter(cup.id, entry(cup.bots[0]))
    await store.tournaments.enter(cup.id, entry(cup.bots[1]))

    assert not await store.tournaments.start(cup.plan, start(1))
    assert await store.tournaments.opened() == [cup.id]
    assert await store.tournaments.start(cup.plan, start(2))
    assert await store.tournaments.running() == [cup.id]
    assert await store.tournaments.opened() == []
    assert await store.tournaments.enter(cup.id, entry(cup.bots[2])) == "STATE"


async def test_what_is_cancelled_takes_no_entries_any_more(store: Store) -> None:
    """And is not listed with those that do; nor does opening it once more bring it back."""
    cup = Cup(store)
    await cup.draft()
    assert await store.tournaments.opened() == []
    for _ in range(2):
        assert await store.tournaments.open(cup.id, cup.plan.owner)
    assert await store.tournaments.opened() == [cup.id]
    assert await store.acts.cancel(cup.id, cup.plan.owner)
    assert not await store.tournaments.open(cup.id, cup.plan.owner)
    assert await store.tournaments.opened() == []


async def test_a_round_opens_when_the_one_before_is_done(cup: Cup) -> None:
    """Once, in order, with the ratings as they then are as its base."""
    tournaments = cup.store.tournaments
    assert not await tournaments.open_round(cup.id, 2, cup.sets)
    for number in range(cup.sets):
        await cup.commit(number)
    assert not await tournaments.open_round(cup.id, 3, cup.sets)
    assert await tournaments.open_round(cup.id, 2, cup.sets)
    assert not await tournaments.open_round(cup.id, 2, cup.sets)

    assert await cup.store.boards.base(cup.id) == await cup.ratings()
    assert await cup.store.sets.open_count(cup.id) == cup.sets
    assert await tournaments.heads(cup.id) == [b"head after 3"]


async def test_a_list_takes_two_calls_however_long_it_is(
    cup: Cup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With all that is counted: with calls for each, a few who list would keep the others out."""
    others = [msgspec.structs.replace(Cup.plan, id=f"{i:032x}", created_ms=i) for i in range(2, 9)]
    for plan in others:
        await cup.store.tournaments.draft(plan, b"head")
    await cup.commit(0)
    client, sent = cup.store.client, list[Argument]()
    run = client.run

    async def counted(expected: type[T], *command: Argument) -> T:
        sent.append(command[0])
        return await run(expected, *command)

    monkeypatch.setattr(client, "run", counted)
    listed = await cup.store.tournaments.page(None, 100)
    assert sent == ["ZRANGE", "FCALL"]
    assert listed is not None
    assert [each.tournament.plan for each in listed] == [*reversed(others), Cup.plan]
    last = listed[-1]
    assert (last.entries, last.sets_open, last.sets_quarantined, last.sets_done) == (3, 3, 0, 1)


async def test_the_latest_of_a_game_is_the_last_to_start(store: Store) -> None:
    """It is found without a look at others; a draft is none."""
    cup, tournaments = Cup(store), store.tournaments
    await cup.draft()
    assert await tournaments.latest("sky-5") is None
    await cup.start()

    assert await tournaments.latest("sky-5") == Cup.id
    assert await tournaments.latest("sky-heist") is None


async def test_the_base_does_not_move_within_a_round(cup: Cup) -> None:
    """What sets are rated by is what ratings were when the round began."""
    await cup.commit(0)

    assert set((await cup.store.boards.base(cup.id)).values()) == {START}


async def test_it_finishes_after_its_last_round(cup: Cup) -> None:
    """Not while a set is open; then it runs no more and its last head is kept."""
    tournaments = cup.store.tournaments
    assert not await tournaments.finish(cup.id, 1)
    for number in range(cup.sets):
        await cup.commit(number)
    assert await tournaments.finish(cup.id, 1)

    tournament = await tournaments.get(cup.id)
    assert tournament is not None
    assert tournament.state == "finished"
    assert await tournaments.running() == []
    assert await tournaments.heads(cup.id) == [b"head after 3"]


async def test_the_order_of_commits_does_not_matter(store: Store) -> None:
    """T11, small: every order, with repeated deliveries, gives the same board."""
    boards = []
    for order in permutations(range(Cup.sets)):
        await store.client.run(bytes, "FLUSHALL")
        cup = Cup(store)
        await cup.start()
        for number in order:
            commit = cup.result(number, (await cup.claim(number)).fence)
            await cup.commit_after_head(commit)
            await cup.commit_after_head(commit)
        boards.append((await cup.ratings(), await store.boards.played(cup.id)))

    assert boards.count(boards[0]) == len(boards) == 24
