"""The text form of a position, so that a test from the middle of a match is one line.

A text is clauses separated by `;`, in any order. Cards are separated by spaces; seats are the
letters A to E for seats 0 to 4.

    A {3 4 7 1 2 W} [5 5] As    hand, revolver, Assistants in front
    B {} [...]                  `...` inside fills up to the limit with cards that are left over
    C                           the same as C {...}: the hand filled up; so is a seat left out
    players 4                   default 3, or more where a further seat is named
    deck 5 S 6 ...              top first; `...` puts all the rest of the pack below; without
                                it the deck is exactly that. Default: deck ...
    out 2                       sheriffs out
    loot 5 5 / loot 23*         these cards, or any 23
    bonus In 1 2                with two players; default: any three
    aside 3 6                   revealed cards of this round's earlier challenges
    active B; first A; turn 7; round 5; rounds 6; scores 31 31 30; windows B C
    at refill                   where to begin: setup, turn (default: with T1), action (T2),
                                refill (T3), arrival (of the sheriff)

Chance is written down too. What is not written is the lowest card, or 200,000 µs.

    latency A 200000 B 250000   in µs, for the race
    picks 6 W / 1 2             what the first, the second ... Substitution takes
    loses B 6 C 5 / B 1         what the first, the second ... Indians costs each seat

Examples: `A {Sub 1 2 3} [4 5]; B {6 7 W M 2 2}; picks 6 W; deck 7 ...` and, for a sharing,
`players 4; out 2; A {1} [6 6 6]; B [6 6 6]; C [7 7]; D [7 7 7]; loot 23*; latency B 300 C 350
D 500`, in which A then shoots. The fourth sheriff on B's turn: `active B; out 4; at arrival`.
"""

import re

from arena.engine.ask import Option
from arena.games.sky_heist.cards import (
    ASSISTANT,
    LOADABLE,
    ORDER,
    PACK,
    SHERIFF,
    SHERIFFS,
    in_order,
)
from arena.games.sky_heist.luck import Script
from arena.games.sky_heist.position import Phase, Position
from arena.games.sky_heist.setup import BONUS_CARDS
from arena.games.sky_heist.words import Cancel, Discard, Give, Load, Substitution

SEATS = "ABCDE"
REST = "..."
STARTS: dict[str, tuple[Phase, ...]] = {
    "setup": (Phase.SETUP,),
    "turn": (Phase.TURN,),
    "action": (Phase.REFILL, Phase.ACTION),
    "refill": (Phase.REFILL,),
    "arrival": (Phase.ARRIVAL,),
}
CLAUSES = (
    *SEATS, "players", "rounds", "round", "turn", "first", "active", "windows", "scores", "deck",
    "out", "loot", "bonus", "aside", "latency", "picks", "loses", "at",
)  # fmt: skip
_SEAT = re.compile(
    r"(?:\{(?P<hand>[^{}]*)\})?\s*(?:\[(?P<revolver>[^\[\]]*)\])?\s*(?P<front>[^{}\[\]]*)"
)


class NotationError(ValueError):
    """A text that is no position: the message quotes the clause and says what is expected."""


class _Clauses:
    """The clauses of a text by name, and the readers of their bodies."""

    def __init__(self, text: str) -> None:
        self.bodies: dict[str, str] = {}
        for clause in filter(None, (part.strip() for part in text.split(";"))):
            name, _, body = clause.partition(" ")
            if name not in CLAUSES or name in self.bodies:
                raise NotationError(f"{clause!r}: expected one each of {', '.join(CLAUSES)}")
            self.bodies[name] = body.strip()
        named = [SEATS.index(name) + 1 for name in self.bodies if name in SEATS]
        self.players = max([3, *named])
        self.players = self.number("players", self.players)
        if not max([2, *named]) <= self.players <= len(SEATS):
            raise NotationError(f"players {self.players}: expected 2 to 5, all that are named")

    def words(self, name: str, default: str = "") -> list[str]:
        """Give the words of a clause."""
        return self.bodies.get(name, default).split()

    def number(self, name: str, default: int) -> int:
        """Give the one number of a clause."""
        return _number(self.bodies.get(name, str(default)), name)

    def seat(self, letter: str) -> int:
        """Give the seat of a letter."""
        if len(letter) != 1 or letter not in SEATS[: self.players]:
            raise NotationError(f"{letter!r}: expected a seat, A to {SEATS[self.players - 1]}")
        return SEATS.index(letter)

    def by_seat(self, body: str) -> dict[int, str]:
        """Give pairs of a seat and a value."""
        words = body.split()
        if len(words) % 2:
            raise NotationError(f"{body!r}: expected pairs of a seat and a value")
        return {self.seat(seat): value for seat, value in zip(words[::2], words[1::2], strict=True)}

    def parts(self, name: str) -> list[str]:
        """Give the parts of a clause that are separated by slashes."""
        return [part for part in self.bodies.get(name, "").split("/") if part.strip()]


