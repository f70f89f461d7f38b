"""`/sign-in`: where somebody shows his token, which his browser keeps and no page is told."""

from litestar import get
from litestar.response.base import ASGIResponse

from arena.http.problems import ApiRequest
from arena.web.pages import page


@get("/sign-in", include_in_schema=False)
async def sign_in(request: ApiRequest) -> ASGIResponse:
    """Gives the form; whatever it does is between its script and the API."""
    return page(request, "sign_in.html")
