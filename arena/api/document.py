"""The OpenAPI 3.1 document, at `/schema` as JSON and at `/schema/openapi.yaml`.

No pages: they would load scripts from elsewhere.
"""

from litestar import Response, Router
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from arena.api.auth import TOKEN

VERSION = "1"
"""Of the API, not of the program: the number in `/v1`."""

_DESCRIPTION = """Tournaments of bots that play seeded, provable matches of card games over HTTP.

Times are ms since 1970, ratings micro-Elo (1500 Elo is 1500000000). Lists come in pages: `next` of
a page is the `cursor` of the one after it, and null on the last. A refused request changes nothing;
the answer is a problem (RFC 9457) whose `field` names the place at fault.
"""


def document() -> OpenAPIConfig:
    """Give how the document is made of the handlers and where it is served."""
    return OpenAPIConfig(
        title="Sky Arena",
        version=VERSION,
        description=_DESCRIPTION,
        use_handler_docstrings=True,
        operation_id_creator=lambda handler, *_: handler.handler_name,
        openapi_router=Router(
            "/schema", route_handlers=[], include_in_schema=False, after_request=_no_pages
        ),
        render_plugins=[JsonRenderPlugin(), YamlRenderPlugin()],
        components=Components(
            security_schemes={
                TOKEN: SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="Made by `arena token create`; its scopes say what it may do.",
                )
            }
        ),
    )


def _no_pages(response: Response[bytes]) -> Response[bytes]:
    """Refuse what is not the document as anything else that is not there."""
    if response.status_code == NotFoundException.status_code:
        raise NotFoundException
    return response