def _number(word: str, name: str) -> int:
    if not word.isdecimal():
        raise NotationError(f"{name} {word!r}: expected a number")
    return int(word)


class _Pool:
    """The cards of the pack that lie nowhere yet, in canonical order, sheriffs last."""

    def __init__(self) -> None:
        self.cards = [*PACK, *SHERIFFS]

    def take(self, words: list[str], where: str) -> list[str]:
        """Take these cards out; `...` at their end is passed over."""
        cards = words[:-1] if words[-1:] == [REST] else words
        for card in cards:
            if card not in self.cards:
                raise NotationError(f"{where}: there is no further card {card!r} in the pack")
            self.cards.remove(card)
        return cards

    def fill(self, count: int, where: str, fit: frozenset[str] = frozenset(ORDER)) -> list[str]:
        """Take any `count` fitting cards, the first in canonical order."""
        cards = [card for card in self.cards if card in fit][:count]
        if len(cards) < count:
            raise NotationError(f"{where}: too few cards are left to fill it up")
        return self.take(cards, where)


def parse(text: str) -> Position:
    """Read a position; raise NotationError quoting what cannot be read."""
    clauses = _Clauses(text)
    windows = tuple(sorted(map(clauses.seat, clauses.words("windows"))))
    rounds = clauses.number("rounds", 6)
    position = Position.new(clauses.players, rounds, windows, _script(clauses))
    position.round, position.turn = clauses.number("round", 1), clauses.number("turn", 1)
    position.active = clauses.seat(clauses.bodies.get("active", "A"))
    position.first = clauses.seat(clauses.bodies.get("first", SEATS[position.active]))
    scores = clauses.words("scores", "0 " * clauses.players)
    if len(scores) != clauses.players or not 1 <= position.round <= rounds:
        raise NotationError(
            f"{text!r}: expected a score for each seat, and a round from 1 to the last"
        )
    position.scores = [_number(word, "scores") for word in scores]
    position.phases = list(_start(clauses.bodies.get("at", "turn")))
    _lay_out(position, clauses)
    return position


def _start(name: str) -> tuple[Phase, ...]:
    if name not in STARTS:
        raise NotationError(f"at {name!r}: expected one of {', '.join(STARTS)}")
    return STARTS[name]


def _script(clauses: _Clauses) -> Script:
    latencies = clauses.by_seat(clauses.bodies.get("latency", ""))
    return Script(
        {seat: _number(value, "latency") for seat, value in latencies.items()},
        tuple(tuple(part.split()) for part in clauses.parts("picks")),
        tuple(clauses.by_seat(part) for part in clauses.parts("loses")),
    )


def _lay_out(position: Position, clauses: _Clauses) -> None:
    """Put every card where it is written, then fill up from what is left."""
    pool = _Pool()
    position.sheriffs = len(pool.take([SHERIFF] * clauses.number("out", 0), "out"))
    position.aside = tuple(pool.take(clauses.words("aside"), "aside"))
    deck, loot = clauses.words("deck", REST), clauses.bodies.get("loot", "")
    position.deck = list(pool.take(deck, "deck"))
    position.loot = () if loot.endswith("*") else tuple(pool.take(loot.split(), "loot"))
    bonus = pool.take(clauses.words("bonus"), "bonus")
    _lay_out_seats(position, clauses, pool)
    if position.players == 2 and "bonus" not in clauses.bodies:
        bonus = pool.fill(BONUS_CARDS, "bonus")
    position.bonus = in_order(bonus)
    if loot.endswith("*"):
        position.loot = tuple(pool.fill(_number(loot[:-1], "loot"), "loot"))
    if deck[-1:] == [REST]:
        position.deck += pool.cards


