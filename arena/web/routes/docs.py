"""`/docs`: what contestants can read."""

from litestar import Router, get
from litestar.exceptions import NotFoundException
from litestar.response.base import ASGIResponse

from arena.http.parameters import GameName
from arena.http.problems import ApiRequest
from arena.web.docs import contents
from arena.web.pages import page


@get("/")
async def start(request: ApiRequest) -> ASGIResponse:
    """Gives how to enter, and what else there is to read."""
    return _document(request, "docs/start.html", contents.starters()[0])


@get("/bots")
async def starters(request: ApiRequest) -> ASGIResponse:
    """Gives a small bot for each game."""
    return _document(request, "docs/bots.html", contents.starters())


@get("/protocol")
async def protocol(request: ApiRequest) -> ASGIResponse:
    """Gives the protocol of bots."""
    return _document(request, "docs/article.html", contents.protocol())


@get("/faults")
async def faults(request: ApiRequest) -> ASGIResponse:
    """Gives all kinds of fault."""
    return _document(request, "docs/faults.html", contents.faults())


@get("/rules/{game:str}")
async def rules(request: ApiRequest, game: GameName) -> ASGIResponse:
    """Gives the rules of a game."""
    for each in contents.games_with_rules():
        if each.name == game:
            return _document(request, "docs/article.html", contents.rules(each))
    raise NotFoundException


@get("/api")
async def operations(request: ApiRequest) -> ASGIResponse:
    """Gives the API in short."""
    return _document(request, "docs/api.html", contents.operations(request.app))


def _document(request: ApiRequest, template: str, told: object) -> ASGIResponse:
    """Answer with a document that tells this, among the names of all documents."""
    here = request.scope["path"].rstrip("/")
    return page(request, template, documents=contents.documents(), here=here, told=told)


router = Router(
    "/docs",
    route_handlers=[start, starters, protocol, faults, rules, operations],
    include_in_schema=False,
)
