"""Reading a request's body: strictly, as the type that its handler states.

What may live here: from bytes to a struct, or to an error that names the field at fault.
"""

import re
from http import HTTPStatus

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.exceptions import ClientException
from litestar.handlers import HTTPRouteHandler

from arena.api.problems import shown
from arena.service.errors import Invalid
from arena.service.owners import Identity

_AT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_MEMBER = re.compile(
    r"Object (?:contains unknown|missing required) field `(?P<name>.*)`", re.DOTALL
)
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]")


class StrictRequest(Request[Identity | None, None, State]):
    """A request whose JSON is decoded straight into the type of its handler's `data`."""

    async def json(self) -> object:
        """Give the body as its handler wants it.

        Raises ClientException (400, 415) for what is not JSON, Invalid for JSON of another shape.
        """
        kind, options = self.content_type
        if kind != "application/json" or options.get("charset", "utf-8").lower() != "utf-8":
            raise ClientException(
                f"content-type: expected application/json, got {shown(kind)}",
                status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            )
        handler = self.scope["route_handler"]
        assert isinstance(handler, HTTPRouteHandler)
        assert handler.parsed_data_field is not None
        return decode(await self.body(), handler.parsed_data_field.annotation)


def decode(body: bytes, kind: type) -> object:
    """Give the JSON of a body as `kind`; raise ClientException or Invalid (see `StrictRequest`)."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        raise _invalid(body, str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientException(f"body: expected JSON in UTF-8, got other bytes: {error}") from error
    except RecursionError as error:
        raise ClientException("body: expected JSON of few levels, got one of very many") from error


def _invalid(body: bytes, text: str) -> Invalid:
    """Give the error for a decoder's words, which end with the place of the fault."""
    match = _AT.fullmatch(text)
    assert match is not None
    what, path = match["what"], match["path"] or ""
    if member := _MEMBER.fullmatch(what):
        path = f"{path}.{member['name']}"
    elif "got" not in what:
        what = f"{what}, got {_given(body, path)}"
    field = path.removeprefix(".")[:80] or "body"
    return Invalid(field, what[:1].lower() + what[1:])


def _given(body: bytes, path: str) -> str:
    """Show the value at this place of a body that has been found to be JSON so far."""
    try:
        value: object = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError):
        return "another"
    for step in _STEP.finditer(path):
        if isinstance(value, dict):
            value = value.get(step["key"])
        elif isinstance(value, list) and step["index"]:
            value = value[int(step["index"])]
    return shown(msgspec.json.encode(value).decode())
