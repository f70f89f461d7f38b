"""From errors to problems (RFC 9457): the one place where an error becomes an HTTP status.

What may live here: which error has which status, and what of it may be told. An error that is not
listed is a defect of ours: it is logged, and the client learns nothing but that it happened.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec
import structlog
from litestar import Request, Response
from litestar.datastructures import State
from litestar.enums import ParamType
from litestar.exceptions import HTTPException, MethodNotAllowedException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import ParameterKwarg

from arena.http.methods import allowed
from arena.http.request_ids import request_id
from arena.service.errors import (
    Conflict,
    Forbidden,
    Full,
    Invalid,
    NotFound,
    ServiceError,
    TooMany,
    Unauthorised,
)
from arena.service.owners import Identity
from arena.store.errors import StoreAway, StoreUnfit

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_S: Final = 2
MAX_BODY: Final = 64 * 1024
"""Bytes of a request's body that are read at most."""
SHOWN: Final = 100
"""Characters of what was given that an answer repeats at most."""

_WORDS: Final = re.compile(r"expected `str` matching regex '\^\(([a-z0-9_|-]+)\)\(\?!\\+n\)\$'")
"""What the framework says of a text that is none of some words."""

_STATUS: Final[dict[type[ServiceError], HTTPStatus]] = {
    Unauthorised: HTTPStatus.UNAUTHORIZED,
    Forbidden: HTTPStatus.FORBIDDEN,
    NotFound: HTTPStatus.NOT_FOUND,
    Conflict: HTTPStatus.CONFLICT,
    Invalid: HTTPStatus.UNPROCESSABLE_ENTITY,
    TooMany: HTTPStatus.TOO_MANY_REQUESTS,
    Full: HTTPStatus.SERVICE_UNAVAILABLE,
}
_ALWAYS: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_HEADERS: Final[dict[int, dict[str, str]]] = {
    HTTPStatus.UNAUTHORIZED: {"WWW-Authenticate": 'Bearer realm="Sky Arena"'},
    HTTPStatus.SERVICE_UNAVAILABLE: {"Retry-After": str(RETRY_AFTER_S)},
}

ApiRequest = Request[Identity | None, None, State]
"""A request of whoever `arena.api.auth` has found."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


class Problem(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Why a request was refused (RFC 9457); nothing was changed.

    `detail` names what was given and what is expected; `field` is the place in the body, or the
    parameter, at fault, where there is one. `request` is the id of the request, by which
    the operator finds in his log what there is of it.
    """

    type: str
    title: str
    status: int
    detail: str
    field: str | None = None
    request: str | None = None


def problems(*statuses: int) -> Mapping[int, ResponseSpec]:
    """Describe the refusals of an operation, for the OpenAPI document."""
    return {
        status: ResponseSpec(
            data_container=Problem,
            generate_examples=False,
            description=HTTPStatus(status).phrase,
            media_type=MEDIA_TYPE,
        )
        for status in sorted({*statuses, *_ALWAYS})
    }


def answer_error(request: ApiRequest, error: Exception) -> Response[Problem]:
    """Give the answer to a request that raised this."""
    problem = problem_of(request, error)
    return Response(
        problem,
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers=headers_of(problem, error),
    )


def problem_of(request: ApiRequest, error: Exception) -> Problem:
    """Give what may be told of an error to whoever asked."""
    problem = _problem(request, error)
    return msgspec.structs.replace(problem, request=request_id(request.scope))


def headers_of(problem: Problem, error: Exception) -> dict[str, str]:
    """Give the headers that go with a problem, and those that its error brings with it."""
    return {**_HEADERS.get(problem.status, {}), **_given(error)}


def _given(error: Exception) -> Mapping[str, str]:
    match error:
        case MethodNotAllowedException():
            return {"Allow": _methods(error)}
        case HTTPException():
            return error.headers or {}
        case TooMany():
            return {"Retry-After": str(error.retry_after_s)}
    return {}


