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
from dataclasses import dataclass, field

from arena.engine.ask import Option
from arena.games.sky_heist.cards import (
    ASSISTANT,
    LOADABLE,
    ORDER,
    PACK,
    SHERIFF,
    SHERIFFS,
    Cards,
    in_order,
)  # fmt: skip
from arena.games.sky_heist.luck import Streams
from arena.games.sky_heist.position import Phase, Position
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
CLAUSES = frozenset(
    (*SEATS, "players", "rounds", "round", "turn", "first", "active", "windows", "scores", "deck",
     "out", "loot", "bonus", "aside", "latency", "picks", "loses", "at")
)  # fmt: skip


class NotationError(ValueError):
    """A text that is no position: the message quotes the clause and says what is expected."""


@dataclass(frozen=True)
class Script:
    """Chance written down in advance; later rounds are dealt from a seed of zeros."""

    latencies: dict[int, int] = field(default_factory=dict)
    picks: tuple[Cards, ...] = ()
    losses: tuple[dict[int, str], ...] = ()

    def pack(self, number: int) -> list[str]:
        """Shuffle as a seed of zeros does."""
        return Streams(bytes(32)).pack(number)

    def deck(self, number: int, rest: list[str]) -> list[str]:
        """Shuffle the sheriffs in as a seed of zeros does."""
        return Streams(bytes(32)).deck(number, rest)

    def latency_us(self, number: int, seat: int) -> int:  # noqa: ARG002 (any round)
        """Give the latency written down, or 200,000 µs."""
        return self.latencies.get(seat, 200_000)

    def taken(self, played: int, hand: Cards, count: int) -> list[str]:
        """Give the cards written down, or the lowest."""
        return list(self.picks[played]) if played < len(self.picks) else list(hand[:count])

    def lost(self, played: int, seat: int, revolver: Cards) -> str:
        """Give the card written down, or the lowest."""
        losses = self.losses[played] if played < len(self.losses) else {}
        return losses.get(seat, revolver[0])


def parse(text: str) -> Position:
    """Read a position; raise NotationError quoting the clause that cannot be read."""
    clauses = _clauses(text)
    seats = [SEATS.index(name) + 1 for name in clauses if name in SEATS]
    players = _number(clauses, "players", max([3, *seats]))
    if not 2 <= players <= len(SEATS) or max(seats, default=0) > players:
        raise NotationError(f"players {players}: expected 2 to 5, and no seat beyond them")
    position = Position.new(players, _number(clauses, "rounds", 6), (), _script(clauses))
    position.windows = tuple(sorted(_seat(word) for word in clauses.get("windows", "").split()))
    position.round, position.turn = _number(clauses, "round", 0), _number(clauses, "turn", 0)
    position.active = _seat(clauses.get("active", "A"))
    position.first = _seat(clauses.get("first", SEATS[position.active]))
    position.scores = [int(word) for word in clauses.get("scores", "0 " * players).split()]
    position.phases = list(_start(clauses.get("at", "turn")))
    _lay_out(position, clauses)
    return position


def _clauses(text: str) -> dict[str, str]:
    clauses: dict[str, str] = {}
    for clause in filter(None, (part.strip() for part in text.split(";"))):
        name, _, body = clause.partition(" ")
        if name not in CLAUSES or name in clauses:
            raise NotationError(f"{clause!r}: expected one each of {', '.join(sorted(CLAUSES))}")
        clauses[name] = body.strip()
    return clauses


def _number(clauses: dict[str, str], name: str, default: int) -> int:
    body = clauses.get(name, str(default))
    if not body.isdecimal():
        raise NotationError(f"{name} {body!r}: expected a number")
    return int(body)


def _seat(letter: str) -> int:
    if len(letter) != 1 or letter not in SEATS:
        raise NotationError(f"{letter!r}: expected a seat, A to E")
    return SEATS.index(letter)


def _start(name: str) -> tuple[Phase, ...]:
    if name not in STARTS:
        raise NotationError(f"at {name!r}: expected one of {', '.join(STARTS)}")
    return STARTS[name]


def _pairs(body: str) -> dict[int, str]:
    words = body.split()
    if len(words) % 2:
        raise NotationError(f"{body!r}: expected pairs of a seat and a value")
    return {_seat(seat): value for seat, value in zip(words[::2], words[1::2], strict=True)}


