"""`/v1/tournaments/{id}/bundle`: all that the proof of a tournament needs, as lines of JSON."""

from typing import Final, cast

import structlog
from litestar import Router, get
from litestar.openapi import ResponseSpec

from arena.api.auth import PUBLIC
from arena.api.streaming import Streamed
from arena.http.parameters import Services, TournamentId
from arena.http.problems import problems
from arena.service.bundles import BundleReader
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.tournament.bundle import Line

NDJSON: Final = "application/x-ndjson"

_log = structlog.get_logger()
_DESCRIPTION = (
    "A line of JSON each: first what was fixed (`bundle`), then the entries of the result log in "
    "their order (`set`, with the records of its matches, and `void`), last the `boards`. Without "
    "that last line it has broken off."
)
_ANSWER: Final = {200: ResponseSpec(cast(type, Line), False, _DESCRIPTION, NDJSON)}


@get(
    "/tournaments/{tournament_id:str}/bundle",
    summary="Download a tournament's proof",
    security=PUBLIC,
    responses={**_ANSWER, **problems(404, 409)},
)
async def get_bundle(tournament_id: TournamentId, app: Services) -> Streamed:
    """Gives a tournament that is over as one file: `arena verify` proves it.

    It holds the secret, every nonce, and every match, so there is none before the end.
    """
    reader = await app.bundles.open(tournament_id)

    async def piece() -> bytes | None:
        return await _next(reader)

    name = f'attachment; filename="{tournament_id}.ndjson"'
    headers = {"Content-Disposition": name, "X-Accel-Buffering": "no"}
    return Streamed(b"", piece, reader.close, NDJSON, headers)


async def _next(reader: BundleReader) -> bytes | None:
    try:
        return await reader.next()
    except (StoreAway, StoreError, StoreUnfit) as error:
        _log.warning("bundle_ended", why=str(error))
        return None


router = Router("/", route_handlers=[get_bundle])
