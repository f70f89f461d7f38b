"""A client of the API that holds every answer to the OpenAPI document."""

import asyncio
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeVar

import aiohttp
import msgspec
from jsonschema import Draft202012Validator
from yarl import URL

from arena.api.routes.feed import NDJSON
from arena.http.origins import READABLE
from arena.http.problems import MEDIA_TYPE, Problem
from arena.http.request_ids import HEADER
from arena.server.application import HEADERS
from arena.web.pages import HTML, OWN

T = TypeVar("T")
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Schema(msgspec.Struct, rename={"ref": "$ref"}, omit_defaults=True):
    """So much of a schema as is needed to find it."""

    ref: str = ""


class Content(msgspec.Struct):
    """A body of one media type; its schema is left as it is."""

    schema: msgspec.Raw


class Answer(msgspec.Struct):
    """What the document says of an answer."""

    description: str
    content: dict[str, Content] = {}


class RequestBody(msgspec.Struct):
    """What the document says of the body of a request."""

    content: dict[str, Content]


class Parameter(msgspec.Struct):
    """What the document says of a parameter."""

    name: str


class Operation(msgspec.Struct, rename="camel"):
    """What the document says of an operation."""

    operation_id: str
    responses: dict[str, Answer]
    request_body: RequestBody | None = None
    parameters: list[Parameter] = []
    summary: str = ""
    description: str = ""
    security: list[dict[str, list[str]]] = []


class Components(msgspec.Struct, rename="camel"):
    """The named parts of the document."""

    schemas: dict[str, msgspec.Raw]
    security_schemes: dict[str, dict[str, str]]


class Document(msgspec.Struct):
    """The OpenAPI document, as far as the tests look into it."""

    openapi: str
    paths: dict[str, dict[str, Operation]]
    components: Components

    def find(self, method: str, path: str) -> Operation | None:
        """Give the operation that answers a request; None if there is none."""
        for template, operations in self.paths.items():
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
                return operations.get(method.lower())
        return None

    def check(self, schema: msgspec.Raw, body: bytes) -> None:
        """Raise if the body is not as the schema says."""
        schemas = msgspec.json.encode(self.components.schemas)
        validator(bytes(schema), schemas).validate(msgspec.json.decode(body))


@cache
def validator(schema: bytes, schemas: bytes) -> Draft202012Validator:
    """Give what holds a body to a schema, which may name others of these."""
    named = {"components": {"schemas": msgspec.json.decode(schemas)}}
    return Draft202012Validator(named | msgspec.json.decode(schema))


class Reply(msgspec.Struct, frozen=True):
    """An answer of the API."""

    status: int
    media_type: str
    headers: Mapping[str, str]
    body: bytes

    def read(self, kind: type[T], status: int = 200) -> T:
        """Give its body, if the request was done with this status."""
        assert (self.status, self.media_type) == (status, "application/json"), self.body
        return msgspec.json.decode(self.body, type=kind)

    @property
    def said(self) -> str:
        """Its body but for the id of the request, which differs where nothing else does."""
        return self.body.decode().replace(self.headers[HEADER], "")

    def lines(self) -> list[bytes]:
        """Give the lines of its body that are not empty."""
        return [line for line in self.body.split(b"\n") if line]

    def values(self) -> list[bytes]:
        """Give the JSON that its body holds, or stands for if it is text."""
        if self.media_type == NDJSON:
            return self.lines()
        if self.media_type.startswith("text/"):
            return [msgspec.json.encode(self.body.decode())]
        return [self.body]

    def problem(self, status: int, field: str | None = None) -> Problem:
        """Give the problem, if it is one with this status and field."""
        assert (self.status, self.media_type) == (status, MEDIA_TYPE), self.body
        problem = msgspec.json.decode(self.body, type=Problem)
        assert (problem.status, problem.field) == (status, field), problem
        return problem


class Api:
    """Calls the API; each answer must be one that the document tells of."""

    def __init__(self, session: aiohttp.ClientSession, document: Document) -> None:
        self._session = session
        self._document = document

    async def get(self, path: str, token: str | None = None) -> Reply:
        """Send a GET."""
        return await self.send("GET", path, token=token)

    async def post(self, path: str, body: object = None, token: str | None = None) -> Reply:
        """Send a POST, with a JSON body if there is one."""
        data = None if body is None else msgspec.json.encode(body)
        return await self.send("POST", path, data, token)

    async def send(
        self,
        method: str,
        path: str,
        data: bytes | None = None,
        token: str | None = None,
        media_type: str = "application/json",
        more: Mapping[str, str] = NO_HEADERS,
    ) -> Reply:
        """Send any request, with these headers beside those it needs; check its answer.

        A feed is read from its beginning to its end, unless the path says otherwise.
        """
        if path.endswith("/feed"):
            path += "?since=0&follow=false"
        headers = dict(more) if data is None else {"Content-Type": media_type, **more}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        async with self._session.request(method, path, data=data, headers=headers) as response:
            body = await response.read()
            reply = Reply(response.status, response.content_type, response.headers, body)
        self._check(method, path, reply)
        return reply

    def _check(self, method: str, path: str, reply: Reply) -> None:
        lower = {name.lower(): value for name, value in reply.headers.items()}
        # What may be kept says so, and has by what to ask whether it still holds.
        kept = {"Cache-Control": "no-cache"} if "etag" in lower else {}
        policy = OWN if reply.media_type == HTML else {}
        readable = READABLE if "access-control-allow-origin" in lower else {}
        expected = {**HEADERS, **kept, **policy, **readable}
        assert {name: lower.get(name.lower()) for name in expected} == expected
        operation = self._document.find(method, path.partition("?")[0])
        if operation is not None:
            answer = operation.responses[str(reply.status)]
            assert bool(answer.content) == bool(reply.body)
            if reply.body:
                schema = answer.content[reply.media_type].schema
                for part in reply.values():
                    self._document.check(schema, part)


async def answer_to(api_url: str, *headers: str, body: bytes = b"") -> str:
    """Give the first line of the answer to a POST whose body is not what its headers say."""
    at = URL(api_url)
    reader, writer = await asyncio.open_connection(at.host, at.port)
    head = ("POST /v1/bots HTTP/1.1", "Host: arena", "Content-Type: application/json", *headers)
    writer.write("\r\n".join((*head, "", "")).encode() + body)
    try:
        return (await reader.readline()).decode().strip()
    finally:
        writer.close()
