"""The referee: who is asked what and when, what answers come to, what a crash leaves."""

import asyncio
import random
from collections.abc import Callable

import msgspec
import pytest

from arena.engine.ask import FAULT
from arena.engine.replay import verify
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match.clock import Limits
from arena.match.journal import Entry, JournalError
from arena.match.local import LocalPlayer
from arena.match.player import Player, Reply, Request
from arena.match.referee import Played, play
from arena.protocol.messages import Choice, Clock
from tests.contract.toy import BLUFF
from tests.match.players import KEY, MemoryJournal, Scripted
from tests.match.zoo import choose, choose_all
from tests.waiting import until

SEED = "c3" * 32


def table(game: Game = BLUFF, players: int = 3, seed: str = SEED) -> Table:
    """Give a fresh table."""
    return Table.new(game, game.header(players, seed))


async def of_three(*answers: Callable[[Request], Reply]) -> tuple[Played, list[Scripted]]:
    """Play a match of three at Bluff; seats without an answer of their own play well."""
    players = [Scripted(answer) for answer in answers]
    players += [Scripted() for _ in range(3 - len(players))]
    return await play(table(), players, Limits(), KEY), players


def faulty(_: Request) -> Reply:
    """Never answer."""
    return Reply(None, "timeout", latency_ms=600)


async def test_a_match_is_what_its_players_chose() -> None:
    """The same choices put to a table by hand give the same record, and it verifies."""
    by_hand = table()
    while not by_hand.over:
        choose_all(by_hand)

    played, _ = await of_three()

    assert played.record == by_hand.record()
    assert verify(BLUFF, played.record) is None
    assert (played.faults, played.retired) == ((), ())


async def test_seats_of_one_beat_are_asked_at_once() -> None:
    """Nobody is answered before all are asked, so nobody learns from the order."""
    waiting = asyncio.Barrier(3)

    async def together(ask: Request) -> int:
        if ask.last_latency_ms is None:
            await asyncio.wait_for(waiting.wait(), 60)
        return 0

    played = await play(table(), [LocalPlayer(together) for _ in range(3)], Limits(), KEY)

    assert played.faults == ()


async def test_the_time_that_answers_take_does_not_matter() -> None:
    """The same match with delays put in is the same replay, byte for byte (T9)."""
    luck = random.Random(1)

    async def slow(ask: Request) -> int:
        await asyncio.sleep(luck.random() / 500)
        return choose(ask)

    quick = await play(table(), [LocalPlayer(choose) for _ in range(3)], Limits(), KEY)
    delayed = await play(table(), [LocalPlayer(slow) for _ in range(3)], Limits(), KEY)

    assert msgspec.json.encode(delayed.record) == msgspec.json.encode(quick.record)


async def test_an_ask_says_what_the_seat_may_know() -> None:
    """Its own view, all events since its last ask, its clock, and what came of its last answer."""
    _, players = await of_three(lambda ask: Reply(choose(ask), latency_ms=700))
    first, second = players[0].asked[:2]

    assert (first.game, first.seat, first.players, first.kind) == ("bluff", 0, 3, "play")
    assert first.view == table().view(0)
    assert first.events == table().events(0)
    assert (first.clock, first.last_latency_ms, first.last_fault) == (
        Clock(500, 10_000),
        None,
        None,
    )
    assert (second.clock, second.last_latency_ms) == (Clock(500, 9_800), 700)
    assert players[0].allowed_ms[:2] == [10_500, 10_300]


async def test_events_are_told_once_and_none_is_missed() -> None:
    """All asks of a seat together tell it what happened up to the last of them."""
    played, players = await of_three()
    whole = table()
    for decision in played.record.decisions:
        whole.answer(whole.asks()[0].seat, decision)
    seen = [event.seen_by(1) for event in whole.log]
    told = [event for ask in players[1].asked for event in ask.events]

    assert told == [event for event in seen if event is not None][: len(told)]
    assert len(told) > 10


