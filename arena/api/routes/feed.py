"""`/v1/feed`, and that of one tournament: what happens, as it happens.

What may live here: how announcements are written, as lines of JSON or as server-sent events.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Final

import msgspec
import structlog
from litestar import Router, get
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import HeaderParameter, QueryParameter

from arena.api.auth import PUBLIC
from arena.api.streaming import Streamed
from arena.http.clients import caller
from arena.http.parameters import ID, Services, TournamentId
from arena.http.problems import ApiRequest, problems
from arena.service.feed import KEEP_ALIVE_S, FeedFilter, Reader
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.feed import KINDS, Announcement

NDJSON: Final = "application/x-ndjson"
EVENTS: Final = "text/event-stream"

Since = Annotated[
    str | None,
    QueryParameter(
        description="Id of an announcement, to go on after it; 0 for the oldest that is kept. "
        "Without it, what comes from now on. A `gap` comes first where it is not kept any more.",
        max_length=40,
    ),
]
LastId = Annotated[
    str | None,
    HeaderParameter(
        name="Last-Event-ID",
        description="The same as `since`, which it goes before: browsers send it by themselves.",
        max_length=40,
    ),
]
Bot = Annotated[
    str | None,
    QueryParameter(description="Only what names this bot.", pattern=ID, max_length=32),
]
Kinds = Annotated[
    list[str] | None,
    QueryParameter(
        name="kind", description=f"Only these kinds: {', '.join(KINDS)}.", max_items=len(KINDS)
    ),
]
Follow = Annotated[
    bool, QueryParameter(description="Whether to wait for what is yet to come, or to end there.")
]

_log = structlog.get_logger()
_encoder = msgspec.json.Encoder()
_DESCRIPTION = (
    f"Announcements in their order, each once: a line of JSON each, or an event with its id and "
    f"kind. At once, and after {KEEP_ALIVE_S:.0f} s without any, an empty line comes, or a comment "
    "with the id up to which all were looked at. The header `Last-Event-ID` has the id that it "
    "begins after."
)


@dataclass
class FeedOperation(Operation):
    """The description of an operation that answers in either form, as `Accept` says."""

    def __post_init__(self) -> None:
        """Add the second form to the first."""
        assert self.responses is not None
        answer = self.responses["200"]
        assert isinstance(answer, OpenAPIResponse)
        assert answer.content is not None
        answer.content[EVENTS] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


_ANSWER: Final = {200: ResponseSpec(Announcement, False, _DESCRIPTION, NDJSON)}


@get(
    "/feed",
    summary="Follow everything",
    security=PUBLIC,
    responses={**_ANSWER, **problems(422)},
    operation_class=FeedOperation,
    tags=["feed"],
)
async def get_feed(
    request: ApiRequest,
    app: Services,
    since: Since = None,
    last_id: LastId = None,
    bot: Bot = None,
    kinds: Kinds = None,
    follow: Follow = True,
) -> Streamed:
    """Gives what is announced, of all tournaments and bots, from `since` on.

    What is announced can be read elsewhere by then. Whoever goes on after the id he had last misses
    nothing and sees nothing twice.
    """
    wanted = FeedFilter(bot=bot, kinds=tuple(kinds or ()))
    reader = await app.feed.open(caller(request.scope), wanted, last_id or since, follow=follow)
    return _written(request, reader)


@get(
    "/tournaments/{tournament_id:str}/feed",
    summary="Follow a tournament",
    security=PUBLIC,
    responses={**_ANSWER, **problems(404, 422)},
    operation_class=FeedOperation,
    tags=["feed"],
)
async def get_tournament_feed(
    tournament_id: TournamentId,
    request: ApiRequest,
    app: Services,
    since: Since = None,
    last_id: LastId = None,
    bot: Bot = None,
    kinds: Kinds = None,
    follow: Follow = True,
) -> Streamed:
    """Gives what is announced of a tournament, from `since` on."""
    wanted = FeedFilter(tournament=tournament_id, bot=bot, kinds=tuple(kinds or ()))
    reader = await app.feed.open(caller(request.scope), wanted, last_id or since, follow=follow)
    return _written(request, reader)


def _written(request: ApiRequest, reader: Reader) -> Streamed:
    """Give the answer in the form that is asked for."""
    form = request.accept.best_match([NDJSON, EVENTS], NDJSON)
    write = _as_events if form == EVENTS else _as_lines
    headers = {"Last-Event-ID": reader.at, "X-Accel-Buffering": "no"}
    piece = partial(_piece, reader, write)
    return Streamed(write((), reader.at), piece, reader.close, str(form), headers)


async def _piece(
    reader: Reader, write: Callable[[Sequence[Announcement], str], bytes]
) -> bytes | None:
    try:
        page = await reader.next()
    except (StoreAway, StoreError, StoreUnfit) as error:
        _log.warning("feed_ended", why=str(error))
        return None
    return None if page is None else write(page, reader.at)


def _as_lines(page: Sequence[Announcement], _at: str) -> bytes:
    return _encoder.encode_lines(page) or b"\n"


def _as_events(page: Sequence[Announcement], at: str) -> bytes:
    """Write events; where there are none, the place alone, which browsers remember (HTML 9.2.6)."""
    events = (
        b"id: %b\nevent: %b\ndata: %b\n\n"
        % (each.id.encode(), each.kind.encode(), _encoder.encode(each))
        for each in page
    )
    return b"".join(events) or b":\nid: %b\n\n" % at.encode()


router = Router("/", route_handlers=[get_feed, get_tournament_feed])
