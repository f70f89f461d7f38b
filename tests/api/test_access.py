"""Who may do what: tokens, scopes, and other people's things."""

import pytest

from arena.app import App
from tests.api.acts import DUEL, draft, everything, open_draft, register
from tests.api.client import Api, answer_to
from tests.forged import forged
from tests.loopback import Loopback

ID = "0" * 32


@pytest.mark.parametrize("token", [None, "", "x", f"arena_{'0' * 16}_{'A' * 43}", "Ä", forged()])
async def test_without_a_good_token_nothing_is_done(
    api: Api, app: App, loopback: Loopback, token: str | None
) -> None:
    """401 with the challenge of RFC 6750, whatever is wrong with the token."""
    body = {"name": "Slapper", "url": await loopback.start()}
    before = await everything(app)

    reply = await api.post("/v1/bots", body, token)
    assert "token: expected" in reply.problem(401).detail
    assert reply.headers["WWW-Authenticate"].startswith("Bearer ")
    assert await everything(app) == before


async def test_a_token_that_covers_too_little_is_told_what_is_missing(api: Api, eve: str) -> None:
    """403 that names the scope that is needed and those there are."""
    problem = (await api.post("/v1/tournaments", {"name": "Cup", "config": DUEL}, eve)).problem(403)

    assert "scope organiser; yours covers viewer" in problem.detail


async def test_the_token_comes_before_the_body(api: Api, api_url: str) -> None:
    """What an unknown client sends is not even read, nor waited for."""
    too_long = "Content-Length: 70000"
    assert await answer_to(api_url, too_long) == "HTTP/1.1 401 Unauthorized"
    (await api.send("POST", "/v1/bots", b"{", token="x")).problem(401)


@pytest.mark.parametrize("token", ["x", forged()])
async def test_a_bad_token_is_refused_also_where_none_is_needed(
    api: Api, ada: str, loopback: Loopback, token: str
) -> None:
    """Who shows one means to be known; without one the same is public."""
    bot = await register(api, ada, await loopback.start())

    (await api.get(f"/v1/bots/{bot.id}", token)).problem(401)
    assert (await api.get(f"/v1/bots/{bot.id}")).status == 200


async def test_other_peoples_things_are_not_found(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Another organiser's tournament, another's bot: 404, and nothing changes."""
    _, zoe = await app.owners.create("Zoe", ("organiser", "contestant"))
    cup = await draft(api, ada)
    other = await open_draft(api, zoe, await draft(api, zoe))
    bot = await register(api, ada, await loopback.start())
    before = await everything(app)

    (await api.post(f"/v1/tournaments/{cup.id}/open", token=zoe)).problem(404)
    (await api.post(f"/v1/tournaments/{cup.id}/start", token=zoe)).problem(404)
    (await api.post(f"/v1/tournaments/{other.id}/entries", {"bot": bot.id}, zoe)).problem(404)
    assert await everything(app) == before


async def test_names_of_others_bots_are_not_confirmed(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """A name is taken among its owner's bots alone."""
    url = await loopback.start()

    assert (await register(api, ada, url)).name == (await register(api, bob, url)).name