def _lay_out_seats(position: Position, clauses: _Clauses, pool: _Pool) -> None:
    """Lay out what is written for each seat before any is filled up."""
    filled: list[tuple[bool, bool]] = []
    for seat, letter in enumerate(SEATS[: position.players]):
        match = _SEAT.fullmatch(clauses.bodies.get(letter, ""))
        if match is None or set(match["front"].split()) - {ASSISTANT}:
            raise NotationError(f"{letter}: expected {letter} {{hand}} [revolver] As")
        hand = REST.split() if match["hand"] is None else match["hand"].split()
        revolver = (match["revolver"] or "").split()
        if SHERIFF in (*hand, *revolver):
            raise NotationError(f"{letter}: a sheriff is never held")
        position.assistants[seat] = len(pool.take(match["front"].split(), letter))
        position.hands[seat] = in_order(pool.take(hand, letter))
        position.revolvers[seat] = in_order(pool.take(revolver, letter))
        filled.append((REST in hand, REST in revolver))
    for seat, (fill_hand, fill_revolver) in enumerate(filled):
        _fill_up(position, seat, pool, fill_hand, fill_revolver)


def _fill_up(position: Position, seat: int, pool: _Pool, hand: bool, revolver: bool) -> None:
    letter, held = SEATS[seat], position.hands[seat] + position.revolvers[seat]
    short = position.limit(seat) - len(held)
    if short < 0 or (hand and revolver) or set(position.revolvers[seat]) - LOADABLE:
        raise NotationError(
            f"{letter}: expected a revolver that can be loaded, no more cards than "
            f"{position.limit(seat)}, and hand or revolver filled up, not both"
        )
    if hand:
        position.hands[seat] = in_order((*position.hands[seat], *pool.fill(short, letter)))
    if revolver:
        more = pool.fill(short, letter, LOADABLE)
        position.revolvers[seat] = in_order((*position.revolvers[seat], *more))


def format(position: Position) -> str:
    """Give the text of a position at one of the places where a text may begin.

    What seats remember of Substitutions and Indians, and chance, are no part of it.
    """
    starts = {phases: name for name, phases in STARTS.items()}
    if tuple(position.phases) not in starts:
        raise NotationError(f"in the middle of {'/'.join(position.phases)} there is no text form")
    rows = [
        f"players {position.players}", f"rounds {position.rounds}", f"round {position.round}",
        f"turn {position.turn}", f"first {SEATS[position.first]}",
        f"active {SEATS[position.active]}",
        f"scores {' '.join(map(str, position.scores))}",
        *(_seat_text(position, seat) for seat in range(position.players)),
        f"deck {' '.join(position.deck)}", f"out {position.sheriffs}",
        f"loot {' '.join(position.loot)}", f"bonus {' '.join(position.bonus)}",
        f"aside {' '.join(position.aside)}",
        f"windows {' '.join(SEATS[seat] for seat in position.windows)}",
        f"at {starts[tuple(position.phases)]}",
    ]  # fmt: skip
    return "; ".join(row.strip() for row in rows)


def _seat_text(position: Position, seat: int) -> str:
    hand, revolver = " ".join(position.hands[seat]), " ".join(position.revolvers[seat])
    front = f" {ASSISTANT}" * position.assistants[seat]
    return f"{SEATS[seat]} {{{hand}}} [{revolver}]{front}"


def option_text(option: Option) -> str:
    """Give an option in a few words: `discard 3 4 7`, `load W`, `substitution B`, `hand_down`."""
    name = str(type(option).__struct_config__.tag)
    match option:
        case Discard() | Give():
            return f"{name} {' '.join(option.cards)}"
        case Load():
            return f"{name} {option.card}"
        case Substitution(on=seat) | Cancel(seat=seat):
            return f"{name} {SEATS[seat]}"
    return name
