"""Round setup (SH-01 to SH-04)."""

from arena.engine.ask import Ask, Event
from arena.games.sky_heist.cards import in_order
from arena.games.sky_heist.events import Deal, RoundStart
from arena.games.sky_heist.position import HAND_LIMIT, Phase, Position

BONUS_CARDS = 3


def set_up(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Reunite all cards, deal six to each seat and shuffle the sheriffs in."""
    _clear(position)
    number = position.round - 1
    pack = position.luck.pack(number)
    bonus = BONUS_CARDS if position.players == 2 else 0
    dealt = bonus + HAND_LIMIT * position.players
    position.bonus = in_order(pack[:bonus])
    position.hands = [
        in_order(pack[start : start + HAND_LIMIT]) for start in range(bonus, dealt, HAND_LIMIT)
    ]
    position.deck = position.luck.deck(number, pack[dealt:])
    position.phases[:] = [Phase.TURN]
    news.append(RoundStart(position.round, position.first, len(position.deck), bonus))
    news += [Deal(seat, len(hand), hand) for seat, hand in enumerate(position.hands)]
    return ()


def _clear(position: Position) -> None:
    """Nothing is carried over but points (SH-50)."""
    position.revolvers = [()] * position.players
    position.lost = [()] * position.players
    position.assistants = [0] * position.players
    position.sheriffs, position.turn = 0, 1
    position.active = position.first
    position.loot = position.aside = position.unseen = ()
    position.swaps = ()
    position.in_play = position.challenge = position.race = position.sharing = None
