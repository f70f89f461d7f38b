"""Who may do what: tokens, scopes, and other people's things."""

import pytest

from arena.api.auth import TOKEN
from arena.app import App
from tests.api.acts import DUEL, draft, everything, open_draft, register
from tests.api.client import Api, Document, answer_to
from tests.loopback import Loopback

ID = "0" * 32
GUARDED = {
    "register_bot": ("/v1/bots", {"name": "Slapper", "url": "https://bot.example"}),
    "check_bot": (f"/v1/bots/{ID}/check", None),
    "create_tournament": ("/v1/tournaments", {"name": "Cup", "config": DUEL}),
    "open_tournament": (f"/v1/tournaments/{ID}/open", None),
    "enter_bot": (f"/v1/tournaments/{ID}/entries", {"bot": ID}),
    "start_tournament": (f"/v1/tournaments/{ID}/start", None),
}
"""Every operation that needs a token, with a good request."""


def test_every_operation_that_needs_a_token_is_tested_here(document: Document) -> None:
    """And every operation that changes anything needs one."""
    operations = [
        (method, operation)
        for path in document.paths.values()
        for method, operation in path.items()
    ]
    guarded = {each.operation_id for _, each in operations if each.security == [{TOKEN: []}]}

    assert guarded == set(GUARDED)
    assert guarded == {each.operation_id for method, each in operations if method != "get"}


@pytest.mark.parametrize("operation", GUARDED)
@pytest.mark.parametrize("token", [None, "", "x", f"arena_{'0' * 16}_{'A' * 43}", "Ä"])
async def test_without_a_good_token_nothing_is_done(
    api: Api, app: App, operation: str, token: str | None
) -> None:
    """401 with the challenge of RFC 6750, whatever is wrong with the token."""
    path, body = GUARDED[operation]
    before = await everything(app)

    reply = await api.post(path, body, token)
    assert "token: expected" in reply.problem(401).detail
    assert reply.headers["WWW-Authenticate"].startswith("Bearer ")
    assert await everything(app) == before


@pytest.mark.parametrize("operation", GUARDED)
async def test_a_token_does_only_what_its_scopes_cover(
    api: Api, app: App, eve: str, operation: str
) -> None:
    """403 that names the scope that is needed and those there are."""
    path, body = GUARDED[operation]
    before = await everything(app)

    problem = (await api.post(path, body, eve)).problem(403)
    assert "yours covers viewer" in problem.detail
    assert await everything(app) == before


async def test_a_contestant_does_not_organise(api: Api, app: App, ada: str, bob: str) -> None:
    """Nor is a draft made by one who may only take part."""
    cup = await draft(api, ada)
    before = await everything(app)

    for path, body in (
        ("/v1/tournaments", {"name": "Cup", "config": DUEL}),
        (f"/v1/tournaments/{cup.id}/open", None),
        (f"/v1/tournaments/{cup.id}/start", None),
    ):
        assert "organiser" in (await api.post(path, body, bob)).problem(403).detail
    assert await everything(app) == before


async def test_the_token_comes_before_the_body(api: Api, api_url: str) -> None:
    """What an unknown client sends is not even read, nor waited for."""
    too_long = "Content-Length: 70000"
    assert await answer_to(api_url, too_long) == "HTTP/1.1 401 Unauthorized"
    (await api.send("POST", "/v1/bots", b"{", token="x")).problem(401)


@pytest.mark.parametrize("token", ["x", f"arena_{'0' * 16}_{'A' * 43}"])
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


async def test_anothers_bot_looks_as_if_it_were_not_there(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """The two answers differ by the id alone."""
    bot = await register(api, ada, await loopback.start())
    theirs = await api.post(f"/v1/bots/{bot.id}/check", token=bob)
    nobodys = await api.post(f"/v1/bots/{ID}/check", token=bob)

    assert theirs.problem(404).detail == nobodys.problem(404).detail.replace(ID, bot.id)
