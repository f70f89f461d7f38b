"""`/docs`: what contestants can read."""

from litestar import Router, get
from litestar.exceptions import NotFoundException
from litestar.response.base import ASGIResponse

from arena.http.parameters import GameName
from arena.http.problems import ApiRequest
from arena.web import docs
from arena.web.pages import page


@get("/", include_in_schema=False)
async def start(request: ApiRequest) -> ASGIResponse:
    """Gives how to enter, and what else there is to read."""
    return page(
        request, "docs/start.html", places=docs.places(), here="/docs", starter=docs.starters()[0]
    )


@get("/bots", include_in_schema=False)
async def starters(request: ApiRequest) -> ASGIResponse:
    """Gives a small bot for each game."""
    return page(
        request, "docs/bots.html", places=docs.places(), here="/docs/bots", starters=docs.starters()
    )


@get("/protocol", include_in_schema=False)
async def protocol(request: ApiRequest) -> ASGIResponse:
    """Gives the protocol of bots."""
    return page(
        request,
        "docs/article.html",
        places=docs.places(),
        here="/docs/protocol",
        article=docs.protocol(),
    )


@get("/faults", include_in_schema=False)
async def faults(request: ApiRequest) -> ASGIResponse:
    """Gives all kinds of fault."""
    return page(
        request, "docs/faults.html", places=docs.places(), here="/docs/faults", faults=docs.faults()
    )


@get("/rules/{game:str}", include_in_schema=False)
async def rules(request: ApiRequest, game: GameName) -> ASGIResponse:
    """Gives the rules of a game."""
    for each in docs.games_with_rules():
        if each.name == game:
            here, article = f"/docs/rules/{game}", docs.rules(each)
            return page(
                request, "docs/article.html", places=docs.places(), here=here, article=article
            )
    raise NotFoundException


@get("/api", include_in_schema=False)
async def operations(request: ApiRequest) -> ASGIResponse:
    """Gives the API in short."""
    return page(
        request,
        "docs/api.html",
        places=docs.places(),
        here="/docs/api",
        operations=docs.operations(request.app),
    )


router = Router("/docs", route_handlers=[start, starters, protocol, faults, rules, operations])
