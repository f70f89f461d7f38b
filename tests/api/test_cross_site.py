"""Pages of others in a browser: they can send forms and cookies, and that does nothing here."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest

from arena.app import App
from arena.http.origins import READABLE
from tests.api.acts import draft, everything
from tests.api.client import Api, Document, Reply
from tests.api.test_scopes import ABSENT

ORIGIN = {"Origin": "https://evil.example"}
PREFLIGHT = ORIGIN | {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type",
}


def form(token: str, media_type: str) -> bytes:
    """Give what a form of this type can send: a bot to register, and a token in its fields."""
    fields = {"name": "Slapper", "url": "https://bot.example", "access_token": token}
    if media_type == "text/plain":
        return b'{"name": "Slapper", "url": "https://bot.example", "scopes": ["viewer"], "x": "="}'
    if media_type.startswith("multipart"):
        parts = (
            f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        )
        return "".join((*parts, "--x--\r\n")).encode()
    return urlencode(fields).encode()


@pytest.mark.parametrize(
    "media_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
async def test_a_form_of_another_site_changes_nothing(
    api: Api, app: App, document: Document, ada: str, media_type: str
) -> None:
    """A browser adds cookies to it and no token: wherever else a token is put, it is not read."""
    cup = await draft(api, ada)
    ids = {**ABSENT, "tournament_id": cup.id, "token_id": ada.split("_")[1]}
    cookies = ORIGIN | {"Cookie": f"token={ada}; Authorization=Bearer {ada}; session={ada}"}
    before = await everything(app)

    for template, operations in document.paths.items():
        for method in operations.keys() - {"get"}:
            path = f"{template.format_map(ids)}?access_token={ada}&token={ada}"
            data = form(ada, media_type)
            reply = await api.send(method.upper(), path, data, None, media_type, cookies)
            reply.problem(401)
    assert await everything(app) == before


@pytest.mark.parametrize("media_type", ["text/plain", "multipart/form-data; boundary=x"])
async def test_a_form_is_no_body_even_with_a_token(
    api: Api, app: App, ada: str, media_type: str
) -> None:
    """415: what a page may send without asking us first is never taken."""
    before = await everything(app)

    for path in ("bots", "tournaments", "tokens", "tokens/rotate"):
        data = form(ada, media_type)
        (await api.send("POST", f"/v1/{path}", data, ada, media_type)).problem(415)
    assert await everything(app) == before


async def test_no_other_site_may_read_an_answer_to_a_token_and_no_cookie_is_set(
    api: Api, document: Document, ada: str
) -> None:
    """None to whoever shows a token; and no preflight is granted, so none can be shown."""
    for template, operations in document.paths.items():
        path = template.format_map(ABSENT)
        for method in ("options", "head", *operations):
            headers = PREFLIGHT if method == "options" else ORIGIN
            reply = await api.send(method.upper(), path, token=ada, more=headers)
            assert cross_site(reply) == {"cross-origin-resource-policy": "same-origin"}
            if method not in ("get", "head"):
                reply = await api.send(method.upper(), path, more=headers)
                assert cross_site(reply) == {"cross-origin-resource-policy": "same-origin"}


async def test_pages_of_others_read_what_is_told_without_a_token(
    api: Api, document: Document, ada: str
) -> None:
    """Whatever comes of it: a board, that it is not there, that it has not changed, how to ask."""
    cup = await draft(api, ada)
    ids = {**ABSENT, "tournament_id": cup.id}
    for template, operations in document.paths.items():
        if "get" not in operations or not template.startswith("/v1/"):
            continue
        path = template.format_map(ids)
        for method in ("GET", "HEAD"):
            reply = await api.send(method, path, more=ORIGIN)
            assert cross_site(reply) == lower(READABLE)
            if {} not in operations["get"].security:
                assert reply.status == 401
    for path in ("/schema", "/static/0/dom.js"):
        assert cross_site(await api.send("GET", path, more=ORIGIN)) == lower(READABLE)
    for path in ("/", "/metrics", "/health/live", f"/tournaments/{cup.id}"):
        reply = await api.send("GET", path, more=ORIGIN)
        assert cross_site(reply) == {"cross-origin-resource-policy": "same-origin"}


def cross_site(reply: Reply) -> Mapping[str, str]:
    """Give what an answer tells browsers of pages of others; a cookie is told to nobody."""
    headers = lower(reply.headers)
    assert "set-cookie" not in headers
    return {name: headers[name] for name in headers if name.startswith(("access-", "cross-"))}


def lower(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Give headers with their names as they are compared."""
    return {name.lower(): text for name, text in headers.items()}
