"""Who meets whom, round by round, and how each set stands."""

import asyncio

import pytest

from arena.app import App
from arena.service.errors import Invalid, NotFound
from arena.service.owners import Identity
from arena.service.schedules import RoundView, ScheduledSet
from arena.service.started import find_started
from arena.service.tournaments import TournamentView
from arena.store.sets import Claim
from arena.tournament.config import Config
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_round, start_contest

TABLES = Config(game="sky-5", players=3, rounds=3, deals=2, mode="field", k_schedule=((None, 20),))
VOID = Config(game="sky-5", players=2, rounds=3, mode="off", withdrawal="void")


async def whole(app: App, tournament: TournamentView, round_number: int) -> list[ScheduledSet]:
    """Give all sets of a round, page by page."""
    found, cursor = list[ScheduledSet](), None
    while True:
        page = await app.schedules.round(tournament.id, round_number, cursor, 4)
        found += page.items
        cursor = page.next
        if cursor is None:
            assert len(found) == page.sets
            return found


def states(found: list[ScheduledSet]) -> list[str]:
    """Give how sets stand."""
    return [each.state for each in found]


async def test_a_schedule_is_complete_from_the_start(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Of every round, those to come too, the sets of the pure function; their matches once played,
    which are those of the list of matches.
    """
    cup = await start_contest(app, ada, loopback, TABLES, [by_view] * 4)
    schedule = (await find_started(app.store.tournaments, cup.id)).schedule
    cup = await play_round(app, cup)

    for number in range(1, 4):
        found = await whole(app, cup, number)
        assert [(each.set, each.bots) for each in found] == [
            (each.number, each.bots) for each in schedule.sets(number)
        ]
        assert set(states(found)) == {("done", "open", "planned")[number - 1]}
    listed = (await app.matches.page(cup.id, None, 100)).items
    played = [match for each in await whole(app, cup, 1) for match in each.matches]
    assert sorted(played, key=lambda match: match.id) == sorted(listed, key=lambda match: match.id)
    assert len(played) == len(await whole(app, cup, 1))


async def test_the_round_that_is_played_is_told_first(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Where none is named; at the end it is the last one."""
    cup = await start_contest(app, ada, loopback, bots=[by_view] * 2)

    def where(found: RoundView) -> tuple[int, int, int]:
        return found.round, found.present, found.rounds

    assert where(await app.schedules.round(cup.id, None, None, 1)) == (1, 1, 2)
    cup = await play_round(app, cup)
    assert where(await app.schedules.round(cup.id, None, None, 1)) == (2, 2, 2)
    cup = await play_round(app, cup)
    assert cup.state == "finished"
    assert where(await app.schedules.round(cup.id, None, None, 1)) == (2, 2, 2)


async def test_it_says_how_sets_stand(app: App, ada: Identity, loopback: Loopback) -> None:
    """In play while somebody holds them; void ones with what replaces them; dropped at the end."""
    cup = await start_contest(app, ada, loopback, VOID, [by_view] * 4)
    await app.sets.play(cup.id, 1, [0])
    claim = await app.store.sets.claim(cup.id, 1, 1, {})
    assert isinstance(claim, Claim)
    before = await whole(app, cup, 1)
    assert states(before) == ["done", "playing", *["open"] * (len(before) - 2)]

    await app.direction.void(ada, cup.id, 1, [0], "a power cut", rerun=True)
    gone = before[2].bots[0]
    await app.direction.withdraw(ada, cup.id, gone, "it cheats")
    after = await whole(app, cup, 1)
    again = after[-1]
    assert (after[0].state, len(after[0].matches)) == ("void", VOID.players)
    assert again.replaces is not None
    assert (again.replaces.round, again.replaces.set, again.bots) == (1, 0, before[0].bots)
    for each in after[1:-1]:
        assert (each.state == "void") == (gone in each.bots)
    for each in await whole(app, cup, 3):
        assert each.state == ("void" if gone in each.bots else "planned")

    await app.direction.cancel(ada, cup.id)
    assert set(states(await whole(app, cup, 1))) == {"void", "dropped"}
    assert set(states(await whole(app, cup, 3))) == {"void", "dropped"}


async def test_a_set_that_takes_workers_down_is_held_back(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Until the organiser has it tried again; a lease that was given back is open."""
    cup = await start_contest(app, ada, loopback)
    await app.store.client.run(int, "ZADD", f"arena:t:{cup.id}:open", "XX", "CH", "+inf", "0")
    claim = await app.store.sets.claim(cup.id, 1, 1, {})
    assert isinstance(claim, Claim)
    await app.store.sets.release(cup.id, 1, 1, claim.fence, ())

    assert states(await whole(app, cup, 1))[:2] == ["quarantined", "open"]


async def test_reading_while_sets_are_played_never_loses_one(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A set is open, in play or done at every moment, and goes no way back."""
    order = ["open", "playing", "done"]
    cup = await start_contest(app, ada, loopback, DUEL, [by_view] * 4)
    playing = asyncio.create_task(play_round(app, cup))
    seen = states(await whole(app, cup, 1))
    while not playing.done():
        now = states(await whole(app, cup, 1))
        assert all(order.index(a) <= order.index(b) for a, b in zip(seen, now, strict=True))
        seen = now
        await asyncio.sleep(0.02)
    await playing

    assert set(states(await whole(app, cup, 1))) == {"done"}


async def test_there_is_no_schedule_before_the_start(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It follows from the entries; nor is there one of a round that will not be."""
    cup = await open_contest(app, ada, loopback, DUEL, [by_view, by_view])
    with pytest.raises(NotFound):
        await app.schedules.round(cup.id, None, None, 50)

    cup = await app.tournaments.start(ada, cup.id)
    for number in (0, 3):
        with pytest.raises(Invalid, match=f"round: expected 1 to 2, got {number}"):
            await app.schedules.round(cup.id, number, None, 50)
    for cursor in ("0", "-1", "99", "1-1", "one", "9" * 30):
        with pytest.raises(Invalid, match="cursor"):
            await app.schedules.round(cup.id, 1, cursor, 50)
