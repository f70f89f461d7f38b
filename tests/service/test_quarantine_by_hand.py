"""Quarantines by hand: a bot's owner for all tournaments, an organiser for his own."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service.bots import OwnBot
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.health import Episode
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, own_bot, play_all, play_round, start_contest, with_limit

REASON = "a new disk"


class Counting:
    """A bot that is well, and keeps how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, ask: Ask) -> int:
        """Choose any option."""
        self.asked += 1
        return by_view(ask)


async def start(
    app: App, who: Identity, loopback: Loopback, bot: Counting
) -> tuple[TournamentView, OwnBot]:
    """Start a contest of the bot against another, of three rounds."""
    config = msgspec.structs.replace(DUEL, rounds=3)
    bots = [bot.decide, by_view]
    cup = await start_contest(app, who, loopback, config, bots, with_limit(1))
    return cup, await own_bot(app, who, "bot 0")


async def start_another(app: App, who: Identity, whose: Identity) -> TournamentView:
    """Start a contest that `who` organises with the bots of the first one, which are `whose`."""
    cup = await app.tournaments.create(who, "Other cup", DUEL)
    await app.tournaments.open(who, cup.id)
    for bot in (await app.bots.page(None, 9)).items:
        await app.entries.enter(whose, cup.id, bot.id)
    return await app.tournaments.start(who, cup.id)


async def fail_matches(app: App, bot: str) -> None:
    """Have it fail as many matches as bring it into quarantine."""
    for match in ("m1", "m2", "m3"):
        await app.store.health.note_match(match, {bot: True})


async def told(app: App) -> list[tuple[str, str | None]]:
    """Give what was announced of quarantines, with the tournament."""
    found = await app.store.feed.read("0", 999)
    return [(e.kind, e.tournament) for e in found if e.kind in ("bot_quarantined", "bot_released")]


