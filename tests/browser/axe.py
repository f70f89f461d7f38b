"""What axe-core has to say against a page as it stands."""

from collections.abc import Sequence
from typing import Final

import msgspec
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.async_api import Page

_RUN: Final = "async (more) => (await axe.run({ resultTypes: ['violations'], ...more })).violations"


class Node(msgspec.Struct, rename="camel"):
    """An element at fault, and why."""

    html: str
    failure_summary: str = ""


class Violation(msgspec.Struct):
    """A rule that a page breaks, and where."""

    id: str
    nodes: list[Node]


async def load_axe(page: Page) -> None:
    """Put axe-core into a page."""
    await page.evaluate(AXE_SCRIPT)


async def violations(page: Page, *rules: str) -> Sequence[str]:
    """Give what axe-core has to say against a page that has loaded it, by all rules or by these."""
    told = await page.evaluate(_RUN, {"runOnly": list(rules)} if rules else {})
    return [
        f"{each.id}: {node.html[:200]} {node.failure_summary}"
        for each in msgspec.convert(told, list[Violation])
        for node in each.nodes
    ]
