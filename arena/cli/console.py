"""What the command line prints through: results to stdout, progress and complaints to stderr.

What is printed here may hold text from outside, from a service that lies too: none of it steers a
terminal, whichever command prints it.
"""

import json
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TimeElapsedColumn,
)
from rich.text import Text

# No markup, no emoji, no highlighting: file names and the words of bots are shown as they are.
OUT = Console(markup=False, emoji=False, highlight=False, soft_wrap=True)
ERR = Console(markup=False, emoji=False, highlight=False, soft_wrap=True, stderr=True)
_YEAR_10000_MS: Final = 253_402_300_800_000

Json = Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")]


def bars() -> Progress:
    """Give progress bars that vanish when done; nothing is drawn where stderr is no terminal."""
    return Progress(
        _Description(),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=ERR,
        transient=True,
        disable=not ERR.is_terminal,
        # Results that are printed meanwhile go above the bars, or where stdout was sent.
        redirect_stdout=OUT.is_terminal,
    )


class _Description(ProgressColumn):
    """Shows what a bar is of: a name from outside, in which nothing is markup."""

    def render(self, task: Task) -> Text:
        """Give it without what could steer a terminal."""
        return Text(printable(task.description))


def printable(text: str) -> str:
    """Give text from outside without anything that could steer a terminal."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def moment(at_ms: int | None) -> str:
    """Give a time in ms since 1970 as people read it, in UTC; `-` for none that can be."""
    if at_ms is None or not 0 <= at_ms < _YEAR_10000_MS:
        return "-"
    return datetime.fromtimestamp(at_ms / 1_000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def path_text(path: Path) -> str:
    """Give a path as text that can be encoded; of its name, bytes that are no text are escaped."""
    return str(path).encode(errors="backslashreplace").decode()


def say(text: str = "") -> None:
    """Print a line to stdout."""
    OUT.print(printable(text))


def say_done(act: str, what: str, json: bool) -> None:
    """Print that an act that has no other answer was done, and to what."""
    print_json({act: what}) if json else say(f"{act} {what}")


def print_json(answer: object) -> None:
    """Print an answer as JSON, with indents, and with what cannot be shown as JSON escapes it."""
    text = msgspec.json.format(msgspec.json.encode(answer)).decode()
    typer.echo("\n".join(map(_safe_json, text.split("\n"))))


def print_json_line(line: bytes) -> None:
    """Print a line of JSON as it is, but for what cannot be shown, which is escaped."""
    typer.echo(_safe_json(line.decode()))


def _safe_json(line: str) -> str:
    return "".join(map(_in_json, line))


def _in_json(sign: str) -> str:
    return sign if sign.isprintable() else json.dumps(sign)[1:-1]


def complain(text: str) -> None:
    """Print to stderr what is wrong: it may hold text from outside, and several lines of it."""
    ERR.print("\n".join(printable(line) for line in text.split("\n")))


def table(
    head: tuple[str, ...], rows: Sequence[tuple[str, ...]], words: Collection[int] = (0,)
) -> None:
    """Print rows under a head in aligned columns, which hold words or (to the right) numbers."""
    rows = [tuple(map(printable, row)) for row in rows]
    columns = list(zip(head, *rows, strict=True))
    widths = [max(len(cell) for cell in column) for column in columns]
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if place in words else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        say("  ".join(cells).rstrip())


def facts(rows: Sequence[tuple[str, str]]) -> None:
    """Print what is known of one thing, a line for each fact under its name."""
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        say(f"{name.ljust(width)}  {text}".rstrip())
