"""The OpenAPI 3.1 document, at `/schema` as JSON.

What may live here: how it is made of the handlers. No pages: they load scripts from elsewhere. No
YAML: to write it takes the framework a hundred times as long, at every request.
"""

import re
from collections.abc import Iterator
from typing import cast

import msgspec
from litestar import Litestar, Response, Router
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.response.base import ASGIResponse
from litestar.routes import HTTPRoute

from arena.api.auth import TOKEN
from arena.api.examples import add_examples
from arena.http.problems import Problem

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
        render_plugins=[JsonRenderPlugin()],
        components=Components(
            security_schemes={
                TOKEN: SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="Made by `arena token create`. Operations say what it must cover.",
                )
            }
        ),
    )


def describe_exactly(api: Litestar) -> None:
    """Put msgspec's own schemas of our structs in place of the framework's.

    The framework loses bounds inside of sequences, and that unknown fields are refused.
    """
    components = api.openapi_schema.components
    assert components is not None
    # The framework writes out what stands there; a schema may be a plain dict as well.
    named = cast(dict[str, object], components.schemas)
    _, exact = msgspec.json.schema_components(
        [Problem, *_bodies(api)], ref_template="#/components/schemas/{name}"
    )
    for key, schema in (components.schemas or {}).items():
        named[key] = exact[re.sub(r"\W", "_", schema.title or key)]
    add_examples(api.openapi_schema, named)


def _bodies(api: Litestar) -> Iterator[type]:
    """Give the types of all bodies, of requests and of answers."""
    for route in api.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if handler.resolve_include_in_schema():
                yield from _answers(handler)
                if handler.parsed_data_field is not None:
                    yield handler.parsed_data_field.annotation


def _answers(handler: HTTPRouteHandler) -> Iterator[type]:
    """Give the types of the answers of an operation, but for what no struct stands for."""
    returned = handler.parsed_fn_signature.return_type
    if not returned.is_subclass_of(ASGIResponse):
        yield returned.annotation
    for answer in (handler.responses or {}).values():
        yield cast(type, answer.data_container)


def _no_pages(response: Response[bytes]) -> Response[bytes]:
    """Refuse what is not the document as anything else that is not there."""
    if response.status_code == NotFoundException.status_code:
        raise NotFoundException
    return response
