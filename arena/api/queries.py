"""Query parameters: those that an operation has, each once; any other is a mistake, and told.

A filter that is misspelt would otherwise be passed over, and more be given than was asked for.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.openapi.spec import OpenAPIType, Operation, Parameter, Schema

from arena.http.problems import shown
from arena.service.errors import Invalid
from arena.service.owners import Identity

PARAMETERS: Final = "parameters"
"""Where the state of the application has the query parameters of each operation, by its id."""

Parameters = Mapping[str, bool]
"""By their names, whether they may be given several times."""


def query_parameters(api: Litestar) -> Mapping[str, Parameters]:
    """Give the query parameters of all operations, as the document has them."""
    found = dict[str, Parameters]()
    for path in (api.openapi_schema.paths or {}).values():
        for operation in (path.get, path.post, path.patch, path.delete):
            if operation is not None and operation.operation_id is not None:
                found[operation.operation_id] = dict(_in_query(operation))
    return found


def _in_query(operation: Operation) -> Iterator[tuple[str, bool]]:
    for each in operation.parameters or ():
        if isinstance(each, Parameter) and each.param_in == "query":
            yield each.name, _is_list(each)


def _is_list(parameter: Parameter) -> bool:
    schema = parameter.schema
    parts = [schema, *(schema.one_of or ())] if isinstance(schema, Schema) else []
    return any(isinstance(each, Schema) and each.type == OpenAPIType.ARRAY for each in parts)


def check_query(
    connection: ASGIConnection[BaseRouteHandler, Identity | None, None, State],
    handler: BaseRouteHandler,
) -> None:
    """Raise Invalid for a parameter that the operation does not have, or has once."""
    known: Parameters = connection.app.state[PARAMETERS].get(handler.handler_name, {})
    for name, times in Counter(name for name, _ in connection.query_params.multi_items()).items():
        field = shown(name)[1:-1]
        if name not in known:
            expected = f"one of {', '.join(sorted(known))}" if known else "no parameter"
            raise Invalid(field, f"expected {expected}, got this")
        if times > 1 and not known[name]:
            raise Invalid(field, f"expected it once, got it {times} times")
