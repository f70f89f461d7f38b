"""A third game, Bluff: it keeps true that a game costs one package and one entry.

Each player holds three cards (1 to 9, four of each). In a trick all players lay one card at once;
one who gambles adds a roll of his die less 3. The strictly highest wins a point and may peek into
a hand. Then each draws a card, twice in all; the fifth trick ends the round.

It has whatever the engine must bear: asks at once, hidden cards, knowledge of single seats, events
for one seat alone, dice by seat, forced moves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from arena.engine.ask import FAULT, Ask, Event, Option, View
from arena.engine.chance import Chance, Stream, shuffled
from arena.engine.record import Header, Outcome
from arena.engine.rules import Game, Sample

Cards = tuple[int, ...]
Phase = Literal["deal", "play", "peek"]

PACK = tuple(card for card in range(1, 10) for _ in range(4))
HAND = 3
REFILLS = 2


class Play(Option, frozen=True, tag="play"):
    """Lay this card."""

    card: int


class Gamble(Option, frozen=True, tag="gamble"):
    """Lay this card and roll."""

    card: int


class Pass(Option, frozen=True, tag="pass"):
    """Look at nobody's hand."""


class Peek(Option, frozen=True, tag="peek"):
    """Look at the hand of the seat `at`."""

    at: int


class Drew(Event, frozen=True, tag="drew"):
    """`seat` drew these cards: told to that seat alone."""

    seat: int
    cards: Cards

    def seen_by(self, seat: int | None) -> Event | None:
        """Nobody else is told anything."""
        return self if seat == self.seat else None


class Laid(Event, frozen=True, tag="laid"):
    """`seat` laid a card; its `strength` is the card, and the roll less 3 where it gambled."""

    seat: int
    card: int
    strength: int


class Rolled(Event, frozen=True, tag="rolled"):
    """The die of `seat` fell, 1 to 6."""

    seat: int
    number: int


class Won(Event, frozen=True, tag="won"):
    """`seat` won the trick."""

    seat: int


class Peeked(Event, frozen=True, tag="peeked"):
    """`seat` looked at the hand of the seat `at`; only it is told the cards."""

    seat: int
    at: int
    cards: Cards

    def seen_by(self, seat: int | None) -> Event:
        """The others learn that it looked, not what it saw."""
        return self if seat == self.seat else Peeked(self.seat, self.at, ())


class Faulted(Event, frozen=True, tag="fault"):
    """No valid answer came from `seat` to this kind of ask; its default is played."""

    seat: int
    ask: str


class BluffView(View, frozen=True):
    """What a seat may know: its hand, all that was laid, what it saw and is still there."""

    seat: int | None
    scores: tuple[int, ...]
    hand: Cards
    laid: tuple[Cards, ...]
    known: tuple[Cards, ...]
    deck: int


@dataclass(slots=True)
class Position:
    """Everything there is to know. `known[s][t]`: what `s` knows of the hand of `t`."""

    deck: Cards
    hands: list[Cards]
    laid: list[Cards]
    known: list[list[Cards]]
    scores: list[int]
    dice: list[Chance]
    refills: int = 0
    winner: int = 0
    phase: Phase = "deal"


