"""Reading a request's body: strictly, as the type that its handler states.

What may live here: from bytes to a struct, or to an error that names the field at fault.
"""

import asyncio
import json
import re
from http import HTTPStatus
from itertools import islice

import msgspec
from litestar.exceptions import ClientException, InternalServerException
from litestar.handlers import HTTPRouteHandler

from arena.http.problems import SHOWN, ApiRequest, shown
from arena.service.errors import Invalid

BODY_S = 10
"""Time that a body may take: 64 KiB pass over any line by then."""

_NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_AT = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<path>[^`]*)`)?", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`", re.DOTALL)
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_NO_WORD = "Invalid enum value"
_STEP = re.compile(r"\.(?P<key>[^.\[]+)|\[(?P<index>\d+)\]")


class StrictRequest(ApiRequest):
    """A request whose JSON is decoded straight into the type of its handler's `data`."""

    async def body(self) -> bytes:
        """Give the whole body; raise ClientException (400, 408) for one that broke off or drips.

        So it does for ill-formed chunks; the framework calls these an error of the server.
        """
        try:
            async with asyncio.timeout(BODY_S):
                return await super().body()
        except InternalServerException as error:
            raise ClientException("body: expected all of it, got a part") from error
        except TimeoutError as error:
            raise ClientException(
                f"body: expected all of it within {BODY_S} s, got a part",
                status_code=HTTPStatus.REQUEST_TIMEOUT,
            ) from error

    async def json(self) -> object:
        """Give the body as its handler wants it.

        Raises ClientException (400, 415) for what is not JSON, Invalid for JSON of another shape.
        """
        kind, options = self.content_type
        if kind != "application/json" or options.get("charset", "utf-8").lower() != "utf-8":
            given = shown(self.headers.get("content-type", ""))
            raise ClientException(
                f"content-type: expected application/json, got {given}",
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
        raise _invalid(body, kind, str(error)) from error
    except _NOT_JSON as error:
        why = "too many levels" if isinstance(error, RecursionError) else str(error)
        raise ClientException(f"body: expected JSON in UTF-8, got other bytes: {why}") from error


def _invalid(body: bytes, kind: type, text: str) -> Invalid:
    """Give the error for a decoder's words, which end with the place of the fault."""
    match = _AT.fullmatch(text)
    assert match is not None
    what, path = match["what"], match["path"] or ""
    if member := _MISSING.fullmatch(what):
        what, path = "expected a value, got none", f"{path}.{member['name']}"
    elif member := _UNKNOWN.fullmatch(what):
        what, path = "expected no such field", f"{path}.{member['name']}"
    elif "got" not in what:
        if what.startswith(_NO_WORD):
            what = f"expected {_words(kind, path)}"
        what = f"{what}, got {_given(body, path)}"
    place = ascii(path.removeprefix("."))[1:-1]
    return Invalid(place[:SHOWN] or "body", what[:1].lower() + what[1:])


def _words(kind: type, path: str) -> str:
    """Give the words that may stand at this place, as the schema of the body lists them."""
    (schema,), named = msgspec.json.schema_components([kind], ref_template="{name}")
    for step in _STEP.finditer(path):
        schema = named.get(schema.get("$ref", ""), schema)
        schema = schema["items"] if step["index"] else schema["properties"][step["key"]]
    return " or ".join(schema["enum"])


def _given(body: bytes, path: str) -> str:
    """Show the value at this place of a body, which is JSON as far as it has been read."""
    try:
        value: object = msgspec.json.decode(body)
    except _NOT_JSON:
        return "another"
    for step in _STEP.finditer(path):
        if isinstance(value, dict):
            value = value.get(step["key"])
        elif isinstance(value, list) and step["index"]:
            value = value[int(step["index"])]
    # by parts, since a long value would take 20 ms as a whole
    return "".join(islice(json.JSONEncoder().iterencode(value), SHOWN))[:SHOWN]
