"""Drawing, and refilling at the end of a turn (SH-27 to SH-30)."""

from arena.engine.ask import Ask, Event
from arena.games.sky_heist.cards import SHERIFF, SHERIFFS, in_order
from arena.games.sky_heist.events import Drew, SheriffTurned
from arena.games.sky_heist.position import Phase, Position


def draw(position: Position, seat: int, news: list[Event]) -> str | None:
    """Draw the top card for the seat, turning up sheriffs in its way (SH-28).

    None: the fourth sheriff came, and all that was still to be done is dropped (SH-29).
    """
    while (card := position.deck.pop(0)) == SHERIFF:
        position.sheriffs += 1
        news.append(SheriffTurned(seat, position.sheriffs))
        if position.sheriffs == len(SHERIFFS):
            position.phases[:] = [Phase.ARRIVAL]
            return None
    return card


def draw_to_hand(position: Position, seat: int, news: list[Event]) -> bool:
    """Draw a card into the seat's hand; give whether it came, before a fourth sheriff."""
    card = draw(position, seat, news)
    if card is None:
        return False
    position.hands[seat] = in_order((*position.hands[seat], card))
    news.append(Drew(seat, card))
    return True


def refill(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Let one seat after the other draw up to its limit, then pass the turn on (SH-27)."""
    for seat in position.clockwise(position.active):
        held = len(position.hands[seat]) + len(position.revolvers[seat])
        for _ in range(held, position.limit(seat)):
            if not draw_to_hand(position, seat, news):
                return ()
    position.active = (position.active + 1) % position.players
    position.turn += 1
    position.challenge = None
    position.phases[:] = [Phase.TURN]
    return ()
