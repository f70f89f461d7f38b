"""Examples in the OpenAPI document: one for each body of a request and of an answer.

What may live here: how an example is made of a schema, and which values stand for which fields.
They are made of the schemas alone, so that no operation is without one and none is out of date.
"""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Literal

import msgspec
from litestar.openapi.spec import (
    Example,
    OpenAPI,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    RequestBody,
)

_ID = "4f0e6a1c9d3b4a7e8c5d2b1f0a9e8d7c"
_DIGEST = "8238480a99efeae39d7c22c61a89d50f02836493ddaf898f411aa38540d09770"
_TIME_MS = 1_796_000_000_000

_TIMES = frozenset(
    {
        "at_ms", "created_ms", "due_ms", "ended_ms", "ends_ms", "expires_ms",
        "old_secret_until_ms", "since_ms", "started_ms",
    }
)  # fmt: skip
_VALUES: Mapping[str, object] = {
    "act": "pause", "bank_ms": 10_000, "bot": _ID, "bots": _ID, "calls": 128, "choice": 1,
    "commitment": _DIGEST, "details": "", "digest": _DIGEST, "during": "match",
    "entries": 12,
    "field": "name", "game": "sky-5", "games": "sky-5", "heads": _DIGEST, "id": _ID,
    "invitation": "3qVh0sYd1mZkTz8w", "match": f"{_ID}-1-0-0", "matches": 132,
    "max_concurrency": 4, "name": "Slapper",
    "final": _DIGEST, "next": _ID, "nonce": _DIGEST, "opponent": _ID, "owner": _ID,
    "owner_name": "Ada", "players": 2, "rank": 1, "ranks": 1, "rating": 1_512_250_000,
    "reason": "a power cut",
    "request": "8f14e45fceea167a", "round": 1, "rounds": 11, "rules": 1, "scores": 7,
    "secret": "whsec_MDEyMzQ1Njc4OWFiY2RlZg==", "seed": _DIGEST, "sets_done": 24, "sets_open": 6,
    "state": "running", "token": "arena_0123456789abcdef", "tournament": _ID, "type": "about:blank",
    "url": "https://bots.example/slapper", "version": "1.4", "versions": "1.4", "who": _ID,
}  # fmt: skip
"""What stands for a value, by the name of its field, where the schema lets it."""


_NAMES = {
    "ref": "$ref", "any_of": "anyOf", "one_of": "oneOf", "prefix": "prefixItems",
    "least": "minItems",
}  # fmt: skip


class Schema(msgspec.Struct, rename=_NAMES):
    """So much of a JSON Schema as an example follows from."""

    type: str = ""
    ref: str = ""
    enum: list[str | int | None] = []
    any_of: list["Schema"] = []
    one_of: list["Schema"] = []
    items: "Schema | Literal[False] | None" = None
    prefix: list["Schema"] = []
    least: int = 0
    properties: dict[str, "Schema"] = {}
    default: msgspec.Raw = msgspec.Raw()
    examples: list[msgspec.Raw] = []
    minimum: int | float = 0
    maximum: int | float = 2**53
    pattern: str = ""


class Examples:
    """Makes examples of schemas; `named` are those that others refer to, by name."""

    def __init__(self, named: Mapping[str, Schema]) -> None:
        self._named = named

    def of(self, schema: Schema, field: str = "") -> object:
        """Give a value that the schema of this field lets pass."""
        if schema.ref:
            return self.of(self._named[schema.ref.rpartition("/")[2]], field)
        stated = next((each for each in (*schema.examples, schema.default) if each), None)
        if stated is not None:
            return msgspec.json.decode(stated)
        if choices := schema.any_of or schema.one_of:
            # never null, which the framework leaves out of what it writes
            return self.of(next(each for each in choices if each.type != "null"), field)
        if schema.enum:
            words = {str(word): word for word in schema.enum}
            return words.get(str(_VALUES.get(field)), schema.enum[0])
        return self._of_type(schema, field)

    def _of_type(self, schema: Schema, field: str) -> object:
        match schema.type:
            case "object":
                return {name: self.of(each, name) for name, each in schema.properties.items()}
            case "array":
                items = schema.prefix
                if schema.items and not items:
                    items = [schema.items] * max(1, schema.least)
                return [self.of(each, field) for each in items]
            case "integer" | "number":
                return self._number(schema, field)
            case "string":
                given = _VALUES.get(field)
                return given if _takes(schema, given) else _text(schema.pattern)
            case "boolean":
                return False
            case "":  # any JSON, such as an event in the words of some game
                return {}
        return None

    def _number(self, schema: Schema, field: str) -> object:
        given = _TIME_MS if field in _TIMES else _VALUES.get(field)
        if _takes(schema, given):
            return given
        return max(schema.minimum, min(1, schema.maximum))


def add_examples(api: OpenAPI, schemas: Mapping[str, object]) -> None:
    """Put an example beside the schema of each body of requests and of answers."""
    named = msgspec.json.decode(msgspec.json.encode(schemas), type=dict[str, Schema])
    examples = Examples(named)
    for path in (api.paths or {}).values():
        for operation in (path.get, path.post, path.patch, path.delete):
            if operation is not None:
                _add_to(operation, examples)


def _add_to(operation: Operation, examples: Examples) -> None:
    body = operation.request_body
    bodies = [("", body.content)] if isinstance(body, RequestBody) else []
    for status, answer in (operation.responses or {}).items():
        if isinstance(answer, OpenAPIResponse) and answer.content:
            bodies.append((status, answer.content))
    for status, content in bodies:
        for each in content.values():
            value = examples.of(_read(each))
            if status >= "400" and isinstance(value, Mapping):
                title = HTTPStatus(int(status)).phrase
                value = {**value, "status": int(status), "title": title, "detail": f"{title} ..."}
            each.examples = {"example": Example(value=value)}


def _read(content: OpenAPIMediaType) -> Schema:
    assert content.schema is not None
    return msgspec.json.decode(msgspec.json.encode(content.schema.to_schema()), type=Schema)


def _takes(schema: Schema, value: object) -> bool:
    """Whether a schema of a number or a text lets this value pass."""
    if isinstance(value, str):
        return schema.type == "string" and re.search(schema.pattern, value) is not None
    fits = isinstance(value, int) and schema.minimum <= value <= schema.maximum
    return schema.type in ("integer", "number") and fits


def _text(pattern: str) -> str:
    """Give a text for a pattern of ids and such, or any."""
    tries = (_ID, _DIGEST, _ID[:16], _ID[:4], f"{_ID}-1-0-0", "sky-5", "1.4", "text")
    return next((each for each in tries if re.search(pattern, each)), "")
