"""What holds in every position and every history of Sky Heist, checked beat by beat.

The numbers I1 to I10 are those of the page of rules. `Watcher.check` is called after every step
with the rules at work and the events of that step.
"""

from collections import Counter

from arena.engine.ask import Event
from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import ASSISTANT, LOADABLE, PACK, SHERIFF, SHERIFFS, Cards
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.rules import SkyHeist

FULL_PACK = sorted((*PACK, *SHERIFFS))
DRAWABLE = {2: 50, 3: 47, 4: 41, 5: 35}
"""Cards that are no sheriffs in the deck of a new round, by number of players (D)."""
ACTIONS = (told.Discarded, told.Played, told.Shooting, told.Challenged, told.Passed)


def cards_of(position: Position) -> list[str]:
    """Give every card, wherever it lies."""
    cards = [*position.deck, *position.loot, *position.bonus, *position.aside, *position.unseen]
    for held in (*position.hands, *position.revolvers):
        cards += held
    cards += [SHERIFF] * position.sheriffs + [ASSISTANT] * sum(position.assistants)
    if position.in_play:
        cards.append(position.in_play.card)
    if position.challenge and position.challenge.anticipated is None:
        cards += position.challenge.cards
    return cards


class Watcher:
    """Follows one match and asserts the invariants at each beat."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.revolvers: list[Cards] = [()] * players
        self.round: Counter[str] = Counter()
        self.turn: list[Event] = []
        self.loot: Cards = ()
        self.down: set[int] = set()
        self.shares: list[told.Shared] = []

    def check(self, game: SkyHeist, events: list[Event]) -> None:
        """Assert all of it for the position after a step."""
        lost = Counter(event.seat for event in events if isinstance(event, told.Lost))
        for event in events:
            self._follow(event)
        position = game.position
        kinds = {ask.kind for ask in game.asks()}
        assert sorted(cards_of(position)) == FULL_PACK, "I1"
        assert position.loot == self.loot, "I5"
        self._check_sheriffs(position, kinds)
        self._check_hands(position, kinds)
        self._check_revolvers(position, lost)
        self._check_aside(position)
        self._check_race(game)

    def _check_sheriffs(self, position: Position, kinds: set[str]) -> None:
        held = (*position.hands, *position.revolvers, position.loot, position.bonus, position.aside)
        assert not any(SHERIFF in cards for cards in held), "I2"
        assert position.deck.count(SHERIFF) + position.sheriffs == 4, "I2"
        if position.sheriffs == 4:
            assert kinds <= {"race", "cancel"}, "I2"
            assert self.round["arrival"] == 1, "I2"

    def _check_hands(self, position: Position, kinds: set[str]) -> None:
        for seat in range(self.players):
            held = len(position.hands[seat]) + len(position.revolvers[seat])
            limit = position.limit(seat)
            if kinds & {"load", "turn"}:
                assert held == limit, "I3"
            elif kinds == {"give"} and seat == position.active:
                assert held <= limit + 1, "I3"
            elif not position.sharing:
                assert held <= limit, "I3"
            else:
                assert held <= limit + (3 if self.players == 2 else 0), "I3"

    def _check_revolvers(self, position: Position, lost: Counter[int]) -> None:
        inert: set[str] = set(position.sharing.bonus) if position.sharing else set()
        for seat, revolver in enumerate(position.revolvers):
            assert set(revolver) <= LOADABLE | inert, "I4"
            if revolver is not self.revolvers[seat]:
                gone = Counter(self.revolvers[seat]) - Counter(revolver)
                assert gone.total() == lost[seat], "I4"
        self.revolvers = position.revolvers.copy()

    def _check_aside(self, position: Position) -> None:
        if self.players > 2:
            assert (position.bonus, position.aside, position.unseen) == ((), (), ()), "I6"
        else:
            assert len(position.bonus) == (0 if self.round["hands"] else 3), "I6"

    def _check_race(self, game: SkyHeist) -> None:
        race = game.position.race
        self.down = race.down.copy() if race else set()
        if race:
            assert not self.down & {ask.seat for ask in game.asks()}, "I9"

    def _follow(self, event: Event) -> None:
        self.round[str(type(event).__struct_config__.tag)] += 1
        self.turn.append(event)
        match event:
            case told.RoundStart():
                self._begin_round()
            case told.Turn():
                self._end_turn()
            case told.Discarded(cards=cards):
                self.loot += cards
            case told.Put(card=card, where="loot"):
                self.loot += (card,)
            case told.Loaded(seat=seat):
                assert seat not in self.down, "I9"
            case told.Shared():
                self.shares.append(event)
            case told.RoundEnd():
                self._end_round(event)

    def _begin_round(self) -> None:
        self.round = Counter()
        self.revolvers = [()] * self.players
        self.loot = ()
        self.shares = []
        self.turn = []

    def _end_turn(self) -> None:
        """Exactly one action a turn (SH-06), and what it did to the loot (I5)."""
        actions = [event for event in self.turn if isinstance(event, ACTIONS)]
        if self.round["turn"] > 1:
            assert len(actions) == 1, "SH-06"
        if actions and isinstance(actions[0], told.Passed):
            assert not any(isinstance(event, told.Drew) for event in self.turn), "P3"
        self.turn = []

    def _end_round(self, event: told.RoundEnd) -> None:
        drawable, passes = DRAWABLE[self.players], self.round["pass"]
        assert self.round["turn"] - passes <= drawable + 1, "P3"
        assert self.round["turn"] <= self.players * (drawable + 1), "P3"
        assert self.round["race"] <= 1, "I10"
        assert self.round["hands"] == 1, "I10"
        assert event.loot == len(self.loot) <= (56 if self.players == 2 else 71 - 6 * self.players)
        assert sum(event.shares) + event.left == event.loot, "I8"
        given = [share.cards for share in self.shares]
        assert given == sorted(given, reverse=True), "I8"
        if self.players == 2:
            assert sorted(event.shares) == [0, event.loot], "I8"
        else:
            assert len(given) == self.players - 1, "I8"
            assert event.shares[event.next_first] == 0, "I8"
            assert event.next_first not in {share.seat for share in self.shares}, "I8"
