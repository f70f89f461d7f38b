"""Bot protocol 1: what the arena sends to a bot and what it reads back.

What may live here: the messages, with every number and string from outside bounded. A request is
made of a seat's view, options and events alone, so it cannot say more than the seat may know.
"""

from operator import index
from typing import Annotated, Generic, Literal, SupportsIndex, TypeVar

import msgspec

from arena.engine.record import MAX_SAY

PROTOCOL = 1
MAX_BODY = 64 * 1024
"""Bytes of an answer that are read at most."""

FaultKind = Literal[
    "connect",
    "tls",
    "timeout",
    "status",
    "redirect",
    "content_type",
    "oversize",
    "bad_json",
    "schema",
    "illegal",
    "refused_address",
]

OptionT = TypeVar("OptionT")
ViewT = TypeVar("ViewT")
EventT = TypeVar("EventT")


class Clock(msgspec.Struct, frozen=True):
    """Time for this ask: `move_ms`, then the `bank_ms` left for the whole match."""

    move_ms: int
    bank_ms: int


class Decide(msgspec.Struct, Generic[OptionT, ViewT, EventT], frozen=True, kw_only=True):
    """`POST <url>/decide`: one ask, with all that its seat may know."""

    protocol: int = PROTOCOL
    ask_id: str
    match_id: str
    game: str
    seat: int
    players: int
    kind: str
    options: tuple[OptionT, ...]
    view: ViewT
    events: list[EventT]
    clock: Clock
    last_latency_ms: int | None = None
    last_fault: FaultKind | None = None


class Choice(msgspec.Struct, frozen=True):
    """The answer to `decide`: an index into the options, and what the bot says aloud, if it does.

    Other keys are ignored.
    """

    choice: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    say: Annotated[str, msgspec.Meta(max_length=MAX_SAY)] | None = None


def chosen(answer: object) -> Choice:
    """Give the message for what a bot's function answers: a Choice, or an int of any kind.

    Python counts bools as ints, JSON does not. Raises TypeError for anything else.
    """
    choice, say = (answer.choice, answer.say) if isinstance(answer, Choice) else (answer, None)
    if not isinstance(choice, SupportsIndex) or not isinstance(say, str | None):
        raise TypeError(f"expected an int or a Choice, got {answer!r}")
    return Choice(index(choice), say)


GameName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]*(?!\n)$", max_length=40)]


class BotInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to `GET <url>/`: who plays here, and how. Other keys are ignored.

    Names of games and the version (printable ASCII) are shown to others.
    """

    protocol: Literal[1]
    games: Annotated[tuple[GameName, ...], msgspec.Meta(min_length=1, max_length=20)]
    version: Annotated[str, msgspec.Meta(pattern=r"^[ -~]*(?!\n)$", max_length=40)] = ""
    windows: bool = False
    max_concurrency: Annotated[int, msgspec.Meta(ge=1, le=64)] = 4
    verify: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    end: bool = False


class End(msgspec.Struct, frozen=True, kw_only=True):
    """`POST <url>/end`: the result, for bots that ask for it; the answer is not read."""

    protocol: int = PROTOCOL
    match_id: str
    game: str
    seat: int
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    faults: tuple[FaultKind, ...]
    digest: str
