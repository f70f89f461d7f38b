"""Playing Sky 5 from a position in text, with dice that fall as written."""

from collections.abc import Sequence

from arena.engine.ask import FAULT, Ask, Event, Option
from arena.games.sky5 import words
from arena.games.sky5.notation import LETTERS, parse
from arena.games.sky5.rules import Sky5
from tests.games.sky5.tabletop import Tabletop


class Scripted:
    """A die that shows these digits in order, and must not be rolled more often."""

    def __init__(self, digits: str) -> None:
        """Take the digits, each 1 to 6."""
        self.digits = digits

    def below(self, bound: int) -> int:
        """Give the next digit less 1."""
        assert bound == 6
        assert self.digits, "a roll that was not due"
        number, self.digits = int(self.digits[0]), self.digits[1:]
        return number - 1

    def copy(self) -> "Scripted":
        """Give an independent continuation."""
        return Scripted(self.digits)


def game_at(text: str, rolls: str = "") -> Sky5:
    """Give the game at a position; with the rolls `A31 B5`, A will roll 3 and 1, and B 5."""
    by_player = {word[0]: word[1:] for word in rolls.split()}
    letters = LETTERS[: text.count("{")]
    return Sky5(parse(text, [Scripted(by_player.get(letter, "")) for letter in letters]))


def name(option: Option) -> str:
    """Give the word by which a script calls an option: draw, bank, none, a card or a player."""
    match option:
        case words.Take(card=card):
            return card
        case words.Give(to=seat):
            return LETTERS[seat]
        case words.TakeNone():
            return "none"
    return "draw" if isinstance(option, words.Draw) else "bank"


def answer(ask: Ask, act: str) -> int:
    """Check the ask against `B: none G4 *6 > G4` and give the index of the choice after `>`.

    `-` stands for an answer that does not come or names no option.
    """
    asked, _, choice = act.partition(" > ")
    options = [name(option) for option in ask.options]
    assert f"{LETTERS[ask.seat]}: {' '.join(options)}" == asked
    return FAULT if choice == "-" else options.index(choice)


def play(game: Sky5, acts: Sequence[str]) -> list[Event]:
    """Begin and answer the asks in order; give all events up to the ask after the last act."""
    events = game.step([])
    for act in acts:
        (ask,) = game.asks()
        events += game.step([answer(ask, act)])
    return events


def result(game: Sky5, acts: Sequence[str], turns: int) -> str:
    """Play so many turns from the position of `game`; give what they changed, in a line.

    Each front, `+16/5` for 16 points in 5 cards banked, what was discarded, and whose turn is next.
    """
    before = game.view(None)
    tabletop = Tabletop(before)
    boundaries = 0
    for event in play(game, acts):
        boundaries += isinstance(event, words.TurnBegan | words.Ended)
        tabletop.apply(event)
        if boundaries > turns:
            break
    assert boundaries > turns, f"the turn has not ended: {game.asks()} is open"
    parts = []
    for seat, front in enumerate(tabletop.fronts):
        parts.append(f"{LETTERS[seat]} {{{' '.join(front)}}}")
        cards = len(tabletop.piles[seat]) - len(before.piles[seat])
        if cards:
            parts.append(f"+{tabletop.points[seat] - before.points[seat]}/{cards}")
    if lost := tabletop.discard[len(before.discard) :]:
        parts.append("discard " + " ".join(lost))
    parts.append("over" if tabletop.over else f"next {LETTERS[tabletop.active]}")
    return " ".join(parts)
