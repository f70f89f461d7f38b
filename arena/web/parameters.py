"""What lists for people are asked with: a part of a name, and the number of a page."""

from typing import Annotated

from litestar.params import QueryParameter

Search = Annotated[str, QueryParameter(name="q", max_length=80)]
PageNumber = Annotated[int, QueryParameter(name="page", ge=1, le=100_000)]
