"""The rules of Sky 5 at work on one position, in the order of the rulebook.

What may live here: the phases and what they do. `_begin` has one method per phase: it opens an
ask, or does what is forced and changes the stack of phases. A choice with one option is never
asked. Every act leaves an event that says which act it was. Numbers S5-... are in `RULES.md`.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from arena.engine.ask import FAULT, Ask, Event, Option
from arena.engine.record import Header, Outcome
from arena.games.sky5 import words
from arena.games.sky5.cards import NUMBER, STAR, has_all_colours, has_colour, points
from arena.games.sky5.position import Phase, Position, clockwise_after, deal
from arena.games.sky5.view import view
from arena.games.sky5.words import Sky5View

TURN_CAP = 1_000
"""After so many turns the final round begins whatever is left in the deck (S5-35)."""

Asks = tuple[Ask, ...]
NO_ASK: Asks = ()


class Sky5:
    """Plays one position on, from ask to ask."""

    __slots__ = ("_asks", "_events", "_position")

    def __init__(self, position: Position) -> None:
        """Take over the position; nothing moves before the first step."""
        self._position = position
        self._asks = NO_ASK
        self._events: list[Event] = []

    @classmethod
    def new(cls, header: Header) -> "Sky5":
        """Deal a match from its header."""
        return cls(deal(header.players, bytes.fromhex(header.seed)))

    @property
    def position(self) -> Position:
        """The position as it stands: to be looked at, not to be changed."""
        return self._position

    def asks(self) -> Asks:
        """Give the open ask; there is never more than one."""
        return self._asks

    def step(self, answers: Sequence[int]) -> list[Event]:
        """Carry out the answer, then all that is forced, up to the next ask or the end."""
        for ask, answer in zip(self._asks, answers, strict=True):
            self._carry_out(ask, answer)
        self._asks = NO_ASK
        phases = self._position.phases
        while phases and not self._asks:
            self._asks = _BEGIN[phases[-1]](self)
        events, self._events = self._events, []
        return events

    def view(self, seat: int | None) -> Sky5View:
        """Give what everybody may know of the position (S5-34)."""
        return view(self._position, seat)

    def outcome(self) -> Outcome:
        """Give places and points (S5-32, S5-33)."""
        return Outcome(ranks=ranks(self._position), scores=tuple(self._position.points))

    def clone(self) -> "Sky5":
        """Give an independent copy that will play on exactly as this one would."""
        twin = Sky5(self._position.clone())
        twin._asks = self._asks
        return twin

    def _carry_out(self, ask: Ask, answer: int) -> None:
        """Do what the seat chose; a fault is announced and the default is done."""
        if answer == FAULT:
            self._events.append(words.Faulted(ask.seat, ask.kind))
            answer = 0
        match ask.options[answer]:
            case words.Draw():
                self._draw()
            case words.Bank():
                self._attempt()
            case words.Give(to=seat):
                self._give(seat)
            case words.Take(card=card):
                self._take(card)
            case words.TakeNone():
                self._decline()

    # Turn

    def _turn(self) -> Asks:
        """Draw or attempt to bank; with an empty front there is only the draw (S5-06, S5-07)."""
        position = self._position
        self._events.append(words.TurnBegan(position.active, position.turn))
        if position.fronts[position.active]:
            return _turn_ask(position.active)
        self._draw()
        return NO_ASK

    def _end_turn(self) -> Asks:
        """Pass the turn clockwise, or in the order of the final round, or end (S5-06, S5-31)."""
        position = self._position
        if position.final_order:
            self._next_final_turn(position.final_left())
        elif not position.deck or position.turn >= TURN_CAP:
            self._begin_final_round()
        else:
            self._pass_turn((position.active + 1) % position.players, "turn")
        return NO_ASK

    def _pass_turn(self, seat: int, phase: Phase) -> None:
        position = self._position
        position.active = seat
        position.turn += 1
        position.phases[-1] = phase

    # Draw

    def _draw(self) -> None:
        """Turn up the top card: keep it, give it away or bust (S5-08 to S5-12)."""
        position = self._position
        seat, card = position.active, position.deck.pop(0)
        before = position.fronts[seat]
        position.fronts[seat] = (*before, card)
        position.phases[-1] = "end_turn"
        self._events.append(words.Drawn(seat, card))
        colour = card[0]
        if colour == STAR or not has_colour(before, colour):
            self._bank_five(seat)
        elif position.lacking(colour):
            position.phases.append("gift")
        else:
            self._bust()

    def _gift(self) -> Asks:
        """Ask who gets the card just drawn; a single one who lacks its colour gets it (S5-10)."""
        position = self._position
        eligible = position.lacking(position.fronts[position.active][-1][0])
        if len(eligible) > 1:
            return _gift_ask(position.active, eligible)
        self._give(eligible[0])
        return NO_ASK

    def _give(self, to: int) -> None:
        position = self._position
        giver = position.active
        *kept, card = position.fronts[giver]
        position.fronts[giver] = tuple(kept)
        position.fronts[to] += (card,)
        position.phases.pop()
        self._events.append(words.Given(giver, card, to))
        self._bank_five(to)

    # Attempt to bank

    def _attempt(self) -> None:
        """Roll once: bank the whole front, or bust if a card shows the number (S5-13, S5-14)."""
        position = self._position
        seat = position.active
        front = position.fronts[seat]
        number = position.dice[seat].below(6) + 1
        position.phases[-1] = "end_turn"
        self._events.append(words.Rolled(seat, number))
        if number in [NUMBER[card] for card in front]:
            self._bust()
        else:
            self._events.append(words.Banked(seat, front, self._move_to_pile(seat)))

    def _move_to_pile(self, seat: int) -> int:
        """Move the seat's whole front to its scoring pile; give the points (S5-15)."""
        position = self._position
        front = position.fronts[seat]
        scored = points(front)
        position.fronts[seat] = ()
        position.piles[seat] += front
        position.points[seat] += scored
        return scored

    # Busting

    def _bust(self) -> None:
        """Open the front of the active player to the others (S5-16, S5-17, S5-30)."""
        position = self._position
        seat = position.active
        position.takers = (
            position.final_left()
            if position.final_order
            else clockwise_after(seat, position.players)
        )
        position.phases.append("takes")
        self._events.append(words.Busted(seat, position.fronts[seat]))

    def _takes(self) -> Asks:
        """Ask the next who may take and has a card open to him; discard the rest (S5-20)."""
        position = self._position
        while position.takers:
            taker = position.takers[0]
            if cards := position.open_to(taker):
                return _take_ask(taker, cards)
            position.takers = position.takers[1:]
        left = position.fronts[position.active]
        if left:
            position.fronts[position.active] = ()
            position.discard += left
            self._events.append(words.Discarded(position.active, left))
        position.phases.pop()
        return NO_ASK

    def _take(self, card: str) -> None:
        """Move the card from the buster's front to the taker's (S5-18, S5-19)."""
        position = self._position
        buster, taker = position.active, position.takers[0]
        position.takers = position.takers[1:]
        position.fronts[buster] = tuple([c for c in position.fronts[buster] if c != card])
        position.fronts[taker] += (card,)
        self._events.append(words.Taken(taker, card, buster))
        self._bank_five(taker)

    def _decline(self) -> None:
        position = self._position
        self._events.append(words.Declined(position.takers[0], position.active))
        position.takers = position.takers[1:]

    # Sky Five

    def _bank_five(self, seat: int) -> None:
        """Bank the seat's whole front at once if it shows all five colours (S5-23 to S5-25)."""
        front = self._position.fronts[seat]
        if has_all_colours(front):
            self._events.append(words.SkyFive(seat, front, self._move_to_pile(seat)))

    # Final round and scoring

    def _begin_final_round(self) -> None:
        """Give everybody one final turn, the player who has just moved last (S5-26, S5-27)."""
        position = self._position
        if position.deck:
            self._events.append(words.Capped(position.turn))
        last = position.active
        position.final_order = (*clockwise_after(last, position.players), last)
        self._events.append(words.FinalRound(position.final_order))
        self._pass_turn(position.final_order[0], "final_turn")

    def _final_turn(self) -> Asks:
        """Attempt to bank without a choice; an empty front is not rolled for (S5-28, S5-29)."""
        position = self._position
        seat = position.active
        self._events.append(words.TurnBegan(seat, position.turn))
        if position.fronts[seat]:
            self._attempt()
        else:
            self._events.append(words.NotRolled(seat))
            position.phases[-1] = "end_turn"
        return NO_ASK

    def _next_final_turn(self, left: tuple[int, ...]) -> None:
        if left:
            self._pass_turn(left[0], "final_turn")
            return
        position = self._position
        position.phases.pop()
        sizes = tuple(len(pile) for pile in position.piles)
        self._events.append(words.Ended(tuple(position.points), sizes, ranks(position)))


_BEGIN: dict[Phase, Callable[[Sky5], Asks]] = {
    "turn": Sky5._turn,
    "gift": Sky5._gift,
    "takes": Sky5._takes,
    "final_turn": Sky5._final_turn,
    "end_turn": Sky5._end_turn,
}


def ranks(position: Position) -> tuple[int, ...]:
    """Give the places by points, then by cards in the pile; equals share one (S5-33)."""
    results = list(zip(position.points, map(len, position.piles), strict=True))
    return tuple(1 + sum(other > result for other in results) for result in results)


# Equal asks are one object: most of them are open many times in a match.


@cache
def _turn_ask(seat: int) -> Asks:
    return (Ask(seat, "turn", (words.Draw(), words.Bank())),)


@cache
def _gift_ask(seat: int, eligible: tuple[int, ...]) -> Asks:
    return (Ask(seat, "gift", tuple(words.Give(to) for to in eligible)),)


@lru_cache(maxsize=4096)
def _take_ask(seat: int, cards: tuple[str, ...]) -> Asks:
    options: tuple[Option, ...] = (words.TakeNone(), *(words.Take(card) for card in cards))
    return (Ask(seat, "take", options),)
