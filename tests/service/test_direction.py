"""What an organiser does to a tournament in the middle of it."""

import asyncio
from collections.abc import Sequence

import pytest

from arena.app import App
from arena.service.direction import SetView
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.owners import Identity
from arena.store import keys
from arena.tournament.config import Config
from arena.tournament.elo import START
from bots.kit import Ask, Function
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, play_round, prove, start_contest

FOUR: Sequence[Function] = (by_view,) * 4


class Held:
    """Bots that are asked and do not answer before `go` is set."""

    def __init__(self) -> None:
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def bot(self, ask: Ask) -> int:
        """One of them."""
        self.asked.set()
        await self.go.wait()
        return by_view(ask)


async def test_what_is_in_play_when_it_is_paused_is_finished(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """And nothing else is begun, until it is resumed; then it goes on at once."""
    held = Held()
    view = await start_contest(app, ada, loopback, bots=[held.bot] * 2)
    playing = asyncio.create_task(app.sets.play(view.id, 1, [0]))
    await held.asked.wait()
    await app.direction.pause(ada, view.id)
    held.go.set()
    await playing

    paused = await app.tournaments.get(view.id)
    assert (paused.state, paused.round, paused.sets_done) == ("paused", 1, 1)
    await app.direction.resume(ada, view.id)
    resumed = await app.tournaments.get(view.id)
    assert (resumed.state, resumed.round) == ("running", 2)
    ended = await play_all(app, resumed)
    assert ended.state == "finished"
    await prove(app, ended)


async def test_a_paused_tournament_begins_no_set(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whatever job is still in the queue; those that were, are idle again once it goes on."""
    view = await start_contest(app, ada, loopback)
    await app.direction.pause(ada, view.id)
    await app.sets.play(view.id, 1, [0, 1, 2])
    assert (await app.tournaments.get(view.id)).sets_done == 0

    await app.direction.resume(ada, view.id)
    marks = (keys.open_sets(view.id), "-inf", "(0")
    assert await app.store.client.run(int, "ZCOUNT", *marks) == view.sets_open  # enqueued anew
    assert (await play_all(app, await app.tournaments.get(view.id))).state == "finished"


async def test_a_cancelled_tournament_is_over_whatever_is_in_play(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its holders are refused, nothing is left, the secret is shown, no act is possible."""
    held = Held()
    view = await start_contest(app, ada, loopback, bots=[held.bot] * 2)
    playing = asyncio.create_task(app.sets.play(view.id, 1, [0]))
    await held.asked.wait()
    await app.direction.cancel(ada, view.id)
    held.go.set()
    await playing

    ended = await app.tournaments.get(view.id)
    assert (ended.state, ended.sets_done, ended.sets_open) == ("cancelled", 0, 0)
    assert ended.secret is not None
    names = await app.store.client.run(list[bytes], "KEYS", f"{keys.tournament(view.id)}:*")
    assert not [name for name in names if b":j:" in name or name.endswith((b"open", b"fences"))]
    assert view.id not in await app.store.tournaments.running()
    for act in (app.direction.pause, app.direction.resume):
        with pytest.raises(Conflict, match="it is cancelled"):
            await act(ada, view.id)
    await app.direction.cancel(ada, view.id)  # it is done


async def test_a_void_set_is_played_again_in_its_round(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The old record is kept; the rating is the rerun's; the round waits for it."""
    view = await start_contest(app, ada, loopback, bots=FOUR)
    await app.sets.play(view.id, 1, [0])
    done = await app.direction.void(ada, view.id, 1, [0], "a power cut", rerun=True)

    rerun = view.sets_open
    assert (done.voided, done.reruns) == ([SetView(1, 0)], [SetView(1, rerun)])
    assert {row.rating for row in await app.boards.leaderboard(view.id)} == {START}
    await app.sets.play(view.id, 1, list(range(1, view.sets_open)))
    assert (await app.tournaments.get(view.id)).round == 1
    await app.sets.play(view.id, 1, [rerun])
    now = await app.tournaments.get(view.id)
    assert (now.round, now.sets_done) == (2, view.sets_open + 1)
    old, new = [await app.matches.get(f"{view.id}-1-{n}-0") for n in (0, rerun)]
    assert set(old.bots) == set(new.bots)
    assert old.digest != new.digest
    await prove(app, await play_all(app, now))


async def test_a_set_in_play_is_taken_from_its_holder_by_a_void(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It is in no log; without a rerun its place stays empty, and the tournament ends."""
    held = Held()
    config = Config(game="sky-5", players=2, rounds=1, mode="rotation")
    view = await start_contest(app, ada, loopback, config, [held.bot] * 2)
    playing = asyncio.create_task(app.sets.play(view.id, 1, [0]))
    await held.asked.wait()
    await app.direction.void(ada, view.id, 1, None, "they knew the cards", rerun=False)
    held.go.set()
    await playing

    ended = await app.tournaments.get(view.id)
    assert (ended.state, ended.sets_open) == ("finished", 0)
    assert await app.store.results.get(view.id, 1, 0) is None
    await prove(app, ended)


async def test_a_round_is_void_and_played_again_after_later_ones_have_begun(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """What it changed is taken back, the base of the present round is left alone."""
    view = await start_contest(app, ada, loopback, bots=FOUR)
    second = await play_round(app, view)
    assert second.round == 2
    base = await app.store.boards.base(view.id)
    done = await app.direction.void(ada, view.id, 1, None, "a broken bot", rerun=True)

    assert len(done.voided) == len(done.reruns) == view.sets_open
    assert {row.rating for row in await app.boards.leaderboard(view.id)} == {START}
    assert await app.store.boards.base(view.id) == base
    again = await app.direction.void(ada, view.id, 1, None, "once more", rerun=True)
    assert (again.voided, again.reruns) == ([], [])
    numbers = await app.store.sets.open_numbers(view.id)
    await app.sets.play(view.id, 2, numbers)
    ended = await app.tournaments.get(view.id)
    assert ended.state == "finished"
    assert sum(row.sets for row in await app.boards.leaderboard(view.id)) == 2 * len(numbers)
    await prove(app, ended)


async def test_sets_that_are_none_are_not_made_void(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Nothing is half done: not a round to come, no unknown number, not others' tournaments."""
    view = await start_contest(app, ada, loopback)
    void = app.direction.void
    with pytest.raises(Invalid, match="round: expected one that has begun, 1 to 1, got 2"):
        await void(ada, view.id, 2, None, "why", rerun=True)
    with pytest.raises(Invalid, match=r"sets: expected sets of round 1, got \[77\]"):
        await void(ada, view.id, 1, [0, 77], "why", rerun=True)
    with pytest.raises(Invalid, match="reason: expected 1 to 200 printable characters"):
        await void(ada, view.id, 1, [0], "line\nline", rerun=True)
    with pytest.raises(NotFound):
        await void(bob, view.id, 1, [0], "why", rerun=True)
    assert (await app.tournaments.get(view.id)).sets_open == view.sets_open
    await app.direction.cancel(ada, view.id)
    with pytest.raises(Conflict, match="state: expected running or paused, it is cancelled"):
        await void(ada, view.id, 1, [0], "why", rerun=True)


async def test_of_two_acts_at_once_one_is_done(app: App, ada: Identity, loopback: Loopback) -> None:
    """A set that two would make void is so once, and has one rerun; the same act twice is one."""
    view = await start_contest(app, ada, loopback, bots=FOUR)
    await app.sets.play(view.id, 1, [0, 1])
    acts = [app.direction.void(ada, view.id, 1, [0, n], "why", rerun=True) for n in (0, 1, 0, 1)]
    done = await asyncio.gather(*acts)

    assert {each for act in done for each in act.voided} == {SetView(1, 0), SetView(1, 1)}
    assert len({rerun.set for act in done for rerun in act.reruns}) == 2
    await prove(app, await play_all(app, await app.tournaments.get(view.id)))


async def test_every_act_is_kept(app: App, ada: Identity, loopback: Loopback) -> None:
    """Who, when, what, and why; in order, for everybody; an act that was refused is none."""
    view = await start_contest(app, ada, loopback, bots=FOUR)
    await app.sets.play(view.id, 1, [0])
    await app.direction.pause(ada, view.id)
    with pytest.raises(Conflict):
        await app.tournaments.start(ada, view.id)
    await app.direction.void(ada, view.id, 1, [0], "power cut", rerun=False)
    await app.direction.resume(ada, view.id)
    bot = (await app.entries.of(view.id))[0].bot
    await app.direction.withdraw(ada, view.id, bot, "ill")
    await app.direction.cancel(ada, view.id)

    page = await app.direction.acts(view.id, None, 5)
    rest = await app.direction.acts(view.id, page.next, 5)
    acts = page.items + rest.items
    kinds = ["create", "open", "start", "pause", "void", "resume", "withdraw", "cancel"]
    assert [act.act for act in acts] == kinds
    assert {act.who for act in acts} == {ada.owner.id}
    assert acts[4].details == "round 1: 1 sets (0), not played again: power cut"
    assert acts[6].details == f"{bot}: ill"
    assert sorted(act.at_ms for act in acts) == [act.at_ms for act in acts]
