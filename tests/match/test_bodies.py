"""Whatever bytes a bot answers, they are a choice within bounds or the bot's fault (F25)."""

import re
from typing import TypeVar

import msgspec
import pytest

from arena.match.connection import BotError
from arena.match.http import _choices, _decode, _infos
from arena.match.journal import MAX_DETAIL
from tests.bodies import NO_JSON, ODD, OTHER_SHAPES, mutants
from tests.sizes import size

BODIES = size(20_000, 1_000_000)
LONGEST = 1_000
"""Bytes of a body that others are made of; the long ones are tried by name."""
CHOICES = (
    b'{"choice": 0}',
    b'{"choice": 12, "say": "well played"}',
    '{"say": "\u00e9\u4e2d\U0001f600", "choice": 1000000, "x": [1, {"y": null}]}'.encode(),
)
ODD_ONES = (*NO_JSON.values(), *OTHER_SHAPES.values(), *(body for body, _ in ODD.values()))
INFO = (
    b'{"protocol": 1, "games": ["sky-5", "sky-heist"], "version": "1.0", "windows": false,'
    b' "max_concurrency": 4, "verify": "word", "end": true}'
)

T = TypeVar("T")


def outcome(decoder: msgspec.json.Decoder[T], body: bytes) -> T | BotError:
    """Give what comes of a body; raise whatever else it makes the decoder raise."""
    try:
        return _decode(decoder, body)
    except BotError as fault:
        assert_fit_for_its_owner(fault, body)
        return fault


def assert_fit_for_its_owner(fault: BotError, body: bytes) -> None:
    """It is of one of the two kinds; what the owner is told is short and printable."""
    assert fault.kind in ("bad_json", "schema"), body
    assert len(fault.detail) <= MAX_DETAIL
    assert fault.detail.isprintable(), body


def test_any_body_is_a_choice_within_bounds_or_a_fault() -> None:
    """Nothing else is ever raised, and nothing else is ever played."""
    good = 0
    seeds = [*CHOICES * 20, *(body for body in ODD_ONES if len(body) < LONGEST)]
    for body in mutants(seeds, BODIES):
        found = outcome(_choices, body)
        if not isinstance(found, BotError):
            good += 1
            assert type(found.choice) is int, body
            assert 0 <= found.choice <= 1_000_000, body
            assert found.say is None or len(found.say) <= 80, body
    assert BODIES / 20 < good < BODIES / 2


def test_any_body_is_an_info_within_bounds_or_a_fault() -> None:
    """Of `GET <url>/`, whose answer is stored, and in part shown to others."""
    good = 0
    for body in mutants([INFO], BODIES // 10):
        found = outcome(_infos, body)
        if not isinstance(found, BotError):
            good += 1
            assert all(re.fullmatch("[a-z0-9][a-z0-9-]{0,39}", name) for name in found.games), body
            assert re.fullmatch("[ -~]{0,40}", found.version), body
            assert 1 <= found.max_concurrency <= 64, body
    assert BODIES / 200 < good < BODIES / 20


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
def test_what_is_no_json_is_a_fault(body: bytes) -> None:
    """Of the kind `bad_json`."""
    with pytest.raises(BotError) as caught:
        _decode(_choices, body)
    assert caught.value.kind == "bad_json"


@pytest.mark.parametrize("body", OTHER_SHAPES.values(), ids=OTHER_SHAPES)
def test_json_of_another_shape_is_a_fault(body: bytes) -> None:
    """Of the kind `schema`."""
    with pytest.raises(BotError) as caught:
        _decode(_choices, body)
    assert caught.value.kind == "schema"


@pytest.mark.parametrize(("body", "choice"), ODD.values(), ids=ODD)
def test_an_odd_body_is_the_choice_it_says(body: bytes, choice: int) -> None:
    """The number that counts is the one decoded, and it alone is kept."""
    assert _decode(_choices, body).choice == choice
