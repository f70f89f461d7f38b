"""What handlers are given: path and query parameters with their bounds, services, identity.

An id that has not the form of an id goes no further than this.
"""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, PathParameter, QueryParameter, SkipValidation

from arena.app import App
from arena.games import GAMES
from arena.service.owners import Identity
from arena.service.paging import MAX_PAGE

ID = "^[0-9a-f]{32}$"
"""The form of the ids of bots, tournaments and exhibitions."""
MATCH_ID = r"^[0-9a-f]{32}-[0-9]{1,4}-[0-9]{1,9}-[0-9](?!\n)$"
"""The form of the ids of matches."""
DEAL_ID = r"^[0-9a-f]{32}(-[0-9]{1,4}-[0-9]{1,9}-[0-9])?(?!\n)$"
"""The form of the ids of all that cards are dealt for: matches and exhibitions."""


def one_of(words: Iterable[str]) -> str:
    """Give the pattern of a text that is one of these words."""
    return rf"^({'|'.join(words)})(?!\n)$"


# `$` lets a last newline pass: it is shut out beside it, or by the length where there is only one.
BotId = Annotated[str, PathParameter(description="Id of a bot.", pattern=ID, max_length=32)]
TokenId = Annotated[
    str, PathParameter(description="Id of a token.", pattern="^[0-9a-f]{16}$", max_length=16)
]
TournamentId = Annotated[
    str, PathParameter(description="Id of a tournament.", pattern=ID, max_length=32)
]
ExhibitionId = Annotated[
    str,
    PathParameter(description="Id of an exhibition.", pattern=ID, max_length=32),
]
MatchId = Annotated[
    str,
    PathParameter(
        description="Id of a match: `<tournament>-<round>-<set>-<match>`.",
        pattern=MATCH_ID,
        max_length=49,
    ),
]
GameName = Annotated[
    str,
    PathParameter(
        description=f"Name of a game: {' or '.join(GAMES)}.",
        pattern=one_of(GAMES),
        max_length=40,
    ),
]
Cursor = Annotated[
    str | None,
    QueryParameter(description="`next` of the page before; none for the first.", max_length=72),
]
Limit = Annotated[int, QueryParameter(description="Items of a page.", ge=1, le=MAX_PAGE)]
RoundNumber = Annotated[
    int | None,
    QueryParameter(
        name="round",
        description="Which round, from 1; none for the one that is played now, or was the last.",
        ge=1,
        le=1_000,
    ),
]

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="Any word of your own, the same when the same request is sent again: it is then"
        " done once, and for a day answered alike.",
        pattern="^[!-~]{1,64}$",
        max_length=64,
    ),
]

GivenBot = Annotated[str, msgspec.Meta(pattern=ID, max_length=32)]
"""The id of a bot in a body."""

Services = NamedDependency[SkipValidation[App]]
Holder = NamedDependency[SkipValidation[Identity]]
"""Who is asking, where a token is needed."""
MaybeHolder = NamedDependency[SkipValidation[Identity | None]]
"""Who is asking, where a token is optional."""
