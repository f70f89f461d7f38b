"""The OpenAPI document: valid, complete, and free of pages from elsewhere.

That the answers are as it says is held by the client of all tests here.
"""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from arena.api.auth import TOKEN
from tests.api.client import Api, Document

OPERATIONS = {
    ("get", "/health/live"),
    ("get", "/health/ready"),
    ("get", "/metrics"),
    ("get", "/v1/bots"),
    ("get", "/v1/bots/{bot_id}"),
    ("get", "/v1/bots/{bot_id}/history"),
    ("get", "/v1/bots/{bot_id}/opponents"),
    ("get", "/v1/bots/{bot_id}/opponents/{other_id}"),
    ("get", "/v1/bots/{bot_id}/faults"),
    ("get", "/v1/bots/{bot_id}/report"),
    ("get", "/v1/bots/{bot_id}/profile"),
    ("get", "/v1/bots/{bot_id}/tournaments"),
    ("get", "/v1/owner"),
    ("delete", "/v1/bots/{bot_id}"),
    ("patch", "/v1/bots/{bot_id}"),
    ("get", "/v1/exhibitions"),
    ("get", "/v1/exhibitions/{exhibition_id}"),
    ("get", "/v1/exhibitions/{exhibition_id}/replay"),
    ("get", "/v1/exhibitions/{exhibition_id}/events"),
    ("get", "/v1/exhibitions/{exhibition_id}/asks/{number}"),
    ("get", "/v1/exhibitions/{exhibition_id}/proof"),
    ("get", "/v1/feed"),
    ("get", "/v1/highlights"),
    ("get", "/v1/ladders/{game}"),
    ("get", "/v1/ladders/{game}/bots/{bot_id}"),
    ("get", "/v1/ladders/{game}/rounds"),
    ("get", "/v1/ladders/{game}/strengths"),
    ("get", "/v1/leaderboards/{game}"),
    ("get", "/v1/matches"),
    ("get", "/v1/matches/{match_id}"),
    ("get", "/v1/matches/{match_id}/replay"),
    ("get", "/v1/matches/{match_id}/events"),
    ("get", "/v1/matches/{match_id}/asks/{number}"),
    ("get", "/v1/matches/{match_id}/proof"),
    ("delete", "/v1/tokens/{token_id}"),
    ("get", "/v1/tokens"),
    ("get", "/v1/tournaments"),
    ("get", "/v1/tournaments/{tournament_id}"),
    ("get", "/v1/tournaments/{tournament_id}/audit"),
    ("get", "/v1/tournaments/{tournament_id}/bundle"),
    ("get", "/v1/tournaments/{tournament_id}/crosstable"),
    ("get", "/v1/tournaments/{tournament_id}/entries"),
    ("get", "/v1/tournaments/{tournament_id}/final-standings"),
    ("get", "/v1/tournaments/{tournament_id}/history"),
    ("get", "/v1/tournaments/{tournament_id}/invitation"),
    ("get", "/v1/tournaments/{tournament_id}/feed"),
    ("get", "/v1/tournaments/{tournament_id}/matches"),
    ("get", "/v1/tournaments/{tournament_id}/schedule"),
    ("get", "/v1/tournaments/{tournament_id}/standings"),
    ("get", "/v1/bots/{bot_id}/secret"),
    ("post", "/v1/bots"),
    ("post", "/v1/bots/{bot_id}/check"),
    ("post", "/v1/bots/{bot_id}/quarantine"),
    ("post", "/v1/bots/{bot_id}/release"),
    ("post", "/v1/bots/{bot_id}/retire"),
    ("post", "/v1/bots/{bot_id}/unretire"),
    ("post", "/v1/bots/{bot_id}/secret"),
    ("post", "/v1/exhibitions"),
    ("post", "/v1/tokens"),
    ("post", "/v1/tokens/rotate"),
    ("post", "/v1/tournaments"),
    ("delete", "/v1/tournaments/{tournament_id}/entries/{bot_id}"),
    ("post", "/v1/tournaments/{tournament_id}/cancel"),
    ("post", "/v1/tournaments/{tournament_id}/entries"),
    ("post", "/v1/tournaments/{tournament_id}/open"),
    ("post", "/v1/tournaments/{tournament_id}/pause"),
    ("post", "/v1/tournaments/{tournament_id}/quarantine"),
    ("post", "/v1/tournaments/{tournament_id}/release"),
    ("post", "/v1/tournaments/{tournament_id}/resume"),
    ("post", "/v1/tournaments/{tournament_id}/start"),
    ("post", "/v1/tournaments/{tournament_id}/void"),
    ("post", "/v1/tournaments/{tournament_id}/withdraw"),
}


def test_it_tells_of_every_operation(document: Document) -> None:
    """Version 3.1, with one entry for each of them."""
    told = {(method, path) for path, each in document.paths.items() for method in each}

    assert document.openapi.startswith("3.1.")
    assert told == OPERATIONS


@pytest.mark.parametrize(("method", "path"), sorted(OPERATIONS))
def test_an_operation_is_described(document: Document, method: str, path: str) -> None:
    """By an id, a summary, a description, and problems for whatever can be refused."""
    operation = document.paths[path][method]
    refused = {status: answer for status, answer in operation.responses.items() if status >= "400"}

    assert operation.operation_id
    assert operation.summary
    assert operation.description
    assert {"400", "500", "503"} <= set(refused)
    assert ("401" in refused) == any(operation.security)
    for answer in refused.values():
        assert list(answer.content) == ["application/problem+json"]


def test_ids_of_operations_are_unique(document: Document) -> None:
    """Generators of clients make function names of them."""
    ids = [each.operation_id for path in document.paths.values() for each in path.values()]

    assert len(ids) == len(set(ids))


def test_the_token_is_described(document: Document) -> None:
    """As an HTTP bearer token."""
    scheme = document.components.security_schemes[TOKEN]

    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")


async def test_every_schema_is_one(api: Api, document: Document) -> None:
    """JSON Schema 2020-12, as OpenAPI 3.1 wants it, and no reference leads nowhere."""
    for schema in document.components.schemas.values():
        Draft202012Validator.check_schema(msgspec.json.decode(schema))
    text = (await api.get("/schema/openapi.json")).body.decode()
    for part in text.split('"$ref":"')[1:]:
        name = part.partition('"')[0].removeprefix("#/components/schemas/")
        assert name in document.components.schemas


def test_bodies_refuse_unknown_fields_and_bound_what_they_take(document: Document) -> None:
    """The document says so, down to the items of a sequence."""
    for name in ("NewBot", "NewEntry", "NewTournament", "Config", "TokenRequest"):
        assert b'"additionalProperties":false' in bytes(document.components.schemas[name])
    assert b'"maximum":350' in bytes(document.components.schemas["Config"])


async def test_it_is_served_as_json_alone(api: Api) -> None:
    """No page that would load scripts from elsewhere, no YAML that would stop us while written."""
    assert (await api.get("/schema")).media_type == "application/vnd.oai.openapi+json"
    pages = ("swagger", "redoc", "elements", "rapidoc", "anything.html")
    for page in (*pages, "openapi.yaml", "openapi.yml"):
        (await api.get(f"/schema/{page}")).problem(404)
