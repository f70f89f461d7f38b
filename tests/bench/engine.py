"""Decisions per second of the engine, and of verifying what it played, beside other engines.

Random players; every ask's seat gets its view and its events, and all is hashed. All contestants
take turns within one run; each figure is the median of several such turns.
"""

import json
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from arena.engine.record import Record
from arena.engine.replay import verify
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from tests.bench.peers import play as peers

TURNS = 7
SECONDS = 0.5
PLAYERS = (2, 4)
ROOT = Path(__file__).parent.parent.parent
PEERS_ENV = ROOT / ".venv-bench"
PEERS_PACKAGES = ("rlcard==1.2.0", "open_spiel==2.0.2")
YARDSTICK = "rlcard uno, 2"

Figures = dict[str, list[float]]


def main() -> None:
    """Measure, and print the table."""
    console = Console()
    python = peers_python(console)
    speeds: Figures = defaultdict(list)
    ratios: Figures = defaultdict(list)
    for turn in track(range(TURNS), "engine", console=console, transient=True):
        for game in GAMES.values():
            for players in PLAYERS:
                name = f"{game.name}, {players}"
                played, verified = measure(game, players, turn)
                speeds[name].append(played)
                ratios[name].append(verified / played)
        for name, speed in peer_speeds(python).items():
            speeds[name].append(speed)
    console.print(grid(speeds, ratios))


def measure(game: Game, players: int, turn: int) -> tuple[float, float]:
    """Give decisions per second of playing, and of verifying the records of what was played."""
    records: list[Record] = []
    decisions, number, start = 0, turn * 1_000_000, time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        table = play(game, players, number)
        records.append(table.record())
        decisions += len(table.decisions)
        number += 1
    return decisions / spent, decisions / timed(lambda: verify_all(game, records))


def play(game: Game, players: int, number: int) -> Table:
    """Play a match of random players, each shown all that a bot is shown."""
    table, chance = Table.new(game, game.header(players, f"{number:064x}")), Random(number).random
    while asks := table.asks():
        for ask in asks:
            table.view(ask.seat)
            table.events(ask.seat)
            table.answer(ask.seat, int(chance() * len(ask.options)))
    return table


def verify_all(game: Game, records: list[Record]) -> None:
    """Verify the records, and be sure that they hold."""
    for record in records:
        assert verify(game, record) is None


def timed(work: Callable[[], None]) -> float:
    """Give the seconds that the work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def peers_python(console: Console) -> Path | None:
    """Give the interpreter of the peers' environment, made on the first run; None if it cannot."""
    python = PEERS_ENV / "bin" / "python"
    ready = PEERS_ENV / ".ready"
    if ready.exists():
        return python
    console.print(f"Setting up {PEERS_ENV.name} for {' and '.join(PEERS_PACKAGES)} (once) ...")
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(PEERS_ENV)], check=True)
        pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, *PEERS_PACKAGES], check=True, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        console.print(f"The other engines cannot be installed here: {error}")
        return None
    ready.touch()
    return python


def peer_speeds(python: Path | None) -> dict[str, float]:
    """Give the decisions per second of the peers; nothing where they are not installed."""
    if python is None:
        return {}
    command = [str(python), str(peers.__file__), str(SECONDS)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return {name: float(speed) for name, speed in json.loads(done.stdout).items()}


def grid(speeds: Figures, ratios: Figures) -> Grid:
    """Lay the figures out: medians and their range; beside them, as ratios within the run, the
    speed to the yardstick's and that of verifying to that of playing."""
    table = Grid(
        title="Engine: decisions/s on one core, by game and number of random players",
        title_justify="left",
    )
    table.add_column("", no_wrap=True)
    for column in ("median", "from", "to", "× rlcard", "verify"):
        table.add_column(column, justify="right")
    yardstick = median(speeds.get(YARDSTICK, [0]))
    for name, values in speeds.items():
        shown = [f"{value:,.0f}" for value in (median(values), min(values), max(values))]
        times = f"{median(values) / yardstick:.1f}" if yardstick else "-"
        table.add_row(name, *shown, times, f"{median(ratios[name]):.2f}" if name in ratios else "")
    return table


if __name__ == "__main__":
    main()
