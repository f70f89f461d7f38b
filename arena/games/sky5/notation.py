"""The text form of a position of Sky 5, in one line.

    A {R1 G4 *6} [Y6] B {R2} C {R3 G1} deck R5 active A turn 7

What may live here: reading and writing this form. First each player's front and, where there is
one, scoring pile; then, in any order:

    deck R5 B2          the top of the deck; cards named nowhere lie below it
    deck exactly R5     the whole deck; cards named nowhere are discarded (the default if `final`)
    discard R1          the discard pile; the cards named nowhere may join it
    removed B1 ...      the cards out of the game; if missing, the last ones named nowhere
    active B, turn 7    whose turn it is (A) and its number (1)
    final C A B         the final round and its order; the turn of the active player is next or on
    gift                the active player must give away the last card of his front
    takes C B           the active player busts, and these may still take
    over                the game is over

`format` writes every card out, so that a position read back is equal but for the dice.
"""

import re
from collections import Counter
from collections.abc import Sequence

from arena.engine.chance import Chance
from arena.games.sky5.cards import (
    COLOURS,
    PACK,
    RANK,
    STAR,
    has_all_colours,
    has_colour,
    points,
    removed_count,
)
from arena.games.sky5.position import Phase, Position, clockwise_after

LETTERS = "ABCDE"
_CLAUSES = ("deck", "discard", "removed", "active", "turn", "final", "gift", "takes", "over")
_WORDS = {"active": 1, "turn": 1, "gift": 0, "over": 0}
_PLAYER = re.compile(r"\s*([A-Z])\s*\{([^}]*)\}(?:\s*\[([^]]*)\])?")


class NotationError(ValueError):
    """A text that is no position: the message names the part and what was expected."""


def parse(text: str, dice: Sequence[Chance]) -> Position:
    """Read a position, with a die per player; raise NotationError where it cannot be one."""
    fronts, piles, rest = _players(text)
    if len(dice) != len(fronts):
        raise NotationError(f"dice: expected {len(fronts)}, one per player, got {len(dice)}")
    clauses = _clauses(rest)
    final_order = _seats("final", clauses, len(fronts))
    deck, removed, discard = _stacks(clauses, fronts, piles)
    active = _seats("active", clauses, len(fronts)) or final_order or (0,)
    position = Position(
        fronts=fronts,
        piles=piles,
        points=[points(pile) for pile in piles],
        deck=deck,
        removed=removed,
        discard=discard,
        dice=list(dice),
        active=active[0],
        turn=_turn(clauses),
        phases=_phases(clauses),
        takers=_seats("takes", clauses, len(fronts)),
        final_order=final_order,
    )
    _check(position)
    return position


def format(position: Position) -> str:
    """Write the position, every card of it."""
    words = [
        f"{LETTERS[seat]} {{{' '.join(front)}}} [{' '.join(pile)}]"
        for seat, (front, pile) in enumerate(zip(position.fronts, position.piles, strict=True))
    ]
    words += ["deck exactly", *position.deck, "discard", *position.discard]
    words += ["removed", *position.removed]
    words += ["active", LETTERS[position.active], "turn", str(position.turn)]
    if position.final_order:
        words += ["final", *_letters(position.final_order)]
    if not position.phases:
        words.append("over")
    elif position.phases[-1] == "gift":
        words.append("gift")
    elif position.phases[-1] == "takes":
        words += ["takes", *_letters(position.takers)]
    return " ".join(words)


def _letters(seats: tuple[int, ...]) -> list[str]:
    return [LETTERS[seat] for seat in seats]


def _players(text: str) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], str]:
    """Give the fronts, the piles, and what follows them."""
    fronts: list[tuple[str, ...]] = []
    piles: list[tuple[str, ...]] = []
    place = 0
    while found := _PLAYER.match(text, place):
        expected = LETTERS[len(fronts) : len(fronts) + 1] or "at most 5 players"
        if found[1] != expected:
            raise NotationError(f"players: expected {expected}, got {found[1]!r}")
        fronts.append(_cards(f"front of {found[1]}", found[2].split()))
        piles.append(_cards(f"pile of {found[1]}", (found[3] or "").split()))
        place = found.end()
    if len(fronts) < 2:
        raise NotationError(f"players: expected 2 to 5 like `A {{R1}}`, got {len(fronts)}")
    return fronts, piles, text[place:]


def _cards(part: str, words: Sequence[str]) -> tuple[str, ...]:
    for word in words:
        if word not in RANK:
            raise NotationError(f"{part}: expected cards like R3 or *4, got {word!r}")
    return tuple(words)


def _clauses(text: str) -> dict[str, list[str]]:
    """Give the words after each keyword."""
    clauses: dict[str, list[str]] = {}
    current: list[str] | None = None
    for word in text.split():
        if word in clauses:
            raise NotationError(f"{word}: given twice")
        if word in _CLAUSES:
            clauses[word] = current = []
        elif current is None:
            raise NotationError(f"expected one of {', '.join(_CLAUSES)}, got {word!r}")
        else:
            current.append(word)
    for word, count in _WORDS.items():
        given = clauses.get(word)
        if given is not None and len(given) != count:
            raise NotationError(f"{word}: expected {count} words after it, got {len(given)}")
    return clauses


