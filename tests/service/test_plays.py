"""A finished match event by event: what whom is told of it."""

from dataclasses import replace

import msgspec
import pytest

from arena.app import App
from arena.engine.record import Record
from arena.engine.retelling import beats
from arena.games import GAMES, game
from arena.protocol.messages import Choice
from arena.service.errors import Invalid, NotFound
from arena.service.owners import Identity
from arena.service.plays import Onlooker, PlayView
from arena.tournament.config import Config
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, start_contest

HEIST = Config(game="sky-heist", players=3, rounds=1, rounds_per_match=2, max_strikes=1)
"""Each seat is asked in each round: whoever is at fault is retired in the first one at the latest,
and not called in the second."""


def talking(ask: Ask) -> Choice:
    """Choose by the view, and say which."""
    return Choice(by_view(ask), say=f"<b>{ask.kind}</b>")


def absent(_: Ask) -> int:
    """Choose what is no option, which is a fault."""
    return 99


class Told(msgspec.Struct):
    """A match as it is told: its id and its record."""

    match: str
    record: Record


@pytest.fixture
async def told(app: App, ada: Identity, loopback: Loopback) -> Told:
    """A finished match of Sky Heist, of bots that talk, play and are at fault."""
    view = await start_contest(app, ada, loopback, HEIST, (talking, by_view, absent))
    await play_all(app, view)
    match = (await app.matches.page(view.id, None, 10)).items[0].id
    return Told(match, await app.matches.replay(match))


def events(play: PlayView) -> list[bytes]:
    """Give all events as they are sent."""
    return [bytes(each.event) for beat in play.beats for each in beat.events]


async def test_all_is_every_event_and_every_decision(app: App, told: Told) -> None:
    """With the fault that a decision was, what was said with it, and words for each choice."""
    play = await app.plays.play(told.match, "all")

    rules = game(told.record.header.game)
    happened = [event for beat in beats(rules, told.record) for event in beat.events]
    asks = [ask for beat in play.beats for ask in beat.asks]
    assert events(play) == [msgspec.json.encode(event) for event in happened]
    assert tuple(ask.choice for ask in asks) == told.record.decisions
    assert {ask.number: ask.fault for ask in asks if ask.fault} == {
        note.at: note.kind for note in told.record.faults
    }
    assert {ask.number: ask.say for ask in asks if ask.say} == {
        say.at: say.text for say in told.record.says
    }
    assert any(ask.say for ask in asks)
    assert all(ask.chosen and "{" not in ask.chosen for ask in asks)
    assert (play.outcome, play.digest) == (told.record.outcome, told.record.digest)


async def test_each_decision_has_the_time_that_it_took(app: App, told: Told) -> None:
    """A seat that is retired is not called, and has none; a fault has its own, as any call."""
    play = await app.plays.play(told.match, "all")

    asks = [ask for beat in play.beats for ask in beat.asks]
    match = await app.matches.get(told.match)
    for seat, view in enumerate(match.latencies):
        times = [ask.latency_ms for ask in asks if ask.seat == seat]
        calls = sorted(ms for ms in times if ms is not None)
        assert (view.calls, view.worst_ms) == (len(calls), calls[-1])
        assert view.median_ms == calls[(len(calls) - 1) // 2]
        own = [ask for beat in (await app.plays.play(told.match, seat)).beats for ask in beat.asks]
        assert [ask.latency_ms for ask in own] == times
    uncalled = [ask.latency_ms is None for ask in asks]
    assert uncalled == [ask.choice < 0 and ask.fault is None for ask in asks]
    retired = {match.endings.index("retired")}
    assert {ask.seat for ask in asks if ask.latency_ms is None} == retired
    assert {ask.seat for ask in asks if ask.fault} == retired


@pytest.mark.parametrize("onlooker", ["spectator", 0, 1, 2])
async def test_an_onlooker_is_told_what_he_may_know(
    app: App, told: Told, onlooker: Onlooker
) -> None:
    """Each event as that seat sees it, and of the asks its own alone."""
    play = await app.plays.play(told.match, onlooker)

    seat = onlooker if isinstance(onlooker, int) else None
    rules = game(told.record.header.game)
    happened = [event for beat in beats(rules, told.record) for event in beat.events]
    seen = [event.seen_by(seat) for event in happened]
    assert events(play) == [msgspec.json.encode(event) for event in seen if event is not None]
    assert {ask.seat for beat in play.beats for ask in beat.asks} == {seat} - {None}


async def test_there_is_no_onlooker_at_an_empty_seat(app: App, told: Told) -> None:
    """The seats that there are, are named."""
    with pytest.raises(Invalid, match="seen_by: expected all, spectator or a seat, 0 to 2, got 3"):
        await app.plays.play(told.match, 3)


async def test_an_ask_has_all_of_its_options(app: App, told: Told) -> None:
    """As the bot was sent them, in words too, and the choice of its number."""
    decided = [each for beat in beats(game("sky-heist"), told.record) for each in beat.decided]
    for each in decided[:: len(decided) // 5]:
        options = await app.plays.options(told.match, each.number)

        assert [bytes(option) for option in options.options] == [
            msgspec.json.encode(option) for option in each.ask.options
        ]
        assert len(options.words) == len(options.options)
        assert (options.seat, options.choice) == (each.ask.seat, each.decision)
    with pytest.raises(NotFound, match=f"has {len(decided)} asks"):
        await app.plays.options(told.match, len(decided))


async def test_a_match_is_proved(app: App, told: Told) -> None:
    """Cards, decisions and digest, computed anew."""
    proof = await app.plays.proof(told.match)

    assert proof.verified
    assert proof.difference is None
    assert (proof.digest, proof.decisions) == (told.record.digest, len(told.record.decisions))


async def test_a_match_by_rules_of_another_day_is_not_told(
    app: App, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an update of a game its older matches keep their results; nobody is told an error."""
    bot = (await app.matches.get(told.match)).bots[0]
    monkeypatch.setitem(GAMES, "sky-heist", replace(game("sky-heist"), version=99))
    with pytest.raises(NotFound, match="played here by version 99"):
        await app.plays.play(told.match, "all")
    assert (await app.matches.get(told.match)).outcome == told.record.outcome
    profile = await app.profiles.get(bot)
    assert (profile.matches, profile.habits) == (3, [])
