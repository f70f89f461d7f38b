"""The OpenAPI document as a page for people: no scripts, nothing from elsewhere.

What may live here: from the document to HTML, made once when the API is started.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from http import HTTPStatus

import msgspec

_STYLE = """
:root{color-scheme:light dark;background:Canvas;color:CanvasText}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem}
h2{border-top:1px solid;padding-top:1rem}code,pre{font:14px/1.4 ui-monospace,monospace}
pre{overflow:auto;border:1px solid;border-radius:4px;padding:.5rem;max-height:20rem}
table{border-collapse:collapse}td,th{text-align:left;vertical-align:top;padding:.1rem 1rem .1rem 0}
summary{cursor:pointer}nav ul{padding:0}nav li{list-style:none;margin:.3rem 0}
:focus-visible{outline:3px solid}code,td{overflow-wrap:anywhere}
.skip{position:absolute;left:-999rem}.skip:focus{left:.5rem;background:Canvas}
"""
POLICY = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; style-src"
    f" 'sha256-{b64encode(sha256(_STYLE.encode()).digest()).decode()}'",
    "X-Frame-Options": "DENY",
}
"""The page's own headers: its style and nothing else."""


class Shape(msgspec.Struct):
    """So much of a schema as is told of a parameter."""

    type: str = ""
    pattern: str = ""
    enum: list[str] = []
    minimum: int | float | None = None
    maximum: int | float | None = None


class Parameter(msgspec.Struct, rename={"where": "in"}):
    """A parameter in the path, the query or the head."""

    name: str
    where: str
    description: str = ""
    required: bool = False
    schema: Shape = msgspec.field(default_factory=Shape)


class Example(msgspec.Struct):
    """A value of a body."""

    value: msgspec.Raw


class Content(msgspec.Struct):
    """A body of one media type."""

    examples: dict[str, Example] = {}


class Answer(msgspec.Struct):
    """An answer with one status."""

    content: dict[str, Content] | None = None


class Body(msgspec.Struct):
    """The body of a request."""

    content: dict[str, Content]


class Operation(msgspec.Struct, rename="camel"):
    """What is told of an operation."""

    operation_id: str
    responses: dict[str, Answer]
    summary: str = ""
    description: str = ""
    parameters: list[Parameter] = []
    security: list[dict[str, list[str]]] = []
    request_body: Body | None = None


class Info(msgspec.Struct):
    """What is told of all of it."""

    title: str
    description: str


class Document(msgspec.Struct):
    """The document, as far as the page shows it."""

    info: Info
    paths: dict[str, dict[str, Operation]]


def page(written: Mapping[str, object]) -> bytes:
    """Give the page of an OpenAPI document."""
    document = msgspec.json.decode(msgspec.json.encode(written), type=Document)
    found = [
        (method.upper(), path, each)
        for path, methods in document.paths.items()
        for method, each in methods.items()
    ]
    links = "".join(
        f'<li><a href="#{each.operation_id}"><code>{method} {escape(path)}</code></a>'
        f" {escape(each.summary)}</li>"
        for method, path, each in found
    )
    title = escape(document.info.title)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}: reference</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f'<a class="skip" href="#main">Skip to the content</a>'
        f'<header><p><a href="/">{title}</a> / <a href="/docs/api">API</a></p></header>'
        f'<main id="main"><h1>{title}: reference of the API</h1>{_prose(document.info.description)}'
        f'<p>For programs: <a href="/schema/openapi.json">the OpenAPI document</a>.</p>'
        f'<nav aria-label="Operations"><ul>{links}</ul></nav>'
        f"{''.join(_section(*each) for each in found)}</main></html>"
    ).encode()


def _section(method: str, path: str, operation: Operation) -> str:
    parts = [
        f'<h2 id="{operation.operation_id}">{escape(operation.summary)}</h2>',
        f"<p><code>{method} {escape(path)}</code></p>{_prose(operation.description)}",
        f"<p>{_token(operation.security)}</p>",
        _parameters(operation.parameters),
    ]
    if operation.request_body is not None:
        parts += _bodies("Body", operation.request_body.content)
    for status, answer in operation.responses.items():
        if status < "400":
            parts += _bodies(f"Answer {status}", answer.content or {})
    refused = (f"{s} {HTTPStatus(int(s)).phrase}" for s in operation.responses if s >= "400")
    return "".join([*parts, f"<p>Refused with: {', '.join(refused)}.</p>"])


def _token(security: Iterable[Mapping[str, list[str]]]) -> str:
    scopes = [scope for each in security for names in each.values() for scope in names]
    if scopes:
        return f"Takes a token with the scope {escape(' '.join(scopes))}."
    kinds = {bool(each) for each in security}
    if True not in kinds:
        return "Takes no token."
    return "Takes a token, or none." if False in kinds else "Takes any token."


def _parameters(parameters: Iterable[Parameter]) -> str:
    rows = [
        f"<tr><td><code>{escape(each.name)}</code><td>{each.where}<td>{escape(each.description)}"
        f" {escape(_bounds(each.schema))}"
        for each in parameters
    ]
    return f"<table><tr><th>parameter<th>in<th>meaning{''.join(rows)}</table>" if rows else ""


def _bounds(shape: Shape) -> str:
    if shape.minimum is not None and shape.maximum is not None:
        return f"({int(shape.minimum)} to {int(shape.maximum)})"
    return f"({' or '.join(shape.enum)})" if shape.enum else ""


def _bodies(title: str, content: Mapping[str, Content]) -> Iterable[str]:
    for media_type, each in content.items():
        for example in each.examples.values():
            value = msgspec.json.format(example.value).decode()
            yield (
                f"<details><summary>{title}: <code>{escape(media_type)}</code></summary>"
                f'<pre tabindex="0">{escape(value)}</pre></details>'
            )


def _prose(text: str) -> str:
    """Give paragraphs; what stands in backquotes is shown as code."""
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text.strip()))
    return "".join(f"<p>{each}</p>" for each in marked.split("\n\n") if each)
