"""Who is calling: the address that limits are counted by, and the limit of requests itself.

What may live here: from a connection and its forwarding header to an address. What may be asked how
often, `arena.service.limits` says.
"""

from collections.abc import Iterator
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network

from litestar import Litestar
from litestar.datastructures import Headers
from litestar.types import Receive, Scope, Send

from arena.http.problems import ApiRequest
from arena.http.services import services
from arena.match.guard import Address, Network, is_in, literal

_CLIENT = "client"
"""Where a request's state has the caller."""
LIVE = "/health/live"
"""Asked by whoever watches the process, and answered whatever becomes of the store."""
_FILES = "/static/"
"""Styles and scripts: a page loads up to forty of them once, and many people may stand behind an
address. They come from memory, and pages that tell of the store's being away need them too."""
_NOBODY = "nobody"
"""Stands for those who call without an address, as over a Unix socket: they share one limit."""


def limit_requests(api: Litestar, proxies: tuple[Network, ...]) -> None:
    """Have each request counted before anything else of it is looked at, but those for files."""
    answer = api.asgi_handler

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        scope["state"][_CLIENT] = client = client_of(scope, proxies)
        if _is_counted(scope["path"]):
            try:
                await services(api.state).limits.admit_client(client)
            except Exception as error:
                await refuse(api, error, scope, receive, send)
                return
        await answer(scope, receive, send)

    api.asgi_handler = limited


def _is_counted(path: str) -> bool:
    return path != LIVE and not path.startswith(_FILES)


def caller(scope: Scope) -> str:
    """Give the address of whoever sent a request that was counted."""
    return str(scope["state"][_CLIENT])


async def refuse(
    api: Litestar, error: Exception, scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer a request that raised this before the framework has seen it, as it would."""
    request = ApiRequest(scope, receive, send)
    told = api.exception_handlers[Exception](request, error)
    await told.to_asgi_response(app=None, request=request)(scope, receive, send)


def client_of(scope: Scope, proxies: tuple[Network, ...]) -> str:
    """Give the address of whoever is calling; of IPv6 the /64, of which one caller has all.

    Only a proxy of ours is believed whom it has been called by: the header X-Forwarded-For, read
    from its end, up to the first hop that is no proxy of ours. Where that is no address, or there
    is none, the caller is who is connected.
    """
    client = scope["client"]
    peer = _address(client[0]) if client else None
    if peer is None:
        return _NOBODY
    for hop in _hops(scope) if is_in(peer, proxies) else ():
        address = _address(hop)
        if address is None:
            break
        if not is_in(address, proxies):
            return _counted(address)
    return _counted(peer)


def _hops(scope: Scope) -> Iterator[str]:
    """Give what proxies say whom they were called by, the nearest to us first."""
    lines = Headers.from_scope(scope).getall("x-forwarded-for", [])
    return reversed(",".join(lines).split(","))


@lru_cache(1_024)
def _address(text: str) -> Address | None:
    address = literal(text.strip())
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _counted(address: Address) -> str:
    if isinstance(address, IPv6Address):
        return str(IPv6Network((int(address), 64), strict=False))
    return str(address)