async def test_an_owner_keeps_his_bot_from_play_until_he_releases_it(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It is played for meanwhile; no check releases it; all see it, and the owner why."""
    bot = Counting()
    cup, own = await start(app, ada, loopback, bot)
    held = await app.bot_life.quarantine(ada, own.id, REASON)
    cup = await play_round(app, cup)
    await app.bots.check(ada, own.id)
    shown = await app.bots.get(own.id)

    assert bot.asked == 0
    assert (shown.quarantined, [each.why for each in shown.quarantines]) == (True, ["owner"])
    assert b"new disk" not in msgspec.json.encode(shown)
    assert held.history == [
        Episode(since_ms=shown.quarantines[0].since_ms, why="owner", reason=REASON)
    ]

    released = await app.bot_life.release(ada, own.id)
    assert not released.quarantined
    assert [(e.why, e.reason, e.until_ms is None) for e in released.history] == [
        ("owner", REASON, False)
    ]
    await play_round(app, cup)
    assert bot.asked > 0
    assert await told(app) == [("bot_quarantined", None), ("bot_released", None)]


async def test_a_quarantine_for_faults_is_not_ended_by_hand(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Nor by putting the bot there by hand too, and releasing it from that."""
    own = await app.bots.register(ada, "Slapper", await loopback.start())
    await fail_matches(app, own.id)
    with pytest.raises(Conflict, match="for its faults, which checks that it passes end"):
        await app.bot_life.release(ada, own.id)
    await app.bot_life.quarantine(ada, own.id, REASON)
    released = await app.bot_life.release(ada, own.id)

    assert [each.why for each in released.quarantines] == ["faults"]
    assert released.quarantine is not None
    assert [each.why for each in released.history] == ["faults", "owner"]


async def test_workers_leave_a_bot_alone_that_its_owner_keeps_from_play(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """No check is made, and what its matches in play come to is not held against it."""
    own = await app.bots.register(ada, "Slapper", await loopback.start())
    await fail_matches(app, own.id)
    await app.store.client.run(int, "HINCRBY", keys.health(own.id), "due", -3_600_000)
    await app.bot_life.quarantine(ada, own.id, REASON)
    assert await app.store.health.take_checks([own.id]) == []
    await app.bot_life.release(ada, own.id)
    assert await app.store.health.take_checks([own.id]) == [own.id]

    other = await app.bots.register(ada, "Other", await loopback.start())
    await app.bot_life.quarantine(ada, other.id, REASON)
    await fail_matches(app, other.id)
    assert not (await app.bot_life.release(ada, other.id)).quarantined


async def test_an_organiser_keeps_a_bot_from_his_own_tournament_alone(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Nobody's throwaway contest takes a bot out of another's; its owner cannot release it."""
    bot = Counting()
    cup, own = await start(app, ada, loopback, bot)
    other = await start_another(app, bob, whose=ada)
    await app.bot_life.quarantine_in(bob, other.id, own.id, "too slow")
    await play_all(app, other)
    assert bot.asked == 0
    cup = await play_round(app, cup)
    assert bot.asked > 0

    third = await start_another(app, bob, whose=ada)
    await app.bot_life.quarantine_in(bob, third.id, own.id, "too slow")
    with pytest.raises(Conflict, match="in a tournament, whose organiser can release it"):
        await app.bot_life.release(ada, own.id)
    with pytest.raises(NotFound):
        await app.bot_life.release_in(ada, third.id, own.id)
    await app.bot_life.release_in(bob, third.id, own.id)
    asked = bot.asked
    await play_all(app, third)
    assert bot.asked > asked


async def test_an_organisers_quarantine_is_seen_and_ends_with_his_tournament(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Its reason by the owner, and by all in the log of the organiser's acts."""
    _, own = await start(app, ada, loopback, Counting())
    cup = await start_another(app, bob, whose=ada)
    await app.bot_life.quarantine_in(bob, cup.id, own.id, "too slow")
    shown = await app.bots.get_own(ada, own.id)

    assert not shown.quarantined
    assert [(each.why, each.tournament) for each in shown.quarantines] == [("organiser", cup.id)]
    assert [(each.why, each.reason) for each in shown.history] == [("organiser", "too slow")]
    acts = (await app.direction.acts(cup.id, None, 99)).items
    assert (acts[-1].who, acts[-1].act) == (bob.owner.id, "quarantine")
    assert acts[-1].details == f"{own.id}: too slow"

    await play_all(app, cup)
    assert (await app.bots.get(own.id)).quarantines == []
    with pytest.raises(Conflict, match="expected one that is not over, it is finished"):
        await app.bot_life.quarantine_in(bob, cup.id, own.id, "too slow")


async def test_only_an_organiser_and_only_of_what_the_bot_is_in(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Others' tournaments look as if they were not there, and so do bots that are not entered."""
    cup, own = await start(app, ada, loopback, Counting())
    spare = await app.bots.register(ada, "spare", await loopback.start())

    for act in (
        app.bot_life.quarantine_in(bob, cup.id, own.id, REASON),
        app.bot_life.quarantine_in(ada, cup.id, spare.id, REASON),
        app.bot_life.release_in(ada, cup.id, spare.id),
        app.bot_life.quarantine(bob, own.id, REASON),
    ):
        with pytest.raises(NotFound):
            await act
    assert await told(app) == []


async def test_a_second_quarantine_by_hand_is_told_of_the_first(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Of two at once one is done; the same again is no other one."""
    own = await app.bots.register(ada, "Slapper", await loopback.start())
    ended = await asyncio.gather(
        *(app.bot_life.quarantine(ada, own.id, reason) for reason in ("this", "that")),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in ended) == ["Conflict", "OwnBot"]

    kept = (await app.bots.get_own(ada, own.id)).history[0].reason
    await app.bot_life.quarantine(ada, own.id, kept)
    assert await told(app) == [("bot_quarantined", None)]
    await app.bot_life.release(ada, own.id)
    with pytest.raises(Conflict, match="bot: it is not in quarantine"):
        await app.bot_life.release(ada, own.id)


@pytest.mark.parametrize("reason", ["", "x" * 201, "a\nb", "\u202eabc"])
async def test_a_reason_is_a_line_that_can_be_shown(
    app: App, ada: Identity, loopback: Loopback, reason: str
) -> None:
    """Nothing is done for another."""
    own = await app.bots.register(ada, "Slapper", await loopback.start())

    with pytest.raises(Invalid, match="reason: expected 1 to 200 printable characters"):
        await app.bot_life.quarantine(ada, own.id, reason)
    assert await told(app) == []


async def test_fifty_quarantines_are_remembered(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The latest, the newest first."""
    own = await app.bots.register(ada, "Slapper", await loopback.start())
    for number in range(52):
        await app.store.health.hold(own.id, f"reason {number}")
        await app.store.health.let_go(own.id)

    history = (await app.bots.get_own(ada, own.id)).history
    assert [each.reason for each in history] == [f"reason {n}" for n in range(51, 1, -1)]