def shown(text: str) -> str:
    """Give a text from outside as an answer may repeat it: short, and plain ASCII."""
    return ascii(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def _problem(request: ApiRequest, error: Exception) -> Problem:
    match error:
        case ServiceError():
            field = error.field if isinstance(error, Invalid) else None
            return _make(_STATUS[type(error)], str(error), field)
        case ValidationException(extra=list()):
            return _parameter_problem(request, error)
        case HTTPException(status_code=status) if status < HTTPStatus.INTERNAL_SERVER_ERROR:
            return _make(HTTPStatus(status), _detail(request, error))
        case StoreAway():
            _log.warning("store_away", path=shown(request.scope["path"]), error=str(error))
            return _make(
                HTTPStatus.SERVICE_UNAVAILABLE,
                f"the store does not answer; try again in {RETRY_AFTER_S} s",
            )
        case StoreUnfit():
            _log.error("store_unfit", path=shown(request.scope["path"]), why=str(error))
            return _make(HTTPStatus.SERVICE_UNAVAILABLE, "the store is not usable now")
    _log.error("request_failed", path=shown(request.scope["path"]), exc_info=error)
    return _make(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "something went wrong here, not in the request; it has been logged",
    )


def _make(status: HTTPStatus, detail: str, field: str | None = None) -> Problem:
    return Problem(
        type="about:blank", title=status.phrase, status=status, detail=detail, field=field
    )


def _parameter_problem(request: ApiRequest, error: ValidationException) -> Problem:
    """Say what is wrong with a parameter; one in the path names a thing that cannot exist."""
    first = msgspec.convert(error.extra, list[_Fault])[0]
    if first.key == "data":
        return _make(HTTPStatus.BAD_REQUEST, "body: expected a JSON object, got nothing", "body")
    name = _name(request, first.key)
    given = _sent(request, first.source, name)
    expected = _in_words(first.message[:1].lower() + first.message[1:].partition(", got")[0])
    in_path = first.source == ParamType.PATH
    status = HTTPStatus.NOT_FOUND if in_path else HTTPStatus.UNPROCESSABLE_ENTITY
    return _make(status, f"{name}: {expected}, got {shown(given)}", name)


def _sent(request: ApiRequest, source: str, name: str) -> str:
    """Give what was sent as this parameter."""
    match source:
        case ParamType.PATH:
            return str(request.path_params.get(name, ""))
        case ParamType.HEADER:
            return request.headers.get(name, "")
    return request.query_params.get(name, "")


def _name(request: ApiRequest, key: str) -> str:
    """Give the name of a parameter as it is sent; `key` is that which the handler has for it."""
    handler = request.scope["route_handler"]
    assert isinstance(handler, HTTPRouteHandler)
    field = handler.parsed_fn_signature.parameters.get(key)
    given = None if field is None else field.kwarg_definition
    if isinstance(given, ParameterKwarg) and given.name:
        return given.name
    return key.removesuffix("_")  # of one that Python would take for a word of its own


def _in_words(expected: str) -> str:
    """Give what is expected of a text that is one of some words, or says yes or no, in words."""
    words = _WORDS.fullmatch(expected)
    if words is not None:
        return f"expected {words[1].replace('|', ' or ')}"
    return "expected true or false" if expected.startswith("expected `bool") else expected


class _Fault(msgspec.Struct):
    """What the framework says of a parameter that it cannot take."""

    key: str
    message: str
    source: str = ""


def _detail(request: ApiRequest, error: HTTPException) -> str:
    match error.status_code:
        case HTTPStatus.NOT_FOUND:
            return f"there is nothing at {shown(request.scope['path'])}"
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return f"method: expected {_methods(error)}, got {shown(request.method)}"
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return f"body: expected at most {MAX_BODY} bytes"
    return error.detail


def _methods(error: HTTPException) -> str:
    """Give the methods that there are where one was sought that is not."""
    return allowed((error.headers or {}).get("allow", "").split(", "))
