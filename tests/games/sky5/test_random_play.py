"""The invariants of Sky 5 and its bounds, at every beat of many random matches."""

from collections import Counter
from collections.abc import Iterable

import pytest

from arena.engine.ask import Event
from arena.games.sky5 import SKY_5, words
from arena.games.sky5.cards import COLOURS, PACK, points, removed_count
from arena.games.sky5.position import Position, deal
from arena.games.sky5.rules import TURN_CAP, Sky5
from tests.games.sky5.random_play import play_out
from tests.games.sky5.tabletop import Tabletop
from tests.sizes import size

WHOLE_PACK = Counter(PACK)


class Watch:
    """Follows a match by its events and holds it to the invariants J1 to J8."""

    def __init__(self, start: Position) -> None:
        """Begin before the first event."""
        self.before = start.clone()
        self.tabletop = Tabletop(Sky5(start).view(None))
        self.acts: list[Event] = []
        """What the turn that goes on has seen of draws, rolls, idle final turns and busts."""
        self.asks_in_turn = 0
        self.asks = 0
        self.capped = False
        self.final_turns: list[int] = []

    def beat(self, game: Sky5, events: list[Event]) -> None:
        """Check a step: each event, each boundary of turns among them, the position after it."""
        for event in events:
            self._check_event(event)
            self.tabletop.apply(event)
        position = game.position
        self._check_cards(position)
        self._check_growth(position, sum(isinstance(event, words.Drawn) for event in events))
        if position.phases[-1:] not in (["gift"], ["takes"]):
            check_fronts(position.fronts)
        assert self.tabletop.agrees_with(game.view(None))
        self.before = position.clone()
        self.asks_in_turn += len(game.asks())
        self.asks += len(game.asks())

    def _check_event(self, event: Event) -> None:
        match event:
            case words.TurnBegan():
                self._check_boundary()
                self.acts, self.asks_in_turn = [], 0
                assert event.turn <= TURN_CAP + len(self.tabletop.fronts)
                if self.tabletop.final_order:
                    self.final_turns.append(event.seat)
            case words.Ended():
                self._check_boundary()
                assert tuple(self.final_turns) == self.tabletop.final_order
            case words.Rolled(number=number):  # J8
                assert 1 <= number <= 6
                assert self.tabletop.fronts[event.seat]
                self.acts.append(event)
            case words.Drawn() | words.NotRolled() | words.Busted():
                assert event.seat == self.tabletop.active
                self.acts.append(event)
            case words.Capped():
                self.capped = True

    def _check_boundary(self) -> None:
        """J3, J5 and J6: what holds between two turns."""
        tabletop, acts = self.tabletop, self.acts
        check_fronts(tabletop.fronts)
        if any(isinstance(act, words.Rolled | words.Busted) for act in acts):
            assert tabletop.fronts[tabletop.active] == []  # J5
        assert not acts or isinstance(acts[0], words.Drawn | words.Rolled | words.NotRolled)
        assert all(isinstance(act, words.Busted) for act in acts[1:])  # one act a turn
        assert self.asks_in_turn <= len(tabletop.fronts)
        assert bool(tabletop.final_order) == (tabletop.deck == 0 or self.capped)  # J6
        assert all(tabletop.fronts[seat] == [] for seat in self.final_turns)

    def _check_cards(self, position: Position) -> None:
        """J1 and J2: the whole pack is there, and so much of it was removed."""
        parts = [*position.fronts, *position.piles, position.discard, position.deck]
        cards = Counter(position.removed)
        for part in parts:
            cards.update(part)
        assert cards == WHOLE_PACK
        assert position.removed == self.before.removed
        assert len(position.removed) == removed_count(position.players)
        assert position.points == [points(pile) for pile in position.piles]

    def _check_growth(self, position: Position, drawn: int) -> None:
        """J4: piles and discard only grow, the deck loses a card per draw."""
        for before, after in zip(self.before.piles, position.piles, strict=True):
            assert after[: len(before)] == before
        assert position.discard[: len(self.before.discard)] == self.before.discard
        assert position.deck == self.before.deck[drawn:]


def check_fronts(fronts: Iterable[Iterable[str]]) -> None:
    """J3: no front shows a colour twice, none shows all five."""
    for front in fronts:
        colours = [card[0] for card in front if card[0] in COLOURS]
        assert len(colours) == len(set(colours)) < len(COLOURS)


def check_end(game: Sky5) -> None:
    """J7: all fronts are empty, and all points of the pack are accounted for."""
    position = game.position
    assert position.fronts == [()] * position.players
    elsewhere = points([*position.discard, *position.removed, *position.deck])
    assert sum(game.outcome().scores) + elsewhere == 336


@pytest.mark.timeout(600)  # 2,000 matches on a busy machine
@pytest.mark.rule("S5-03", "S5-15", "S5-20", "S5-23", "S5-31")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_invariants_hold_at_every_beat(players: int) -> None:
    """J1 to J8 in whole matches; every kind of event but the safety stop occurs."""
    kinds: set[type[Event]] = set()
    for number in range(size(60, 2_000)):
        position = deal(players, number.to_bytes(32, "big"))
        watch, game = Watch(position), Sky5(position)
        events = play_out(game, f"choices {players} {number}", watch.beat)
        kinds.update(type(event) for event in events)
        check_end(game)

        assert sum(isinstance(event, words.Drawn) for event in events) == 106 - 13 * (6 - players)
        assert watch.asks <= players * TURN_CAP + players * (players - 1)
    assert kinds == set(SKY_5.events) - {words.Capped}


@pytest.mark.rule("S5-35")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_invariants_hold_through_the_safety_stop(players: int) -> None:
    """Matches that begin at turn 980 are stopped with cards left in the deck."""
    for number in range(20):
        position = deal(players, number.to_bytes(32, "big"))
        position.turn = TURN_CAP - 20
        watch, game = Watch(position), Sky5(position)
        events = play_out(game, f"stop {players} {number}", watch.beat)
        check_end(game)

        assert words.Capped(TURN_CAP) in events
        assert game.view(None).turn == TURN_CAP + players


def test_every_decision_leaves_its_own_trace() -> None:
    """At every ask each option, and a fault, gives other events than all the others."""
    for number in range(20):
        game = Sky5(deal(4, number.to_bytes(32, "big")))

        def compare(game: Sky5, _events: list[Event]) -> None:
            if game.asks():
                answers = range(-1, len(game.asks()[0].options))
                traces = [game.clone().step([answer]) for answer in answers]
                assert all(trace not in traces[:place] for place, trace in enumerate(traces))

        play_out(game, f"trace {number}", compare)
