"""`/v1/owner`: who one is by the token shown, and what one has."""

from litestar import Router, get

from arena.api.auth import TOKEN_NEEDED
from arena.http.parameters import Holder, Services
from arena.http.problems import problems
from arena.service.bot_lists import OwnerView


@get("/", summary="Look at oneself", security=TOKEN_NEEDED, responses=problems(401))
async def get_owner(who: Holder, app: Services) -> OwnerView:
    """Gives whose the token shown is, what it covers, the own bots, and tournaments not over."""
    return await app.bot_lists.of_holder(who)


router = Router("/owner", route_handlers=[get_owner])
