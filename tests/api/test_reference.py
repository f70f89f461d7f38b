"""The document's examples, and the page that shows it to people."""

import re
from html.parser import HTMLParser
from urllib.request import urlopen

import msgspec
import pytest
from jsonschema import Draft202012Validator

from arena.api.reference import POLICY


class Example(msgspec.Struct):
    """A value of a body."""

    value: msgspec.Raw


class Body(msgspec.Struct):
    """A body of one media type: its schema, and a value."""

    schema: msgspec.Raw
    examples: dict[str, Example] = {}


class Answer(msgspec.Struct):
    """An answer, or the body of a request."""

    content: dict[str, Body] | None = None


class Operation(msgspec.Struct, rename="camel"):
    """What the document tells of bodies."""

    operation_id: str
    responses: dict[str, Answer]
    request_body: Answer | None = None


class Told(msgspec.Struct):
    """The document, as far as the examples go."""

    paths: dict[str, dict[str, Operation]]
    components: msgspec.Raw


@pytest.fixture(scope="module")
def told(api_url: str) -> Told:
    """The document as it is served."""
    with urlopen(f"{api_url}/schema/openapi.json") as answer:
        return msgspec.json.decode(answer.read(), type=Told)


def test_each_body_has_an_example_that_is_one(told: Told) -> None:
    """Of every request and every answer of every operation, problems too."""
    checked = 0
    for operation in (each for methods in told.paths.values() for each in methods.values()):
        bodies = [operation.request_body or Answer(), *operation.responses.values()]
        for body in (each for answer in bodies for each in (answer.content or {}).values()):
            schema = msgspec.json.decode(body.schema)
            whole = {**schema, "components": msgspec.json.decode(told.components)}
            (example,) = body.examples.values()
            Draft202012Validator(whole).validate(msgspec.json.decode(example.value))
            checked += 1
    assert checked > 100


class Reader(HTMLParser):
    """Reads a page: its headings by id, its links, and whatever would run or load something."""

    def __init__(self) -> None:
        super().__init__()
        self.ids, self.links, self.active = list[str](), list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in a tag."""
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "link", "img", "iframe") or any(n.startswith("on") for n in given):
            self.active.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if "href" in given:
            self.links.append(given["href"])


def test_the_page_shows_every_operation(api_url: str, told: Told) -> None:
    """It loads and runs nothing, and its policy would not let it."""
    with urlopen(f"{api_url}/reference") as answer:
        html, policy = answer.read().decode(), answer.headers["Content-Security-Policy"]
    reader = Reader()
    reader.feed(html)

    operations = {each.operation_id for ways in told.paths.values() for each in ways.values()}
    assert set(reader.ids) == operations | {"main"}
    assert {f"#{each}" for each in operations} < set(reader.links)
    assert reader.active == []
    assert policy == POLICY["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert not re.search(r"https?://(?!bots\.example)", html)
