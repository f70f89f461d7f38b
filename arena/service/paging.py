"""A page of a list, and the cursor to the next one."""

from typing import Generic, TypeVar

import msgspec

ItemT = TypeVar("ItemT")

MAX_PAGE = 100
"""Items a page may hold at most."""


class Page(msgspec.Struct, Generic[ItemT], frozen=True):
    """Some items in order. `next` is the cursor of the page after this; None on the last."""

    items: list[ItemT]
    next: str | None
