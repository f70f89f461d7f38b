"""Bots for `module:function`."""

from hashlib import sha256

from arena.match.player import Request
from arena.protocol.messages import Choice


def by_id(ask: Request) -> int:
    """Choose by the id of the ask, as if it were dice."""
    return sha256(ask.ask_id.encode()).digest()[0] % len(ask.options)


def out_of_range(ask: Request) -> int:
    """Choose an option that is not there."""
    return len(ask.options)


def boolean(_ask: Request) -> bool:
    """Answer with a condition, which is an int to Python."""
    return True


def babbling(_ask: Request) -> Choice:
    """Say what is no text."""
    return Choice(0, say=5)  # type: ignore[arg-type]


def leaving(_ask: Request) -> int:
    """End the program, as a script may."""
    raise SystemExit(0)


def painting(_ask: Request) -> int:
    """Fail with words that steer a terminal."""
    raise ValueError("\x1b[31mred")


def failing(_ask: Request) -> int:
    """Fail."""
    raise ZeroDivisionError("a mistake of its author")


def silent(_ask: Request) -> None:
    """Forget to answer."""


NOT_A_FUNCTION = 3
