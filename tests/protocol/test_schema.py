"""The schemas that `arena schema` prints, against messages that are really sent."""

import msgspec
import pytest
from jsonschema import Draft202012Validator, ValidationError

from arena.engine.ask import Event, Option, View
from arena.engine.record import decode_record, encode_record
from arena.engine.table import Table
from arena.games import GAMES
from arena.protocol.messages import BotInfo, Choice, Clock, Decide, End
from arena.protocol.schema import Schema, decide_type, schema

SEED = "b7" * 32


WHOLE = msgspec.json.decode(msgspec.json.encode(schema()))


def accepts(found: Schema, message: object) -> bool:
    """Whether the schema accepts this message as it is sent."""
    sent = msgspec.json.decode(msgspec.json.encode(message))
    return bool(Draft202012Validator(found).is_valid(sent))


def played(name: str) -> tuple[Table, list[Decide[Option, View, Event]]]:
    """Play a match by defaults and second options in turn; give all its asks."""
    game = GAMES[name]
    table = Table.new(game, game.header(2, SEED, windows=(0, 1)))
    sent: list[Decide[Option, View, Event]] = []
    while asks := table.asks():
        sent += [
            Decide(
                ask_id="a", match_id="m", game=name, seat=ask.seat, players=2, kind=ask.kind,
                options=ask.options, view=table.view(ask.seat), events=table.events(ask.seat),
                clock=Clock(500, 10_000),
            )
            for ask in asks
        ]  # fmt: skip
        for ask in asks:
            table.answer(ask.seat, len(sent) % 2)
    return table, sent


@pytest.mark.parametrize("name", GAMES)
def test_every_schema_is_one(name: str) -> None:
    """Valid in the dialect that it states, with all that it refers to inside."""
    parts = [WHOLE[each] for each in ("info", "choice", "end", "replay")]
    parts += [WHOLE["games"][name][each] for each in ("decide", "event", "view")]

    for each in parts:
        assert each["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
        Draft202012Validator.check_schema(each)


@pytest.mark.parametrize("name", GAMES)
def test_the_asks_of_a_match_fit_their_schema(name: str) -> None:
    """One ask of each kind, one event of each kind, and all views."""
    table, sent = played(name)

    kinds = {type(event): event for event in table.log}
    asks = {ask.kind: ask for ask in sent}

    assert len(kinds) > 5
    assert all(accepts(WHOLE["games"][name]["decide"], ask) for ask in asks.values())
    assert all(accepts(WHOLE["games"][name]["event"], event) for event in kinds.values())
    assert all(accepts(WHOLE["games"][name]["view"], table.view(seat)) for seat in (None, 0, 1))


@pytest.mark.parametrize("name", GAMES)
def test_an_ask_of_another_shape_does_not_fit(name: str) -> None:
    """The schema says something."""
    _, sent = played(name)
    whole = msgspec.to_builtins(sent[0])
    validator = Draft202012Validator(WHOLE["games"][name]["decide"])

    for key in ("ask_id", "options", "view", "events", "clock"):
        with pytest.raises(ValidationError):
            validator.validate({name: value for name, value in whole.items() if name != key})
    with pytest.raises(ValidationError):
        validator.validate({**whole, "options": [{"do": "cheat"}, {"do": "cheat"}]})


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_reads_asks_in_the_games_own_words(name: str) -> None:
    """What it reads is what was sent, types included."""
    _, sent = played(name)
    decoder = msgspec.json.Decoder(decide_type(GAMES[name]))

    for ask in sent:
        assert decoder.decode(msgspec.json.encode(ask)) == ask


def test_the_other_messages_fit_their_schemas() -> None:
    """And a choice that is none does not."""
    end = End(
        match_id="m", game="sky-5", seat=0, ranks=(1, 2), scores=(5, 3), decisions=(0, 1, -1),
        faults=("timeout",), digest="00" * 32,
    )  # fmt: skip
    table, _ = played("sky-5")
    record = decode_record(encode_record(table.record()))

    assert accepts(WHOLE["info"], BotInfo(protocol=1, games=("sky-5",)))
    assert accepts(WHOLE["choice"], Choice(3, "hello"))
    assert accepts(WHOLE["end"], end)
    assert accepts(WHOLE["replay"], record)
    assert not accepts(WHOLE["choice"], {"choice": "3"})
    assert not accepts(WHOLE["choice"], {"say": "hello"})
