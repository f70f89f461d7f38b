"""Every list that has pages, as the document names them, refuses a cursor that none has given."""

from collections.abc import Mapping

from tests.api.acts import register, start_cup
from tests.api.client import Api, Document
from tests.loopback import Loopback

BAD = (
    "somewhere", "f" * 32, "%ff%00%0a", "%2b", f"{'9' * 20}-0", f"{'9' * 20}-{'9' * 20}",
    f"1-{'9' * 20}", f"{'9' * 20}-0-{'f' * 32}", "1-1%0a", "9" * 73,
)  # fmt: skip


def lists(document: Document, ids: Mapping[str, str]) -> list[str]:
    """Give the paths of all lists that have pages, with these ids in them."""
    return [
        template.format_map(ids)
        for template, operations in document.paths.items()
        if "get" in operations
        and any(each.name == "cursor" for each in operations["get"].parameters)
    ]


async def test_a_cursor_that_no_page_has_given_is_refused(
    api: Api, document: Document, ada: str, loopback: Loopback
) -> None:
    """By every list, also where the store could not read it; the problem names it."""
    cup = await start_cup(api, ada, loopback)
    bot = await register(api, ada, await loopback.start(), "Another")
    paths = lists(document, {"tournament_id": cup.id, "bot_id": bot.id, "game": "sky-5"})

    assert {f"/v1/ladders/sky-5/bots/{bot.id}", "/v1/ladders/sky-5/rounds"} < set(paths)
    for path in paths:
        for cursor in BAD:
            (await api.get(f"{path}?cursor={cursor}", ada)).problem(422, "cursor")
