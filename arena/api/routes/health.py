"""Whether this process is alive, and whether it can serve."""

from typing import Literal

import msgspec
from litestar import get

from arena.api.auth import PUBLIC
from arena.http.parameters import Services
from arena.http.problems import problems


class Health(msgspec.Struct, frozen=True):
    """All is well."""

    status: Literal["ok"] = "ok"


@get(
    "/health/live",
    summary="Is the process alive?",
    security=PUBLIC,
    responses=problems(),
    tags=["health"],
)
async def live() -> Health:
    """Answers as long as the process runs, whatever becomes of the store."""
    return Health()


@get(
    "/health/ready", summary="Can it serve?", security=PUBLIC, responses=problems(), tags=["health"]
)
async def ready(app: Services) -> Health:
    """Answers 200 if the store answers and is still the one that was opened, else 503."""
    await app.store.client.check()
    return Health()
