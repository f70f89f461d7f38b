"""`arena schema`: JSON Schemas that validators take and that fit what is played."""

import json
from typing import cast

import jsonschema
import msgspec
import pytest

from arena.engine.record import encode_record
from arena.games import GAMES
from arena.store.feed import Announcement
from tests.cli.conftest import Run
from tests.cli.records import record_of

Document = dict[str, dict[str, object]]


def validator(schema: object) -> jsonschema.Draft202012Validator:
    """Give a validator; fail where the schema is none."""
    jsonschema.Draft202012Validator.check_schema(cast(dict[str, object], schema))
    return jsonschema.Draft202012Validator(cast(dict[str, object], schema))


def test_a_replay_file_fits_its_schema(arena: Run) -> None:
    """What `play --out` writes is what the schema says."""
    document = cast(Document, json.loads(arena("schema").out))
    record = record_of(GAMES["sky-5"])

    checks = validator(document["replay"])

    checks.validate(json.loads(encode_record(record)))
    with pytest.raises(jsonschema.ValidationError):
        checks.validate({**json.loads(encode_record(record)), "luck": 7})


@pytest.mark.parametrize("name", GAMES)
def test_the_events_of_a_match_fit_the_schema_of_their_game(
    name: str, arena: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What `replay --events` prints is what the schema says."""
    path = tmp_path_factory.mktemp("replay") / "m.json"
    path.write_bytes(encode_record(record_of(GAMES[name])))
    checks = validator(json.loads(arena("schema", "--game", name).out)["event"])

    events = arena("replay", "--events", path).out.splitlines()[1:-1]

    assert len(events) > 20
    for line in events:
        checks.validate(json.loads(line))


def test_announcements_of_the_feed_fit_their_schema(arena: Run) -> None:
    """Those of today, and those of kinds and with fields that are yet to come."""
    checks = validator(json.loads(arena("schema", "feed").out))

    for told in (
        Announcement(id="1-0", version=1, kind="set", tournament="0" * 32, round=1, set=0),
        Announcement(id="1-1", version=1, kind="bot_released", bot="0" * 32),
    ):
        checks.validate(json.loads(msgspec.json.encode(told)))
    checks.validate({"id": "1-0", "version": 1, "kind": "new", "more": 1})
    with pytest.raises(jsonschema.ValidationError):
        checks.validate({"id": "1-0", "version": 1})


def test_an_unknown_game_is_refused(arena: Run) -> None:
    """The message lists the games there are."""
    ran = arena("schema", "--game", "chess")

    assert (ran.code, ran.out) == (2, "")
    assert "game: expected one of sky-5, sky-heist, got 'chess'" in ran.err
