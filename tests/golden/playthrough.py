"""A match as text: every event, every ask with its options and the choice, the digest.

The players choose by a stream of the match seed, so that the text is the same everywhere.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from textwrap import wrap

import msgspec

from arena.engine.ask import FAULT, Ask, Event, Option
from arena.engine.chance import Stream
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES

HERE = Path(__file__).parent
COMMAND = "python -m tests.golden"
ROUNDS = 2
"""So many rounds, where a game has several: enough to see one follow the other."""
NO_BREAK = "\N{NO-BREAK SPACE}"
SEED = sha256(b"golden").hexdigest()

CASES = [
    (game, players)
    for game in GAMES.values()
    for players in range(game.min_players, game.max_players + 1)
]


def path(game: Game, players: int) -> Path:
    """Give where the playthrough is kept."""
    return HERE / f"{game.name}-{players}.txt"


def playthrough(game: Game, players: int) -> list[str]:
    """Play the match and give its text, line by line."""
    rounds = min(ROUNDS, game.max_rounds)
    header = game.header(players, SEED, rounds=rounds, windows=tuple(range(players)))
    table, chance = Table.new(game, header), Stream(bytes.fromhex(SEED), "golden")
    lines = [f"{key}: {value}" for key, value in msgspec.structs.asdict(header).items()]
    lines += map(event_line, table.log)
    while not table.over:
        since = len(table.log)
        for ask in table.asks():
            chosen = choose(ask, chance)
            lines += ask_lines(ask, chosen)
            if chosen == FAULT:
                table.fault(ask.seat, "timeout")
            else:
                table.answer(ask.seat, chosen)
        lines += map(event_line, table.log[since:])
    outcome, checks = table.outcome(), " ".join(table.checks)
    lines += [f"ranks: {outcome.ranks}", f"scores: {outcome.scores}"]
    return [*lines, *wrapped("checks: ", checks), f"digest: {table.digest()}"]


def choose(ask: Ask, chance: Stream) -> int:
    """Choose the default two times in five, a fault once in forty, else anything."""
    draw = chance.below(40)
    if draw == 0:
        return FAULT
    return 0 if draw <= 16 else chance.below(len(ask.options))


def event_line(event: Event) -> str:
    """Give an event in a line: its name and its fields."""
    fields = [f"{name}={text(value)}" for name, value in fields_of(event)]
    return " ".join(["   ", tag(event), *fields])


def ask_lines(ask: Ask, chosen: int) -> Iterator[str]:
    """Give the ask with its options, the chosen one between > <."""
    options = [
        " ".join([tag(option), *(text(value) for _, value in fields_of(option))])
        for option in ask.options
    ]
    if chosen != FAULT:
        options[chosen] = f">{options[chosen]}<"
    unbroken = [option.replace(" ", NO_BREAK) for option in options]
    for line in wrapped(f"{ask.seat} {ask.kind}: ", " | ".join(unbroken)):
        yield line.replace(NO_BREAK, " ")
    if chosen == FAULT:
        yield "  (fault)"


def wrapped(head: str, body: str) -> list[str]:
    """Give a long text in lines that can be read."""
    return wrap(head + body, 100, subsequent_indent="  ", break_on_hyphens=False)


def tag(value: Option | Event) -> str:
    """Give the name by which an option or event is told apart."""
    return str(value.__struct_config__.tag)


def fields_of(value: Option | Event) -> list[tuple[str, object]]:
    """Give names and values of the fields, as plain data."""
    plain = msgspec.to_builtins(value)
    return [(name, plain[name]) for name in value.__struct_fields__]


def text(value: object) -> str:
    """Give a field's value without quotes."""
    if isinstance(value, list | tuple):
        return "[" + " ".join(map(text, value)) + "]"
    if isinstance(value, dict):
        return "(" + " ".join(f"{key}={text(item)}" for key, item in value.items()) + ")"
    return "-" if value is None else str(value)
