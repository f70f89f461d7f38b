"""Answers that are had as JSON or as a table: `?format=csv` (RFC 4180), for spreadsheets.

What may live here: how a table is written, and what the document says of it. What stands in the
lines of each, its own route says.
"""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Annotated, Final, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from litestar.enums import MediaType
from litestar.openapi import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, OpenAPIType, Operation, Schema
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.http.parameters import one_of
from arena.http.problems import ApiRequest
from arena.service.paging import Page

T = TypeVar("T")
CSV: Final = "text/csv"

Format = Annotated[
    str,
    QueryParameter(
        description="`json`, or `csv` for a table with a line of headings; the next page of one is "
        "named by the header `Link` (RFC 8288).",
        pattern=one_of(("json", "csv")),
        max_length=4,
    ),
]

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a spreadsheet take a text for a formula."""
_encode = msgspec.json.Encoder().encode


@dataclass
class TableOperation(Operation):
    """The description of an operation that answers with JSON or a table."""

    def __post_init__(self) -> None:
        """Add the table to the JSON."""
        assert self.responses is not None
        answer = self.responses["200"]
        assert isinstance(answer, OpenAPIResponse)
        assert answer.content is not None
        answer.content[CSV] = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))


class Table(Generic[T]):
    """How what a service has found becomes an answer in either form."""

    def __init__(
        self, found: type[T], line: type[msgspec.Struct], lines: Callable[[T], Iterable[object]]
    ) -> None:
        """`lines` gives for `found` structs of the type `line`, whose fields are the columns."""
        self._found = found
        self._line = line
        self._lines = lines

    def described(self, what: str) -> Mapping[int, ResponseSpec]:
        """Describe the answer, for the OpenAPI document."""
        return {200: ResponseSpec(self._found, False, what, MediaType.JSON)}

    def answer(self, request: ApiRequest, found: T, format: str) -> ASGIResponse:
        """Give the answer in the form that is asked for."""
        if format == "json":
            return ASGIResponse(body=_encode(found), media_type=MediaType.JSON)
        text = written(self._line.__struct_fields__, self._lines(found))
        return ASGIResponse(
            body=text.encode(), media_type=f"{CSV}; charset=utf-8", headers=_next(request, found)
        )


def written(columns: Sequence[str], lines: Iterable[object]) -> str:
    """Give lines, structs with these fields, as CSV."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for line in lines:
        writer.writerow([_cell(getattr(line, column)) for column in columns])
    return out.getvalue()


def _cell(value: object) -> object:
    """Give a value as a cell: no text is a formula, what is true or not is as in JSON, and between
    numbers there are spaces.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


def _next(request: ApiRequest, found: object) -> dict[str, str]:
    """Give the header that names the next page."""
    if not isinstance(found, Page) or found.next is None:
        return {}
    query = urlencode({**request.query_params.dict(), "cursor": found.next}, doseq=True)
    return {"Link": f'<?{query}>; rel="next"'}
