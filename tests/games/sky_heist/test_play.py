"""Whole matches of players with leanings: the invariants at every beat, and all that happens.

A spectator who hears only the public events always knows the public table.
"""

from collections import Counter
from random import Random

import pytest

from arena.engine.ask import FAULT, Event
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.rules import SkyHeist
from tests.games.sky_heist.invariants import Watcher
from tests.games.sky_heist.personalities import choose, leanings
from tests.games.sky_heist.tabletop import Tabletop
from tests.sizes import size

MATCHES = size(120, 2_000)
ONLY_TWO = {"duel", "duel_draw", "reveal", "false_slap", "bonus"}
ONLY_MORE = {"shoot"}


def play(players: int, number: int, happened: Counter[str]) -> None:
    """Play one match, watched, and followed by a spectator; count what happened in it."""
    chance = Random(f"sky-heist/{players}/{number}")
    windows = tuple(seat for seat in range(players) if chance.random() < 0.5)
    game = SkyHeist.new(SKY_HEIST.header(players, f"{number:064x}", windows=windows))
    seated = leanings(players, chance)
    watcher, tabletop = Watcher(players), Tabletop(players)
    answers: list[int] = []
    while True:
        events = game.step(answers)
        watcher.check(game, events)
        count(events, happened)
        tabletop.follow(event.seen_by(None) for event in events)
        assert tabletop.agrees_with(game.view(None))
        if not game.asks():
            return
        out = game.position.sheriffs
        answers = [choose(ask, seated[ask.seat], out, chance) for ask in game.asks()]
        for ask, answer in zip(game.asks(), answers, strict=True):
            happened[f"fault at {ask.kind}"] += answer == FAULT


def count(events: list[Event], happened: Counter[str]) -> None:
    """Count every kind of event, and what is rare enough to be named apart."""
    happened.update(str(event.__struct_config__.tag) for event in events)
    doing = "refill"
    for event in events:
        if isinstance(event, told.Played | told.Challenged):
            doing = str(type(event).__struct_config__.tag)
        elif isinstance(event, told.Put | told.Turn):
            doing = "refill"
        match event:
            case told.SheriffTurned(out=4):
                happened[f"fourth sheriff in {doing}"] += 1
            case told.Arrival(reason=reason):
                happened[reason] += 1
            case told.Shooting(forced=True) | told.Challenged(forced=True):
                happened["forced"] += 1
            case told.Took(count=1):
                happened["took 1"] += 1
            case told.Missed(seat=seat, on=on):
                happened["no target" if on is None else "own" if seat == on else "other"] += 1
            case told.Wilds(value=None):
                happened["wilds ignored"] += 1
            case told.Revealed(anticipated=anticipated, on=on):
                happened[f"{len(anticipated)} anticipate, {'on' if on else 'cancelled'}"] += 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.timeout(900)
def test_invariants_hold_at_every_beat_and_everything_happens(players: int) -> None:
    """A rule that play never meets would be watched by nothing."""
    happened: Counter[str] = Counter()
    for number in range(MATCHES):
        play(players, number, happened)

    tags = {str(event.__struct_config__.tag) for event in SKY_HEIST.events}
    expected = tags - (ONLY_MORE if players == 2 else ONLY_TWO)
    expected |= {
        "fourth_sheriff", "empty_hands", "forced", "took 1", "no target", "own", "other",
        "wilds ignored", "fourth sheriff in refill", "fourth sheriff in play",
        "fault at load", "fault at turn", "fault at give", "fault at race", "fault at cancel",
    }  # fmt: skip
    if players == 2:
        expected |= {"fault at nerve", "fourth sheriff in duel"}
        expected |= {f"{n} anticipate, {how}" for n in (0, 1, 2) for how in ("on", "cancelled")}
    assert not sorted(event for event in expected if not happened[event])
    assert not set(happened) & (ONLY_MORE if players == 2 else ONLY_TWO)
