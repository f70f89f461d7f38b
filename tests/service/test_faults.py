"""The fault log: an owner sees what his bot did wrong, and nobody else does."""

import asyncio
from collections import Counter

import msgspec
import pytest

from arena.app import App
from arena.games.sky5 import SKY_5
from arena.service.errors import Invalid, NotFound
from arena.service.faults import FaultFilter, FaultView
from arena.service.matches import MatchView
from arena.service.owners import Identity
from arena.service.playing import evidence
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.faults import DURING
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.match.zoo import zoo
from tests.service.contest import DUEL, play_all, play_round, start_contest, with_limit
from tests.service.stating import Stating

ONE_ROUND: Config = msgspec.structs.replace(DUEL, rounds=1, move_ms=200, bank_ms=100)
MODES = {
    "not_json": ("bad_json", 200, "choice=0"),
    "status_500": ("status", 500, "ouch"),
    "silent": ("timeout", None, ""),
    "beyond": ("illegal", 200, '{"choice": 9999}'),
}
"""Misbehaviours of the zoo: the fault, the status and the body that the owner is to see."""


def broken(_: Ask) -> int:
    """Answer what is not to be had."""
    return 1_000


async def start(app: App, who: Identity, loopback: Loopback, *bots: Function) -> TournamentView:
    """Start a round of these bots, one set of each at a time."""
    return await start_contest(app, who, loopback, ONE_ROUND, bots, with_limit(1))


async def bot_id(app: App, name: str = "bot 0") -> str:
    """Give the id of a bot."""
    return next(bot.id for bot in (await app.bots.page(None, 9)).items if bot.name == name)


async def faults(app: App, who: Identity, bot: str, match: str | None = None) -> list[FaultView]:
    """Give the faults of a bot, the oldest first."""
    return (await app.faults.page(who, bot, None, 100, FaultFilter(match=match))).items[::-1]


async def matches(app: App, view: TournamentView) -> list[MatchView]:
    """Give the matches, in the order of the log."""
    return (await app.matches.page(view.id, None, 100)).items


async def test_each_fault_leaves_what_its_owner_needs_to_find_it(app: App, ada: Identity) -> None:
    """As many as there are strikes, each with its match, the answer, and how the time stood."""
    view = await app.tournaments.create(ada, "Cup", ONE_ROUND)
    await app.tournaments.open(ada, view.id)
    own = {}
    async with zoo() as bots:
        for mode in MODES:
            own[mode] = (await app.bots.register(ada, mode, bots.bot(mode))).id
            await app.entries.enter(ada, view.id, own[mode])
        view = await play_all(app, await app.tournaments.start(ada, view.id))

    played = await matches(app, view)
    for mode, (kind, status, body) in MODES.items():
        found = await faults(app, ada, own[mode])
        strikes = [
            each.strikes[each.bots.index(own[mode])] for each in played if own[mode] in each.bots
        ]
        assert len(found) == sum(strikes) > 0
        for each in found:
            assert (each.kind, each.status, each.body_start, each.body_end) == (
                kind,
                status,
                body,
                "",
            )
            assert each.ask is not None
            assert each.ask.match in {match.id for match in played if own[mode] in match.bots}
            assert each.ask.game == "sky-5"
            assert each.ask.kind in SKY_5.kinds
            assert each.ask.allowance_ms == 200 + each.ask.bank_before_ms
            assert 1 <= each.ask.strikes <= 5
    silent = await faults(app, ada, own["silent"])
    assert silent[0].ask is not None
    assert (silent[0].ask.bank_before_ms, silent[0].ask.bank_after_ms) == (100, 0)


