"""Whatever bytes a client sends, they are a request or its fault: never an error of ours."""

import pytest
from litestar.exceptions import ClientException

from arena.api.requests import decode
from arena.api.routes.bots import NewBot
from arena.api.routes.tournaments import NewEntry, NewTournament
from arena.app import App
from arena.service.errors import Invalid
from tests.api.acts import everything
from tests.api.client import Api
from tests.bodies import NO_JSON, ODD, OTHER_SHAPES, mutants
from tests.sizes import size

BODIES = size(5_000, 200_000)
SEEDS: dict[type, bytes] = {
    NewBot: b'{"name": "Slapper", "url": "https://bots.example/sky"}',
    NewEntry: b'{"bot": "%s", "nonce": "%s"}' % (b"0" * 32, b"f" * 64),
    NewTournament: b'{"name": "Cup", "config": {"game": "sky-5", "players": 2, "rounds": 3,'
    b' "rules": 1, "mode": "auto", "k_schedule": [[30, 40], [null, 10]], "beacon": null}}',
}


async def test_no_odd_body_is_an_error_of_ours(api: Api, app: App, ada: str) -> None:
    """400 where it is no JSON, 422 where it is other JSON than is wanted; nothing is stored."""
    before = await everything(app)
    odd = {name: body for name, (body, _) in ODD.items()}
    for name, body in {**NO_JSON, **OTHER_SHAPES, **odd}.items():
        reply = await api.send("POST", "/v1/bots", body, ada)
        assert reply.status in (400, 422), name
    assert await everything(app) == before


@pytest.mark.parametrize("kind", SEEDS)
def test_any_body_is_taken_or_refused_with_its_place(kind: type) -> None:
    """Through the function that the API uses; what it says of the body is short and printable."""
    taken = 0
    for body in mutants([SEEDS[kind]], BODIES):
        try:
            taken += isinstance(decode(body, kind), kind)
        except Invalid as refusal:
            said = f"{refusal.field} {refusal}"
        except ClientException as refusal:
            said = refusal.detail
        else:
            continue
        assert len(said) < 500, body
        assert said.isascii(), body
        assert said.isprintable(), body
    assert 0 < taken < BODIES