async def test_ids_are_opaque_and_the_same_again() -> None:
    """Different for every seat and ask, made by the key alone."""
    _, players = await of_three()
    _, again = await of_three()
    ids = [[ask.ask_id for ask in player.asked] for player in players]
    matches = [player.asked[0].match_id for player in players]

    assert ids == [[ask.ask_id for ask in player.asked] for player in again]
    assert len({name for row in ids for name in row}) == sum(len(row) for row in ids)
    assert len(set(matches)) == 3
    assert all(
        {ask.match_id for ask in player.asked} == {own}
        for player, own in zip(players, matches, strict=True)
    )


async def test_another_key_gives_other_ids() -> None:
    """Whoever knows one match's ids knows nothing of another's."""
    one, other = Scripted(), Scripted()
    await play(table(SKY_5, 2), [one, Scripted()], Limits(), KEY)
    await play(table(SKY_5, 2), [other, Scripted()], Limits(), b"another secret key")

    assert one.asked[0].match_id != other.asked[0].match_id
    assert not {ask.ask_id for ask in one.asked} & {ask.ask_id for ask in other.asked}


async def test_a_fault_plays_the_default_and_costs_a_strike() -> None:
    """It is recorded, reported to the owner with its kind of ask, and told to the bot."""

    def once(ask: Request) -> Reply:
        first = ask.last_latency_ms is None
        return Reply(None, "status", latency_ms=7, detail="500") if first else Reply(0)

    played, players = await of_three(once)
    (report,) = played.faults

    assert played.record.decisions[0] == FAULT
    assert [(note.at, note.kind) for note in played.record.faults] == [(0, "status")]
    assert (report.at, report.seat, report.ask, report.kind) == (0, 0, "play", "status")
    assert (report.latency_ms, report.detail) == (7, "500")
    assert [ask.last_fault for ask in players[0].asked[:3]] == [None, "status", None]


async def test_a_choice_beyond_the_options_is_illegal() -> None:
    """The report says what was expected."""
    played, _ = await of_three(lambda ask: Reply(len(ask.options)))

    assert {report.kind for report in played.faults} == {"illegal"}
    assert played.faults[0].detail == "expected a choice from 0 to 5, got 6"


async def test_a_seat_without_strikes_left_is_retired() -> None:
    """It is asked no more; its asks are faults without a kind, which nobody is blamed for."""
    players = [Scripted(faulty), Scripted()]
    played = await play(table(SKY_5, 2), players, Limits(max_strikes=3), KEY)
    notes = {note.at for note in played.record.faults}
    faults = [at for at, decision in enumerate(played.record.decisions) if decision == FAULT]

    assert played.retired == (0,)
    assert len(players[0].asked) == len(played.faults) == len(notes) == 3
    assert len(faults) > 3
    assert verify(SKY_5, played.record) is None


async def test_a_seat_without_a_player_is_retired_from_the_start() -> None:
    """A quarantined bot's match is played, by defaults."""
    other = Scripted()
    played = await play(table(SKY_5, 2), [None, other], Limits(), KEY)

    assert (played.retired, played.faults) == ((0,), ())
    assert other.asked


async def test_the_bank_is_drawn_by_what_goes_beyond_the_time_of_an_ask() -> None:
    """Once it is empty only that time is left."""
    latencies = iter([400, 500, 620, 1_000])

    def slow(ask: Request) -> Reply:
        return Reply(choose(ask), latency_ms=next(latencies, 0))

    player = Scripted(slow)
    limits = Limits(move_ms=500, bank_ms=600)
    await play(table(SKY_5, 2), [player, Scripted()], limits, KEY)

    assert player.allowed_ms[:5] == [1_100, 1_100, 1_100, 980, 500]
    assert [ask.clock.bank_ms for ask in player.asked[:5]] == [600, 600, 600, 480, 0]


async def test_what_bots_say_is_kept_without_what_could_steer_a_terminal() -> None:
    """Controls, line ends and invisible marks are dropped; what then is empty is nothing."""
    words = iter(["Hé\x1b[2J\n\u202e!", "\u200b\n"])

    def talk(ask: Request) -> int | Choice:
        return Choice(choose(ask), next(words, None))

    seats: list[Player] = [LocalPlayer(talk), LocalPlayer(choose)]
    played = await play(table(SKY_5, 2), seats, Limits(), KEY)

    assert [say.text for say in played.record.says] == ["Hé[2J!"]


