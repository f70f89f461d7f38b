"""Bots in quarantine: their sets are played without them, until they pass their health checks."""

import asyncio
from collections import Counter

import msgspec
import pytest
from aiohttp import web

from arena.app import App
from arena.games import GAMES
from arena.match import http
from arena.service.errors import Invalid
from arena.service.faults import FaultFilter
from arena.service.matches import MatchView
from arena.service.owners import Identity
from arena.service.playing.quarantine import first_ask
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import DUEL, play_all, play_round, start_contest, with_limit
from tests.waiting import until


class Moody:
    """A bot that answers as it should while it is `well`; it keeps what it was asked."""

    def __init__(self, *, well: bool) -> None:
        self.well = well
        self.asked = Counter[str]()

    def decide(self, ask: Ask) -> int:
        """Choose any option, or one that there is not."""
        self.asked[ask.match_id] += 1
        return by_view(ask) if self.well else 1_000


async def start(
    app: App, who: Identity, loopback: Loopback, bot: Moody, rounds: int = 2
) -> TournamentView:
    """Start a contest of the bot against one that is well: in a round two matches, in turn."""
    config: Config = msgspec.structs.replace(DUEL, rounds=rounds)
    return await start_contest(app, who, loopback, config, [bot.decide, by_view], with_limit(1))


async def bot_id(app: App) -> str:
    """Give the id of the moody one."""
    return next(bot.id for bot in (await app.bots.page(None, 9)).items if bot.name == "bot 0")


async def matches(app: App, view: TournamentView) -> list[MatchView]:
    """Give the matches in the order in which they are planned."""
    found = (await app.matches.page(view.id, None, 100)).items
    return sorted(found, key=lambda match: (match.round, match.set, match.match))


async def make_due(app: App, bot: str) -> None:
    """Let the time pass until the bot's next check."""
    for name in ("due", "at"):
        await app.store.client.run(int, "HINCRBY", keys.health(bot), name, -3_600_000)


