"""Two players: the challenge, the duel and the false slap (SH-53 to SH-62)."""

from collections.abc import Sequence

from arena.engine.ask import Ask, Event
from arena.games.sky_heist.cards import VALUE
from arena.games.sky_heist.events import Challenged, DuelDrew, FalseSlap, Hand, Hands, Revealed
from arena.games.sky_heist.position import Challenge, Phase, Position, Race
from arena.games.sky_heist.race import order_of_hands, start_race
from arena.games.sky_heist.refill import draw
from arena.games.sky_heist.sharing import reveal
from arena.games.sky_heist.words import Answer, Anticipate, React

_NERVE = (React(), Anticipate())


def duel(position: Position, news: list[Event]) -> None:
    """Challenge: the initiator, then the opponent, draws a card face down (SH-54)."""
    seat = position.active
    news.append(Challenged(seat, forced=not position.hands[seat]))
    cards = ["", ""]
    position.challenge = Challenge(seat, ())
    for drawer in (seat, 1 - seat):
        card = draw(position, drawer, news)
        if card is None:
            _cut_short(position)
            return
        cards[drawer] = card
        news.append(DuelDrew(drawer, card))
        position.challenge.cards = tuple(filter(None, cards))
    position.phases.append(Phase.NERVE)


def _cut_short(position: Position) -> None:
    """The fourth sheriff came: nothing is compared, a card drawn stays face down (A41)."""
    assert position.challenge is not None
    position.unseen = position.challenge.cards
    position.challenge = None


def ask_nerve(position: Position, news: list[Event]) -> tuple[Ask, ...]:  # noqa: ARG001 (a phase)
    """Ask both, sealed, before the reveal (SH-60)."""
    return tuple(Ask(seat, "nerve", _NERVE) for seat in range(position.players))


def take_nerve(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Reveal both cards and both choices: the duel is on, or cancelled (SH-55)."""
    challenge = position.challenge
    assert challenge is not None
    seat, cards = challenge.challenger, challenge.cards
    early = tuple(a.seat for a in answers if isinstance(a.option, Anticipate))
    on = VALUE[cards[seat]] > VALUE[cards[1 - seat]]
    challenge.anticipated = early
    position.aside += cards
    news.append(Revealed(seat, cards, early, on))
    if on:
        start_race(position, None, set(early), news)
    elif early:
        _false_slap(position, early, news)
    else:
        position.phases.pop()


def _false_slap(position: Position, early: tuple[int, ...], news: list[Event]) -> None:
    """Whose hand came down for nothing gives the bonus to the other; they share (SH-60)."""
    race = Race(None, [0, 0], set(early))
    timed = [hand for hand in order_of_hands(position, race) if hand.seat in early]
    absent = [Hand(seat, "never", 0, 0, 0) for seat in (0, 1) if seat not in early]
    hands = (*timed, *absent)
    order = tuple(hand.seat for hand in hands)
    news += [Hands(hands, None), FalseSlap(order[0])]
    position.phases[:] = [Phase.SHARING, Phase.MISSED]
    reveal(position, order, None, order[1], news)
