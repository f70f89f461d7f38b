"""A page of a list, and the cursor to the next one."""

from typing import Generic, TypeVar

import msgspec

from arena.service.errors import Invalid

ItemT = TypeVar("ItemT")

MAX_PAGE = 100
"""Items a page may hold at most."""


class Page(msgspec.Struct, Generic[ItemT], frozen=True):
    """Some items in order. `next` is the cursor of the page after this; None on the last."""

    items: list[ItemT]
    next: str | None


def check_limit(limit: int) -> int:
    """Give the limit of a page; raise Invalid if it is out of bounds."""
    if not 1 <= limit <= MAX_PAGE:
        raise Invalid("limit", f"expected 1 to {MAX_PAGE}, got {limit}")
    return limit
