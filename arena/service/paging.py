"""A page of a list, and the cursor to the next one."""

import re
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from arena.service.errors import Invalid

ItemT = TypeVar("ItemT")

MAX_PAGE = 100
"""Items a page may hold at most."""
_PLACE = re.compile(r"[1-9]\d{0,18}-\d{1,19}", re.ASCII)
"""The id of an entry of a stream; numbers of 20 digits may be beyond what the store can read."""


class Page(msgspec.Struct, Generic[ItemT], frozen=True):
    """Some items in order. `next` is the cursor of the page after this; None on the last."""

    items: list[ItemT]
    next: str | None


def check_limit(limit: int, most: int = MAX_PAGE) -> int:
    """Give the limit of a page; raise Invalid if it is out of bounds."""
    if not 1 <= limit <= most:
        raise Invalid("limit", f"expected 1 to {most}, got {limit}")
    return limit


def bad_cursor(cursor: str | None) -> Invalid:
    """Give the error for a cursor that none of our pages has given."""
    return Invalid("cursor", f"expected `next` of an earlier page, got {(cursor or '')[:80]!a}")


def check_place(cursor: str | None) -> None:
    """Raise Invalid for the cursor of a list by id in a stream that has not the form of one."""
    if cursor is not None and not _PLACE.fullmatch(cursor):
        raise bad_cursor(cursor)


def cut(ids: Sequence[str], cursor: str | None, limit: int) -> tuple[Sequence[str], str | None]:
    """Give the ids of a page of all these, and the cursor to the next page, if there is one.

    Raises Invalid for a limit out of bounds, and for a cursor that is none of the ids.
    """
    if cursor is not None and cursor not in ids:
        raise bad_cursor(cursor)
    first = 0 if cursor is None else ids.index(cursor) + 1
    end = first + check_limit(limit)
    return ids[first:end], ids[end - 1] if end < len(ids) else None
