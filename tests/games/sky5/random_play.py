"""Whole matches of Sky 5 with random choices, some of which are faults."""

from collections.abc import Callable

from arena.engine.ask import FAULT, Event
from arena.engine.chance import Stream
from arena.games.sky5.rules import Sky5

FAULT_ONE_IN = 40


def play_out(
    game: Sky5,
    choices: str,
    at_each_beat: Callable[[Sky5, list[Event]], None] = lambda _game, _events: None,
) -> list[Event]:
    """Play to the end, with choices from the stream of that name; give all events."""
    stream = Stream(bytes(32), choices)
    log: list[Event] = []
    answers: list[int] = []
    while True:
        events = game.step(answers)
        log += events
        at_each_beat(game, events)
        if not game.asks():
            return log
        (ask,) = game.asks()
        faulty = stream.below(FAULT_ONE_IN) == 0
        answers = [FAULT if faulty else stream.below(len(ask.options))]
