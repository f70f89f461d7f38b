"""`/reference`: the API's document as a page for people."""

from litestar import get
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.response.base import ASGIResponse

from arena.api.auth import PUBLIC
from arena.api.reference import POLICY
from arena.http.answers import kept_answer
from arena.http.problems import ApiRequest

PAGE = "reference"
"""Where the application's state has the page."""


@get("/reference", include_in_schema=False, security=PUBLIC, media_type=MediaType.HTML)
async def reference(request: ApiRequest, state: State) -> ASGIResponse:
    """Gives the page."""
    body: bytes = state[PAGE]
    return kept_answer(request, body, MediaType.HTML, headers=POLICY)