def _script(clauses: dict[str, str]) -> Script:
    latencies = _pairs(clauses.get("latency", ""))
    picks, losses = clauses.get("picks"), clauses.get("loses")
    return Script(
        {seat: int(value) for seat, value in latencies.items()},
        tuple(tuple(part.split()) for part in picks.split("/")) if picks else (),
        tuple(_pairs(part) for part in losses.split("/")) if losses else (),
    )


class _Pool:
    """The cards of the pack that lie nowhere yet, in canonical order, sheriffs last."""

    def __init__(self) -> None:
        self.cards = [*PACK, *SHERIFFS]

    def take(self, words: list[str], clause: str) -> list[str]:
        """Take these cards out; `...` among them is passed over."""
        cards = [word for word in words if word != REST]
        for card in cards:
            if card not in self.cards:
                raise NotationError(f"{clause!r}: there is no further card {card!r} in the pack")
            self.cards.remove(card)
        return cards

    def fill(self, count: int, clause: str, fit: frozenset[str] = frozenset(ORDER)) -> list[str]:
        """Take any `count` fitting cards, the lowest."""
        cards = [card for card in self.cards if card in fit][:count]
        if len(cards) < count:
            raise NotationError(f"{clause!r}: too few cards are left to fill it up")
        return self.take(cards, clause)


_SEAT = re.compile(
    r"(?:\{(?P<hand>[^{}]*)\})?\s*(?:\[(?P<revolver>[^\[\]]*)\])?\s*(?P<front>[^{}\[\]]*)"
)


def _lay_out(position: Position, clauses: dict[str, str]) -> None:
    """Put every card where it is written, then fill up from what is left."""
    pool = _Pool()
    position.sheriffs = len(pool.take([SHERIFF] * _number(clauses, "out", 0), "out"))
    position.aside = tuple(pool.take(clauses.get("aside", "").split(), "aside"))
    deck = clauses.get("deck", REST).split()
    position.deck = pool.take(deck, "deck")
    loot = clauses.get("loot", "")
    position.loot = () if loot.endswith("*") else tuple(pool.take(loot.split(), "loot"))
    bonus = clauses.get("bonus")
    position.bonus = in_order(pool.take((bonus or "").split(), "bonus"))
    _lay_out_seats(position, clauses, pool)
    if position.players == 2 and bonus is None:
        position.bonus = in_order(pool.fill(3, "bonus"))
    if loot.endswith("*"):
        position.loot = tuple(pool.fill(int(loot[:-1]), "loot"))
    if REST in deck:
        position.deck += pool.cards


def _lay_out_seats(position: Position, clauses: dict[str, str], pool: _Pool) -> None:
    written: list[tuple[list[str], list[str]]] = []
    for seat in range(position.players):
        clause = clauses.get(SEATS[seat], "")
        match = _SEAT.fullmatch(clause)
        if match is None or set(match["front"].split()) - {ASSISTANT}:
            raise NotationError(f"{clause!r}: expected {{hand}} [revolver] As")
        front = pool.take(match["front"].split(), clause)
        hand = match["hand"].split() if match["hand"] is not None else [REST]
        revolver = (match["revolver"] or "").split()
        position.assistants[seat] = len(front)
        position.hands[seat] = in_order(pool.take(hand, clause))
        position.revolvers[seat] = in_order(pool.take(revolver, clause))
        written.append((hand, revolver))
    for seat, (hand, revolver) in enumerate(written):
        _fill_up(position, seat, pool, REST in hand, REST in revolver)


def _fill_up(position: Position, seat: int, pool: _Pool, hand: bool, revolver: bool) -> None:
    short = position.limit(seat) - len(position.hands[seat]) - len(position.revolvers[seat])
    if hand and revolver:
        raise NotationError(f"{SEATS[seat]}: hand or revolver may be filled up, not both")
    if revolver:
        filled = position.revolvers[seat] + tuple(pool.fill(short, SEATS[seat], LOADABLE))
        position.revolvers[seat] = in_order(filled)
    elif hand:
        position.hands[seat] = in_order(position.hands[seat] + tuple(pool.fill(short, SEATS[seat])))


def write(position: Position) -> str:
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