class Bluff:
    """The rules at work on a position."""

    def __init__(self, position: Position) -> None:
        """Take over the position."""
        self.position = position
        self._asks: tuple[Ask, ...] = ()

    def asks(self) -> tuple[Ask, ...]:
        """Give the open asks."""
        return self._asks

    def step(self, answers: Sequence[int]) -> list[Event]:
        """Apply the answers, then go on until somebody has a choice or all is over."""
        events: list[Event] = []
        if self._asks:
            self._move(self._chosen(answers, events), events)
        while not self._open() and (self.position.phase == "deal" or any(self.position.hands)):
            self._move(self._defaults(), events)
        return events

    def view(self, seat: int | None) -> View:
        """Give what the seat may know."""
        position = self.position
        nothing: list[Cards] = [()] * len(position.hands)
        return BluffView(
            seat=seat,
            scores=tuple(position.scores),
            hand=() if seat is None else position.hands[seat],
            laid=tuple(position.laid),
            known=tuple(nothing if seat is None else position.known[seat]),
            deck=len(position.deck),
        )

    def outcome(self) -> Outcome:
        """Rank by points; equals share a place."""
        scores = self.position.scores
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(ranks=ranks, scores=tuple(scores))

    def clone(self) -> "Bluff":
        """Give an independent copy."""
        old = self.position
        position = Position(
            deck=old.deck,
            hands=old.hands.copy(),
            laid=old.laid.copy(),
            known=[row.copy() for row in old.known],
            scores=old.scores.copy(),
            dice=[die.copy() for die in old.dice],
            refills=old.refills,
            winner=old.winner,
            phase=old.phase,
        )
        twin = Bluff(position)
        twin._asks = self._asks
        return twin

    def _open(self) -> bool:
        """Open the asks of those who have a choice; give whether there are any."""
        self._asks = tuple(
            Ask(seat, self.position.phase, options)
            for seat, options in self._choices().items()
            if len(options) > 1
        )
        return bool(self._asks)

    def _move(self, chosen: dict[int, Option], events: list[Event]) -> None:
        if self.position.phase == "deal":
            events += self._draw(HAND)
        elif self.position.phase == "play":
            self._trick(chosen, events)
        else:
            self._peek(chosen, events)

    def _defaults(self) -> dict[int, Option]:
        return {seat: options[0] for seat, options in self._choices().items()}

    def _chosen(self, answers: Sequence[int], events: list[Event]) -> dict[int, Option]:
        """Give the option by seat: the forced ones, the answers, the defaults of faults."""
        chosen = self._defaults()
        for ask, answer in zip(self._asks, answers, strict=True):
            if answer == FAULT:
                events.append(Faulted(ask.seat, ask.kind))
            else:
                chosen[ask.seat] = ask.options[answer]
        return chosen

    def _choices(self) -> dict[int, tuple[Option, ...]]:
        """Give what each seat that must act can do, the default first."""
        position = self.position
        if position.phase == "play":
            return {seat: _plays(hand) for seat, hand in enumerate(position.hands) if hand}
        if position.phase == "peek":
            winner, players = position.winner, len(position.hands)
            others = ((winner + step) % players for step in range(1, players))
            return {winner: (Pass(), *(Peek(at) for at in others if position.hands[at]))}
        return {}

    def _draw(self, count: int) -> list[Event]:
        position = self.position
        events: list[Event] = []
        for seat, hand in enumerate(position.hands):
            cards, position.deck = position.deck[:count], position.deck[count:]
            position.hands[seat] = tuple(sorted((*hand, *cards)))
            events.append(Drew(seat, cards))
        position.phase = "play"
        return events

    def _trick(self, chosen: dict[int, Option], events: list[Event]) -> None:
        strengths = [self._lay(seat, option, events) for seat, option in chosen.items()]
        best = max(strengths)
        if strengths.count(best) > 1:
            self._refill(events)
            return
        self.position.winner = strengths.index(best)
        self.position.scores[self.position.winner] += 1
        events.append(Won(self.position.winner))
        self.position.phase = "peek"

    def _lay(self, seat: int, option: Option, events: list[Event]) -> int:
        position = self.position
        assert isinstance(option, Play | Gamble)
        strength = card = option.card
        if isinstance(option, Gamble):
            number = position.dice[seat].below(6) + 1
            events.append(Rolled(seat, number))
            strength += number - 3
        position.hands[seat] = _without(position.hands[seat], card)
        position.laid[seat] = (*position.laid[seat], card)
        for row in position.known:
            row[seat] = _without(row[seat], card)
        events.append(Laid(seat, card, strength))
        return strength

    def _peek(self, chosen: dict[int, Option], events: list[Event]) -> None:
        winner = self.position.winner
        option = chosen[winner]
        if isinstance(option, Peek):
            cards = self.position.hands[option.at]
            self.position.known[winner][option.at] = cards
            events.append(Peeked(winner, option.at, cards))
        self._refill(events)

    def _refill(self, events: list[Event]) -> None:
        self.position.phase = "play"
        if self.position.refills < REFILLS:
            self.position.refills += 1
            events += self._draw(1)


def _plays(hand: Cards) -> tuple[Option, ...]:
    """Give what a hand can do; its last card cannot gamble, so it is a forced move."""
    cards = tuple(dict.fromkeys(hand))
    gambles = tuple(Gamble(card) for card in cards) if len(hand) > 1 else ()
    return (*(Play(card) for card in cards), *gambles)


def _without(cards: Cards, card: int) -> Cards:
    """Give the cards less this one, if it is there."""
    if card not in cards:
        return cards
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def new(header: Header) -> Bluff:
    """Set up a match; its first step deals."""
    seed, players = bytes.fromhex(header.seed), header.players
    return Bluff(
        Position(
            deck=tuple(shuffled(PACK, Stream(seed, "deck/0"))),
            hands=[()] * players,
            laid=[()] * players,
            known=[[()] * players for _ in range(players)],
            scores=[0] * players,
            dice=[Stream(seed, f"die/{seat}") for seat in range(players)],
        )
    )


def samples() -> Iterator[Sample]:
    """Give two positions of two players: before the first trick, and after it."""
    for phase in get_args(Phase)[1:]:
        rules = new(Header(game="bluff", rules=1, players=2, seed="00" * 32, rounds=1, windows=()))
        rules.position.hands = [(1, 5, 9), (2, 2, 4)]
        rules.position.phase = phase
        yield Sample(2, rules)


BLUFF = Game(
    name="bluff",
    title="Bluff",
    version=1,
    min_players=2,
    max_players=5,
    rounds=1,
    new=new,
    options=(Play, Gamble, Pass, Peek),
    events=(Drew, Laid, Rolled, Won, Peeked, Faulted),
    view=BluffView,
    kinds=("play", "peek"),
    samples=samples,
)