async def test_only_the_owner_sees_them(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """To others the bot is one that there is not."""
    await play_all(app, await start(app, ada, loopback, broken, by_view))
    own = await bot_id(app)
    assert await faults(app, ada, own)

    for bot in (own, "0" * 32):
        with pytest.raises(NotFound, match=f"there is no bot '{bot}' of yours"):
            await app.faults.page(bob, bot, None, 10)


async def test_which_match_it_was_is_told_when_its_set_is_over(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A bot in play could learn by a fault whom it plays: neither is that shown, nor found."""
    stop = asyncio.Event()

    def fails(_: Ask) -> int:
        stop.set()
        return 1_000

    view = await start(app, ada, loopback, fails, by_view)
    await app.sets.play(view.id, 1, [0], stop)
    own = await bot_id(app)
    (before,) = await faults(app, ada, own)
    assert before.ask is not None
    assert before.ask.match is None
    assert await faults(app, ada, own, f"{view.id}-1-0-0") == []

    await play_round(app, view)
    first = (await faults(app, ada, own))[0]
    assert first.ask is not None
    assert first.ask.match == f"{view.id}-1-0-0"
    assert msgspec.structs.replace(first.ask, match=None) == before.ask
    assert len(await faults(app, ada, own, f"{view.id}-1-0-0")) == 5


async def test_pages_and_filters(app: App, ada: Identity, loopback: Loopback) -> None:
    """The newest first; what is filtered out takes no place on a page."""
    view = await play_all(app, await start(app, ada, loopback, broken, by_view))
    own, second = await bot_id(app), f"{view.id}-1-0-1"
    first = await app.faults.page(ada, own, None, 4)
    rest = await app.faults.page(ada, own, first.next, 100)
    of_first_match = await faults(app, ada, own, f"{view.id}-1-0-0")

    assert len(first.items) == 4
    assert (len(rest.items), rest.next) == (6, None)
    assert [each.ask.match for each in first.items if each.ask] == [second] * 4
    assert len(of_first_match) == 5
    for wanted, count in (
        (FaultFilter(kind="timeout"), 0),
        (FaultFilter(kind="illegal"), 10),
        (FaultFilter(during="match"), 10),
        (FaultFilter(during="exhibition"), 0),
    ):
        assert len((await app.faults.page(ada, own, None, 100, wanted)).items) == count
    for cursor in ("x", "0-0"):
        with pytest.raises(Invalid, match=f"expected `next` of an earlier page, got '{cursor}'"):
            await app.faults.page(ada, own, cursor, 10)


async def test_of_a_seat_that_may_make_very_many_the_first_are_kept(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An organiser may allow more strikes than a match has asks."""
    monkeypatch.setattr(evidence, "MOST_OF_SEAT", 9)
    config: Config = msgspec.structs.replace(ONE_ROUND, max_strikes=100)
    view = await start_contest(app, ada, loopback, config, [broken, by_view], with_limit(1))
    view = await play_all(app, view)
    own = await bot_id(app)
    strikes = [each.strikes[each.bots.index(own)] for each in await matches(app, view)]

    assert min(strikes) > evidence.MOST_OF_SEAT
    assert len(await faults(app, ada, own)) == evidence.MOST_OF_SEAT * len(strikes)


async def test_a_get_that_fails_before_a_match_is_kept_too(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The bot may play all the same, or not be asked at all, and its owner would not know why."""
    server = Stating(BOTH_GAMES)
    view = await app.tournaments.create(ada, "Cup", ONE_ROUND)
    await app.tournaments.open(ada, view.id)
    for number, url in enumerate(
        [await loopback.serve(server.application()), await loopback.start()]
    ):
        bot = await app.bots.register(ada, f"bot {number}", url)
        await app.entries.enter(ada, view.id, bot.id)
    view = await app.tournaments.start(ada, view.id)
    server.gone = b"<h1>gone\x1b[2J</h1>"
    await play_all(app, view)

    (got,) = [each for each in await faults(app, ada, await bot_id(app)) if each.ask is None]
    assert (got.kind, got.status, got.body_start) == ("status", 404, "<h1>gone\\x1b[2J</h1>")


async def test_a_match_tells_how_its_seats_ended_and_how_long_calls_took(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Retired for faults, or absent: here in quarantine, after three matches."""
    config: Config = msgspec.structs.replace(DUEL, rounds=2)
    view = await start_contest(app, ada, loopback, config, [broken, by_view], with_limit(1))
    view = await play_all(app, view)
    own = await bot_id(app)
    played = await matches(app, view)
    ends = Counter[tuple[str, str, str, int]]()
    for each in played:
        seat = each.bots.index(own)
        calls = each.latencies[seat].calls
        ends[each.endings[seat], each.endings[1 - seat], each.reason, calls] += 1

    assert ends == {("retired", "played", "faults", 5): 3, ("absent", "played", "absence", 0): 1}
    for timed in (latency for match in played for latency in match.latencies):
        if timed.median_ms is None or timed.worst_ms is None:
            assert timed.calls == 0
        else:
            assert timed.median_ms <= timed.worst_ms < 10_000
    assert (await app.audit.rebuild(view.id)).differences == []


async def test_the_faults_of_a_deleted_bot_are_gone(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With all else that is its owner's."""
    await play_all(app, await start(app, ada, loopback, broken, by_view))
    own = await bot_id(app)
    assert await faults(app, ada, own)
    for during in DURING:
        name = keys.faults(own, during)
        await app.store.client.run(bytes, "XADD", name, "*", "f", "fault")
    await app.bot_life.delete(ada, own)

    assert await app.store.client.run(list[bytes], "KEYS", "arena:faults:*") == []