async def test_a_bot_is_asked_no_more_after_three_matches_that_it_lost_by_faults(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The rest is played by defaults, without strikes, rated, and verifies."""
    bot = Moody(well=False)
    view = await play_all(app, await start(app, ada, loopback, bot, rounds=3))
    own = await bot_id(app)
    strikes = [each.strikes[each.bots.index(own)] for each in await matches(app, view)]

    assert strikes == [5, 5, 5, 0, 0, 0]
    assert len(bot.asked) == 3
    assert view.state == "finished"
    assert (await app.audit.rebuild(view.id)).differences == []
    assert (await app.audit.verify(view.id)).differences == []


async def test_a_bot_that_answers_nothing_is_asked_no_more_whatever_strikes_it_may_have(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """An organiser may allow more than a match has asks; a server that is gone is left alone."""
    bot = Moody(well=False)
    config: Config = msgspec.structs.replace(DUEL, rounds=3, max_strikes=100)
    bots = [bot.decide, by_view]
    await play_all(app, await start_contest(app, ada, loopback, config, bots, with_limit(1)))

    assert len(bot.asked) == 3
    assert (await app.bots.get(await bot_id(app))).quarantined


async def test_a_quarantine_is_shown_to_all_and_its_reason_to_the_owner(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With the matches that led to it, and when the next check is due."""
    view = await play_all(app, await start(app, ada, loopback, Moody(well=False)))
    own = await bot_id(app)
    shown = {bot.id: bot.quarantined for bot in (await app.bots.page(None, 9)).items}
    quarantine = (await app.bots.get_own(ada, own)).quarantine

    assert [bot for bot, held in shown.items() if held] == [own]
    assert (await app.bots.get(own)).quarantined
    assert quarantine is not None
    assert list(quarantine.matches) == [each.id for each in await matches(app, view)][:3]
    assert quarantine.check_due_ms > quarantine.since_ms


async def test_workers_check_a_bot_when_it_is_due_and_release_it(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Beside the sets of the batch, which are played without it; afterwards it plays again."""
    bot = Moody(well=False)
    view = await play_round(app, await start(app, ada, loopback, bot, rounds=5))
    view, own = await play_round(app, view), await bot_id(app)
    bot.well = True
    for passed in (0, 1):
        held = (await app.bots.get_own(ada, own)).quarantine
        assert held is not None
        assert held.checks_passed == passed
        await make_due(app, own)
        view = await play_round(app, view)

    assert not (await app.bots.get(own)).quarantined
    before = len(bot.asked)
    await play_round(app, view)
    assert len(bot.asked) == before + 2


async def test_why_a_check_failed_is_in_the_fault_log(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """For its owner, who would not know why his bot stays in quarantine; of no match, of no ask."""
    view = await start(app, ada, loopback, Moody(well=False), rounds=3)
    view = await play_round(app, await play_round(app, view))
    own = await bot_id(app)
    await make_due(app, own)
    await play_round(app, view)

    (check,) = (await app.faults.page(ada, own, None, 100, FaultFilter(during="check"))).items
    assert (check.kind, check.status) == ("illegal", 200)
    assert check.body_start.startswith('{"choice":1000')
    assert check.detail.startswith("practice ask: expected a choice from 0 to 1, got 1000")
    assert (check.ask, check.exhibition) == (None, None)


async def test_a_check_is_made_to_its_end_though_nobody_else_has_to_be_waited_for(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Sets in which all bots are in quarantine are over at once, and their bots come back too."""
    moody = Moody(well=False)

    async def slow(ask: Ask) -> int:
        await asyncio.sleep(0.5 if moody.well else 0)
        return moody.decide(ask)

    config: Config = msgspec.structs.replace(DUEL, rounds=4)
    view = await start_contest(app, ada, loopback, config, [slow, slow], with_limit(1))
    view = await play_round(app, await play_round(app, view))
    moody.well = True
    for own in [bot.id for bot in (await app.bots.page(None, 9)).items]:
        await make_due(app, own)

    await play_round(app, view)

    for own in [bot.id for bot in (await app.bots.page(None, 9)).items]:
        held = (await app.bots.get_own(ada, own)).quarantine
        assert held is not None
        assert held.checks_passed == 1


async def test_an_owner_can_have_his_bot_checked_at_once(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A check that fails says how; two that are passed, some seconds apart, release the bot."""
    bot = Moody(well=False)
    await play_all(app, await start(app, ada, loopback, bot))
    own = await bot_id(app)
    with pytest.raises(
        Invalid, match=r"quarantine: illegal: practice ask: expected a choice from 0 to 1, got"
    ):
        await app.bots.check(ada, own)

    bot.well = True
    first = await app.bots.check(ada, own)
    assert first.quarantine is not None
    assert first.quarantine.checks_passed == 1
    assert (await app.bots.check(ada, own)).quarantined
    await make_due(app, own)
    assert not (await app.bots.check(ada, own)).quarantined


async def test_a_match_that_was_begun_before_goes_on_without_the_bot(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """What it decided stays; from where the set is resumed it is not asked any more."""
    bot, stop = Moody(well=True), asyncio.Event()

    def stopping(ask: Ask) -> int:
        if bot.asked.total() == 9:
            stop.set()
        return bot.decide(ask)

    view = await start_contest(app, ada, loopback, DUEL, [stopping, by_view], with_limit(1))
    await app.sets.play(view.id, 1, [0], stop)
    before, own = bot.asked.total(), await bot_id(app)
    for match in ("m1", "m2", "m3"):
        await app.store.health.note_match(match, {own: True})
    view = await play_round(app, view)

    assert bot.asked.total() == before
    assert view.sets_done == 1
    assert all(set(each.strikes) == {0} for each in await matches(app, view))
    assert (await app.audit.verify(view.id)).differences == []


async def test_a_get_that_hangs_holds_up_no_other_bot(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sets of the others are over before that bot was given up."""
    monkeypatch.setattr(http, "INFO_MS", 100_000)
    hangs = False

    async def get(_: web.Request) -> web.Response:
        if hangs:
            await asyncio.sleep(60)
        return web.Response(body=msgspec.json.encode(BOTH_GAMES), content_type="application/json")

    slow = web.Application()
    slow.router.add_get("/", get)
    view = await app.tournaments.create(ada, "Cup", msgspec.structs.replace(DUEL, rounds=1))
    await app.tournaments.open(ada, view.id)
    urls = [await loopback.serve(slow), *[await loopback.start() for _ in range(3)]]
    for number, url in enumerate(urls):
        bot = await app.bots.register(ada, f"bot {number}", url)
        await app.entries.enter(ada, view.id, bot.id)
    view = await app.tournaments.start(ada, view.id)
    hangs = True
    playing = asyncio.create_task(play_round(app, view))

    async def others_are_done() -> bool:
        return (await app.tournaments.get(view.id)).sets_open == 3

    await until(others_are_done, "the others wait for the bot")
    assert not playing.done()
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize("game", ["sky-5", "sky-heist"])
def test_a_practice_ask_looks_like_any_other(game: str) -> None:
    """Ids of no match, never the same ones; options and view as at the begin of one."""
    first, second = first_ask(GAMES[game]), first_ask(GAMES[game])

    assert (first.options, first.view) == (second.options, second.view)
    assert {len(first.ask_id), len(first.match_id)} == {34}
    assert first.ask_id != second.ask_id
