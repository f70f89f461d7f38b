"""Bots that are withdrawn: by the organiser of a tournament, or by their owners."""

import pytest

from arena.app import App
from arena.service.errors import NotFound
from arena.service.owners import Identity
from arena.store.acts import Withdrew
from arena.tournament.config import Config, Withdrawal
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_all, prove, start_contest


@pytest.mark.parametrize("policy", ["defaults", "void"])
async def test_a_withdrawn_bot_is_asked_nothing_more(
    app: App, ada: Identity, loopback: Loopback, policy: Withdrawal
) -> None:
    """Its sets are played by defaults and rated, or void; the others play to the end."""
    asked = 0

    def counting(ask: Ask) -> int:
        nonlocal asked
        asked += 1
        return by_view(ask)

    config = Config(game="sky-5", players=2, rounds=2, mode="rotation", withdrawal=policy)
    view = await start_contest(app, ada, loopback, config, [by_view, by_view, by_view, counting])
    (gone,) = [e.bot for e in await app.entries.of(view.id) if e.name == "bot 3"]
    await app.sets.play(view.id, 1, [0, 1])
    before = asked
    await app.direction.withdraw(ada, view.id, gone, "it cheats")
    await app.direction.withdraw(ada, view.id, gone, "it cheats")  # it is done
    ended = await play_all(app, await app.tournaments.get(view.id))

    assert (ended.state, ended.withdrawn, asked) == ("finished", [gone], before)
    rows = {row.bot: row.sets for row in await app.boards.leaderboard(view.id)}
    most = max(rows.values())
    assert rows[gone] == most if policy == "defaults" else rows[gone] < most
    await prove(app, ended)


async def test_a_bot_that_is_withdrawn_before_the_start_is_not_entered(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """By the organiser or by its owner, and by nobody else; it may enter again."""
    view = await app.tournaments.create(ada, "Cup", DUEL)
    await app.tournaments.open(ada, view.id)
    bot = await app.bots.register(bob, "Bert", await loopback.start(by_view))
    await app.entries.enter(bob, view.id, bot.id)
    with pytest.raises(NotFound):
        await app.direction.leave(ada, view.id, bot.id)
    await app.direction.leave(bob, view.id, bot.id)
    assert await app.entries.of(view.id) == []
    await app.entries.enter(bob, view.id, bot.id)
    with pytest.raises(NotFound):
        await app.direction.withdraw(bob, view.id, bot.id, "why")
    await app.direction.withdraw(ada, view.id, bot.id, "why")
    assert await app.entries.of(view.id) == []
    with pytest.raises(NotFound, match="there is no bot"):
        await app.direction.withdraw(ada, view.id, bot.id, "why")


async def test_a_withdrawal_whose_answer_is_lost_is_no_mistake(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is sent again, and finds that the bot is not entered any more: that is what was wanted."""
    view = await app.tournaments.create(ada, "Cup", DUEL)
    await app.tournaments.open(ada, view.id)
    bot = await app.bots.register(ada, "Bert", await loopback.start(by_view))
    await app.entries.enter(ada, view.id, bot.id)
    once = app.store.acts.withdraw

    async def twice(
        tournament: str, bot: str, who: str, details: str, policy: Withdrawal
    ) -> Withdrew:
        await once(tournament, bot, who, details, policy)
        return await once(tournament, bot, who, details, policy)

    monkeypatch.setattr(app.store.acts, "withdraw", twice)
    await app.direction.withdraw(ada, view.id, bot.id, "why")

    assert await app.entries.of(view.id) == []
    page = await app.direction.acts(view.id, None, 10)
    assert [act.act for act in page.items] == ["create", "open", "withdraw"]


async def test_a_start_in_between_leaves_a_withdrawal_what_is_configured(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether sets are played by defaults or void is told by how it stands, not how it stood."""
    config = Config(game="sky-5", players=2, rounds=1, mode="rotation", withdrawal="void")
    view = await open_contest(app, ada, loopback, config, [by_view] * 3)
    gone = (await app.entries.of(view.id))[0].bot
    once = app.store.acts.withdraw

    async def late(
        tournament: str, bot: str, who: str, details: str, policy: Withdrawal
    ) -> Withdrew:
        await app.tournaments.start(ada, tournament)
        return await once(tournament, bot, who, details, policy)

    monkeypatch.setattr(app.store.acts, "withdraw", late)
    await app.direction.withdraw(ada, view.id, gone, "why")
    ended = await play_all(app, await app.tournaments.get(view.id))

    assert (ended.state, ended.withdrawn, ended.sets_done) == ("finished", [gone], 1)
    await prove(app, ended)
