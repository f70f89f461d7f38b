"""Organisers who act at the same time: what one has changed is no mistake of the other's."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import ParamSpec, TypeVar

import pytest

from arena.app import App
from arena.service import direction
from arena.service.errors import Conflict, Invalid
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.tournament.config import Config
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import open_contest, play_all, prove, start_contest

P = ParamSpec("P")
T = TypeVar("T")
CUP = Config(game="sky-5", players=2, rounds=2, mode="rotation", withdrawal="void")
FOUR = (by_view,) * 4


def after(
    act: Callable[[], Awaitable[object]], asked: Callable[P, Awaitable[T]]
) -> Callable[P, Awaitable[T]]:
    """Give `asked` of the store, before which, once, another organiser acts."""
    acts = [act]

    async def meanwhile(*args: P.args, **named: P.kwargs) -> T:
        while acts:
            await acts.pop()()
        return await asked(*args, **named)

    return meanwhile


def void(app: App, who: Identity, view: TournamentView) -> Callable[[], Awaitable[object]]:
    """Give the act that has a set of round 1 played again."""
    return partial(app.direction.void, who, view.id, 1, [0], "again", rerun=True)


async def first_bot(app: App, view: TournamentView) -> str:
    """Give a bot of the tournament."""
    return (await app.entries.of(view.id))[0].bot


async def test_reruns_that_come_while_sets_are_put_into_the_queue_are_known(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are idle too, and were in no log when the tournament was looked up."""
    view = await start_contest(app, ada, loopback, CUP, FOUR)
    await app.direction.pause(ada, view.id)
    take_idle = app.store.sets.take_idle
    monkeypatch.setattr(app.store.sets, "take_idle", after(void(app, ada, view), take_idle))
    await app.direction.resume(ada, view.id)

    ended = await play_all(app, await app.tournaments.get(view.id))
    assert (ended.state, ended.sets_done) == ("finished", view.sets_open * 2)
    await prove(app, ended)


async def test_reruns_that_come_while_a_bot_is_withdrawn_are_void_as_well(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open sets are read after the log: what is in no log yet is looked up again."""
    view = await start_contest(app, ada, loopback, CUP, FOUR)
    open_numbers = app.store.sets.open_numbers
    monkeypatch.setattr(app.store.sets, "open_numbers", after(void(app, ada, view), open_numbers))
    await app.direction.withdraw(ada, view.id, await first_bot(app, view), "out")

    ended = await play_all(app, await app.tournaments.get(view.id))
    assert (ended.state, ended.sets_done) == ("finished", view.sets_open)
    await prove(app, ended)


async def test_a_tournament_that_has_just_started_is_directed_from_its_first_round_on(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where whoever starts it dies before that: it is begun before anything is done to it."""
    view = await open_contest(app, ada, loopback, CUP, FOUR, BOTH_GAMES)
    bot = await first_bot(app, view)
    rounds = app.tournaments._rounds
    with monkeypatch.context() as dead:
        dead.setattr(rounds, "advance", rounds.dispatch)
        assert (await app.tournaments.start(ada, view.id)).round == 0
    assert not await app.store.acts.pause(view.id, ada.owner.id)
    await app.direction.withdraw(ada, view.id, bot, "out")
    await app.direction.pause(ada, view.id)
    await app.direction.resume(ada, view.id)

    ended = await play_all(app, await app.tournaments.get(view.id))
    assert (ended.state, ended.sets_done) == ("finished", 2 * 3)  # by three bots
    await prove(app, ended)


async def test_so_many_sets_are_void_and_no_more(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one act, in all, and so many acts: everybody who plays has to read what they come to."""
    view = await start_contest(app, ada, loopback, CUP, FOUR)
    await app.direction.pause(ada, view.id)
    whole = partial(app.direction.void, ada, view.id, 1, None, "again", rerun=True)
    monkeypatch.setattr(direction, "MOST_AT_ONCE", view.sets_open)
    monkeypatch.setattr(direction, "MOST_VOID", view.sets_open * 2)
    await whole()
    await whole()
    with pytest.raises(Conflict, match=r"sets: expected at most .* void ones in a tournament"):
        await whole()
    monkeypatch.setattr(direction, "MOST_VOIDS", 2)
    with pytest.raises(Conflict, match="voids: expected at most 2 in a tournament"):
        await whole()
    monkeypatch.setattr(direction, "MOST_AT_ONCE", view.sets_open - 1)
    with pytest.raises(Invalid, match=r"sets: expected at most .* at once: name some"):
        await whole()


async def test_what_is_played_again_is_still_to_come(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """In an estimate, which counts void sets neither as done nor as planned."""
    view = await start_contest(app, ada, loopback, CUP, FOUR)
    await app.sets.play(view.id, 1, [0, 1])
    before = (await app.tournaments.get(view.id)).estimate
    await app.direction.void(ada, view.id, 1, [0, 1], "again", rerun=True)
    after_it = (await app.tournaments.get(view.id)).estimate

    assert before is not None
    assert after_it is not None
    assert after_it.matches == before.matches + 2 * CUP.players


async def test_who_comes_too_late_is_told_how_it_stands_by_now(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not how it stood when he looked, which was as he expected it."""
    view = await start_contest(app, ada, loopback, CUP, FOUR)
    await app.direction.pause(ada, view.id)
    cancel = partial(app.direction.cancel, ada, view.id)
    monkeypatch.setattr(app.store.acts, "resume", after(cancel, app.store.acts.resume))
    with pytest.raises(Conflict, match="state: expected paused, it is cancelled"):
        await app.direction.resume(ada, view.id)
