"""`/reference`: the API's document as a page for people."""

from litestar import Response, get
from litestar.datastructures import State
from litestar.enums import MediaType

from arena.api.auth import PUBLIC
from arena.api.reference import POLICY

PAGE = "reference"
"""Where the application's state has the page."""


@get("/reference", include_in_schema=False, security=PUBLIC, media_type=MediaType.HTML)
async def reference(state: State) -> Response[bytes]:
    """Gives the page."""
    body: bytes = state[PAGE]
    return Response(body, media_type=MediaType.HTML, headers=POLICY)