def _seats(part: str, clauses: dict[str, list[str]], players: int) -> tuple[int, ...]:
    """Give the seats named after the keyword; none if it is not there."""
    letters = " ".join(LETTERS[:players])
    words = clauses.get(part, [])
    if part in clauses and not words:
        raise NotationError(f"{part}: expected players {letters}, got none")
    for word in words:
        if word not in letters.split():
            raise NotationError(f"{part}: expected players {letters}, got {word!r}")
    return tuple(LETTERS.index(word) for word in words)


def _turn(clauses: dict[str, list[str]]) -> int:
    (word,) = clauses.get("turn", ["1"])
    if not re.fullmatch("[1-9][0-9]{0,3}", word):
        raise NotationError(f"turn: expected a number from 1 to 9999, got {word!r}")
    return int(word)


def _phases(clauses: dict[str, list[str]]) -> list[Phase]:
    ways: dict[str, list[Phase]] = {
        "over": [],
        "gift": ["end_turn", "gift"],
        "takes": ["end_turn", "takes"],
    }
    given = [way for way in ways if way in clauses]
    if len(given) > 1:
        raise NotationError(f"expected one of over, gift, takes, got {' and '.join(given)}")
    if given:
        return ways[given[0]]
    return ["final_turn"] if "final" in clauses else ["turn"]


def _stacks(
    clauses: dict[str, list[str]],
    fronts: list[tuple[str, ...]],
    piles: list[tuple[str, ...]],
) -> tuple[list[str], tuple[str, ...], tuple[str, ...]]:
    """Give deck, removed and discard; every card of the pack that is named nowhere joins one."""
    words = clauses.get("deck", ["exactly"] if "final" in clauses else [])
    exactly = words[:1] == ["exactly"]
    deck = list(_cards("deck", words[exactly:]))
    discard = _cards("discard", clauses.get("discard", []))
    removed = _cards("removed", clauses.get("removed", []))
    rest = _unnamed([*fronts, *piles, deck, discard, removed])
    missing = removed_count(len(fronts)) - len(removed)
    if missing < 0 or missing > len(rest) or (removed and missing):
        raise NotationError(
            f"removed: expected {removed_count(len(fronts))} cards,"
            f" got {len(removed)} and {len(rest)} that are named nowhere"
        )
    rest, removed = rest[: len(rest) - missing], removed + tuple(rest[len(rest) - missing :])
    if exactly:
        return deck, removed, discard + tuple(rest)
    return deck + rest, removed, discard


def _unnamed(parts: Sequence[Sequence[str]]) -> list[str]:
    """Give the cards of the pack in none of the parts, in canonical order."""
    left = Counter(PACK)
    for part in parts:
        left.subtract(part)
    for card, count in left.items():
        if count < 0:
            raise NotationError(f"{card}: named {-count} times more than the pack has it")
    return [card for card in RANK for _ in range(left[card])]


def _check(position: Position) -> None:
    """Raise NotationError where the rules could not have led to the position."""
    phase = position.phases[-1] if position.phases else None
    for seat, front in enumerate(position.fronts):
        drawn_last = seat == position.active and phase in ("gift", "takes")
        _check_front(seat, front[:-1] if drawn_last else front)
    _check_order(position)
    if phase == "turn" and not position.deck:
        raise NotationError("deck: expected at least one card before the final round, got none")
    if phase == "gift":
        _check_gift(position)


def _check_front(seat: int, front: tuple[str, ...]) -> None:
    coloured = [card[0] for card in front if card[0] != STAR]
    if len(set(coloured)) < len(coloured) or has_all_colours(front):
        raise NotationError(
            f"front of {LETTERS[seat]}: expected at most one card of a colour and"
            f" not all five colours, got {' '.join(front)}"
        )


def _check_order(position: Position) -> None:
    """Check that the final round and the takers are named clockwise and in full."""
    order, active = position.final_order, position.active
    if order and order != (order[0], *clockwise_after(order[0], position.players)):
        raise NotationError(f"final: expected all, clockwise, got {' '.join(_letters(order))}")
    may = position.final_left() if order else clockwise_after(active, position.players)
    takers = position.takers
    if takers != may[len(may) - len(takers) :]:
        raise NotationError(
            f"takes: expected the last of {' '.join(_letters(may)) or 'nobody'},"
            f" got {' '.join(_letters(takers))}"
        )


def _check_gift(position: Position) -> None:
    *kept, card = position.fronts[position.active] or ("no card",)
    colour = card[0]
    due = colour in COLOURS and has_colour(kept, colour) and position.lacking(colour)
    if position.final_order or not due:
        raise NotationError(
            "gift: expected, before the final round, that the last card of the active front has"
            f" the colour of another, which some player lacks, got {card}"
        )
