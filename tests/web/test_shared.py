"""Pages that are made once for all who ask for one at a time."""

import asyncio
import time
from typing import Annotated

import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import QueryParameter

from arena.web import shared
from arena.web.shared import SharedPages

OTHERS = ({"If-None-Match": "*"}, {"Authorization": "Bearer x"}, {"Accept-Encoding": "br"})
"""Headers with which an answer may be another."""
made: list[str] = []


class Later:
    """A clock that is ahead."""

    @staticmethod
    def monotonic() -> float:
        """Give the time, a moment ahead."""
        return time.monotonic() + shared.KEPT_S


@get("/page")
async def _page(about: Annotated[str, QueryParameter()] = "") -> str:
    made.append(about)
    await asyncio.sleep(0.05)
    if about == "nothing":
        raise NotFoundException
    return f"{about} {len(made)}"


@pytest.fixture
def client() -> AsyncClient:
    """Whoever asks for that page."""
    made.clear()
    app = Litestar([Router("/", route_handlers=[_page], middleware=[SharedPages])])
    return AsyncClient(transport=ASGITransport(app), base_url="http://arena")  # type: ignore[arg-type]


async def test_a_page_is_made_once_for_all_who_ask_at_a_time(client: AsyncClient) -> None:
    """Many look at one page when something happens; that must cost what one of them costs.

    Those who come while it is made share the next: what they are told is not older than they ask.
    """
    answers = await asyncio.gather(*(client.get("/page?about=it") for _ in range(30)))
    assert {answer.status_code for answer in answers} == {200}
    assert 1 <= len(made) <= 2


async def test_who_has_no_copy_is_told_what_is_so_now(client: AsyncClient) -> None:
    """Whoever has just changed something loads the page and sees it."""
    assert [(await client.get("/page")).text for _ in range(2)] == [" 1", " 2"]


async def test_a_look_for_news_is_answered_for_a_moment_and_no_longer(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scripts of all who have a page open ask whether it still holds, one after the other."""
    copy = {"If-None-Match": '"it"'}
    assert [(await client.get("/page", headers=copy)).text for _ in range(2)] == [" 1", " 1"]
    monkeypatch.setattr(shared, "time", Later)
    assert (await client.get("/page", headers=copy)).text == " 2"


@pytest.mark.parametrize("headers", OTHERS)
async def test_only_those_who_ask_the_same_share_a_page(
    client: AsyncClient, headers: dict[str, str]
) -> None:
    """What is asked, what with and by whom may change the answer."""
    asked = [client.get("/page"), client.get("/page", headers=headers)]
    asked += [client.get("/page?about=it"), client.get(f"/page?about={'x' * 900}")]
    await asyncio.gather(*asked)
    assert len(made) == len(asked)


async def test_an_error_is_told_to_each_by_itself(client: AsyncClient) -> None:
    """The page of an error names the request, by which its operator finds it."""
    answers = await asyncio.gather(*(client.get("/page?about=nothing") for _ in range(3)))
    assert [answer.status_code for answer in answers] == [404] * 3
    assert len(made) >= 3
