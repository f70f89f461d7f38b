"""Use cases: look at a finished match event by event, at one of its asks, and prove it.

What may live here: what the theatre is told of a match. What happened is never stored:
it is played again from the record, in a thread, one match at a time, since each takes some 20 ms.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Literal

import msgspec

from arena.engine.beat import Beat, Decided
from arena.engine.record import Outcome, Record
from arena.engine.replay import verify
from arena.engine.retelling import beats
from arena.engine.rules import Game
from arena.engine.story import Teller
from arena.games import game
from arena.service.errors import Invalid, NotFound
from arena.service.matches import TimedRecord
from arena.service.owners import Identity
from arena.service.turns import Turns

Onlooker = int | Literal["all", "spectator"]
"""Whose knowledge of a match is told: a seat's, a spectator's at the table, or all there is."""

Find = Callable[[str, Identity | None], Awaitable[TimedRecord]]
"""Gives what is kept of a match to whoever may look at it; raises NotFound for others."""

MOST_WAITING = 50
"""Matches that are being played again, or wait to be."""

_json = msgspec.json.Encoder()


class DecisionTold(msgspec.Struct, frozen=True, kw_only=True):
    """A decision: its number (from 0), who was asked what with so many options, and the choice.

    `choice` is an option's number, or −1 for a fault, of the kind `fault`; `chosen` is it in words.
    `latency_ms` is how long the answer took, in tournaments 65,535 for all that took longer; null
    where the seat was not called.
    """

    number: int
    seat: int
    kind: str
    options: int
    choice: int
    chosen: str
    fault: str | None
    latency_ms: int | None
    say: str | None


class EventTold(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, in words, and the number of the rule behind it.

    `event` is as the game's rule page catalogues it; what the onlooker may not know is null. Words
    that begin with `# ` open a chapter, with `## ` a section.
    """

    event: msgspec.Raw
    words: str
    rule: str | None


class BeatTold(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided at one time (nothing at the setup), and what came of it."""

    asks: list[DecisionTold]
    events: list[EventTold]


class PlayView(msgspec.Struct, frozen=True, kw_only=True):
    """A match from its setup to its end, as somebody knew it: `seen_by`.

    Beside `all` there are only the asks of the seat itself, none for a spectator.
    """

    match: str
    game: str
    players: int
    rounds: int
    seen_by: str
    beats: list[BeatTold]
    outcome: Outcome
    digest: str


class OptionsView(msgspec.Struct, frozen=True, kw_only=True):
    """One ask of a match with all of its options, as the bot was sent them, and in words."""

    match: str
    number: int
    seat: int
    kind: str
    choice: int
    options: list[msgspec.Raw]
    words: list[str]


class ProofView(msgspec.Struct, frozen=True, kw_only=True):
    """What came of playing a match again, here and now: `verified`, or where it first differs."""

    match: str
    decisions: int
    digest: str
    verified: bool
    difference: str | None


class Plays:
    """Finished matches, or exhibitions, as they were played. Who may look at one, `find` knows.

    All raise Full while too many wait for theirs.
    """

    def __init__(self, find: Find, playing: Turns) -> None:
        """`playing` are the turns of all that is played again in this process."""
        self._find = find
        self._playing = playing

    async def play(
        self, match_id: str, onlooker: Onlooker, who: Identity | None = None
    ) -> PlayView:
        """Give a match as the onlooker knew it; raise NotFound, and Invalid for no seat of it."""
        match = await self._find(match_id, who)
        players = match.record.header.players
        if isinstance(onlooker, int) and onlooker >= players:
            seats = f"0 to {players - 1}"
            raise Invalid("seen_by", f"expected all, spectator or a seat, {seats}, got {onlooker}")
        async with self._playing.turn():
            return await asyncio.to_thread(play_view, match_id, match, onlooker)

    async def options(self, match_id: str, number: int, who: Identity | None = None) -> OptionsView:
        """Give the ask of this number with its options; raise NotFound."""
        record = (await self._find(match_id, who)).record
        if number >= len(record.decisions):
            raise NotFound(f"match {match_id} has {len(record.decisions)} asks, counted from 0")
        async with self._playing.turn():
            return await asyncio.to_thread(_options, match_id, record, number)

    async def proof(self, match_id: str, who: Identity | None = None) -> ProofView:
        """Play a match again and say whether all of its record holds; raise NotFound."""
        record = (await self._find(match_id, who)).record
        async with self._playing.turn():
            difference = await asyncio.to_thread(verify, game(record.header.game), record)
        return ProofView(
            match=match_id,
            decisions=len(record.decisions),
            digest=record.digest,
            verified=difference is None,
            difference=None if difference is None else str(difference),
        )


def play_view(match_id: str, match: TimedRecord, onlooker: Onlooker) -> PlayView:
    """Play a match again, and tell it as the onlooker knew it."""
    record, header = match.record, match.record.header
    told = _Told(game(header.game), match, onlooker)
    return PlayView(
        match=match_id,
        game=header.game,
        players=header.players,
        rounds=header.rounds,
        seen_by=str(onlooker),
        beats=[told.beat(beat) for beat in beats(game(header.game), record)],
        outcome=record.outcome,
        digest=record.digest,
    )


class _Told:
    """How an onlooker is told the beats of a match."""

    def __init__(self, rules: Game, match: TimedRecord, onlooker: Onlooker) -> None:
        self._rules = rules
        self._teller = Teller(rules)
        self._onlooker = onlooker
        self._faults = {note.at: note.kind for note in match.record.faults}
        self._says = {note.at: note.text for note in match.record.says}
        self._latencies = tuple(map(iter, match.latencies))

    def beat(self, beat: Beat) -> BeatTold:
        told = [each for each in beat.decided if self._onlooker in ("all", each.ask.seat)]
        return BeatTold(asks=[self._ask(each) for each in told], events=list(self._events(beat)))

    def _events(self, beat: Beat) -> Iterator[EventTold]:
        for happened in beat.events:
            event = happened if self._onlooker == "all" else happened.seen_by(self._seat)
            if event is not None:
                tag = str(event.__struct_config__.tag)
                yield EventTold(
                    event=msgspec.Raw(_json.encode(event)),
                    words=self._teller.event(event),
                    rule=self._rules.cites.get(tag),
                )

    @property
    def _seat(self) -> int | None:
        return self._onlooker if isinstance(self._onlooker, int) else None

    def _ask(self, decided: Decided) -> DecisionTold:
        ask = decided.ask
        return DecisionTold(
            number=decided.number,
            seat=ask.seat,
            kind=ask.kind,
            options=len(ask.options),
            choice=decided.decision,
            chosen=self._teller.choice(ask.options[max(0, decided.decision)]),
            fault=self._faults.get(decided.number),
            latency_ms=next(self._latencies[ask.seat], None),
            say=self._says.get(decided.number),
        )


def _options(match_id: str, record: Record, number: int) -> OptionsView:
    rules = game(record.header.game)
    teller = Teller(rules)
    every = (each for beat in beats(rules, record) for each in beat.decided)
    ask, choice = next((each.ask, each.decision) for each in every if each.number == number)
    return OptionsView(
        match=match_id,
        number=number,
        seat=ask.seat,
        kind=ask.kind,
        choice=choice,
        options=[msgspec.Raw(_json.encode(option)) for option in ask.options],
        words=[teller.choice(option) for option in ask.options],
    )
