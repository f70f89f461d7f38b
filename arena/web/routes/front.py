"""`/`: the front page."""

from litestar import get
from litestar.response.base import ASGIResponse

from arena.http.parameters import Services
from arena.http.problems import ApiRequest
from arena.web.pages import page


@get("/", include_in_schema=False)
async def front(request: ApiRequest, app: Services) -> ASGIResponse:
    """Gives what is on, what is to come, and how to take part."""
    tournaments = await app.tournaments.page(None, 20)
    return page(request, "front.html", tournaments=tournaments.items)
