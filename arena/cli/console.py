"""What the command line prints through: results to stdout, progress and complaints to stderr."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

# No markup and no highlighting: file names and the words of bots are shown as they are.
OUT = Console(markup=False, highlight=False, soft_wrap=True)
ERR = Console(markup=False, highlight=False, soft_wrap=True, stderr=True)


def bars() -> Progress:
    """Give progress bars that vanish when done; nothing is drawn where stderr is no terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=ERR,
        transient=True,
        disable=not ERR.is_terminal,
    )


def printable(text: str) -> str:
    """Give text from outside without anything that could steer a terminal."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