async def test_the_end_is_told_to_those_who_want_it() -> None:
    """With the seat's own decisions and faults, and the digest; a retired seat is not called."""

    def once(ask: Request) -> Reply:
        return Reply(None, "schema") if ask.last_latency_ms is None else Reply(choose(ask))

    told, deaf, gone = Scripted(once, wants_end=True), Scripted(), Scripted(faulty, wants_end=True)
    played = await play(table(), [told, deaf, gone], Limits(max_strikes=2), KEY)
    (end,) = told.ends

    assert (deaf.ends, gone.ends, played.retired) == ([], [], (2,))
    assert (end.match_id, end.seat, end.game) == (told.asked[0].match_id, 0, "bluff")
    assert (end.ranks, end.scores) == (played.record.outcome.ranks, played.record.outcome.scores)
    assert (end.digest, end.faults) == (played.record.digest, ("schema",))
    assert len(end.decisions) == len(told.asked)


@pytest.mark.parametrize("game", [SKY_5, BLUFF], ids=["one ask", "asks at once"])
async def test_an_error_of_a_player_in_this_process_is_ours(game: Game) -> None:
    """It is no contestant's fault: the match stops with the error itself."""

    def broken(_: Request) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await play(table(game, 2), [LocalPlayer(broken)] * 2, Limits(), KEY)


async def test_seats_must_be_as_many_as_the_table_has() -> None:
    """Nothing is asked otherwise."""
    player = Scripted()
    with pytest.raises(ValueError, match="seats: expected 3, got 2"):
        await play(table(), [player, player], Limits(), KEY)

    assert player.asked == []


async def test_nothing_is_asked_before_the_last_beat_is_kept() -> None:
    """Else a crash could undo a decision whose effect its bot has seen, and it would choose again.

    All asks of a beat go out together; no later one does while the journal is silent.
    """
    journal = MemoryJournal()
    journal.hold = asyncio.Event()
    player = Scripted()
    match = asyncio.create_task(play(table(BLUFF, 3), [player] * 3, Limits(), KEY, journal))

    async def silent() -> bool:
        return len(journal.entries) == 1

    await until(silent, "no beat is kept")
    await asyncio.sleep(0.02)
    assert (len(player.asked), len(journal.entries)) == (3, 1)

    journal.hold.set()
    assert (await match).faults == ()


async def test_a_match_goes_on_from_its_journal_as_if_nothing_had_happened() -> None:
    """After every beat: the same asks to the byte, banks and strikes too, the same record."""

    def moody(ask: Request) -> Reply:
        if ask.seat == 2 or choose(ask) == 1:
            return Reply(None, "timeout", latency_ms=900, detail="late")
        return Reply(choose(ask), say=f"{ask.kind}!", latency_ms=600)

    async def run(journal: MemoryJournal) -> tuple[Played, list[bytes]]:
        player = Scripted(moody)
        played = await play(table(), [player] * 3, Limits(max_strikes=4), KEY, journal)
        return played, [msgspec.json.encode(ask) for ask in player.asked]

    whole = MemoryJournal()
    played, asked = await run(whole)
    assert played.retired

    for beats in range(len(whole.entries) + 1):
        kept = [_reread(entry) for entry in whole.entries[:beats]]
        resumed = MemoryJournal(kept)
        again, asked_again = await run(resumed)

        assert again == played
        assert asked_again == asked[len(asked) - len(asked_again) :]
        assert resumed.entries == whole.entries


def _reread(entry: Entry) -> Entry:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(entry), type=Entry)


async def test_a_journal_that_refuses_stops_the_match() -> None:
    """Another worker has taken over: this one may not go on."""

    class FencedError(Exception):
        pass

    class Fenced(MemoryJournal):
        def _kept(self) -> asyncio.Future[None]:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_exception(FencedError())
            return done

    player = Scripted()
    with pytest.raises(FencedError):
        await play(table(SKY_5, 2), [player] * 2, Limits(), KEY, Fenced())

    assert len(player.asked) == 1


async def test_a_journal_of_another_match_is_refused() -> None:
    """Its beats do not fit the asks."""
    journal = MemoryJournal()
    await play(table(BLUFF, 3), [Scripted()] * 3, Limits(), KEY, journal)

    with pytest.raises(JournalError, match="of another match"):
        await play(table(BLUFF, 2), [Scripted()] * 2, Limits(), KEY, journal)
