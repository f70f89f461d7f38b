"""Simulated reaction times, against published vectors (T12)."""

from hashlib import sha256
from itertools import pairwise
from struct import pack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.engine.latency import QUANTILES_US, latency_us

SEED = sha256(b"vector").digest()


def test_the_table_is_the_published_one() -> None:
    """257 quantiles in µs; their hash is part of the specification."""
    table = pack(">257I", *QUANTILES_US)

    assert sha256(table).hexdigest() == (
        "2ef45c73a1653facab3b7941c4e8486c3c0152bf02e5596f860d8abfd9294874"
    )
    assert all(low < high for low, high in pairwise(QUANTILES_US))


@pytest.mark.parametrize(
    ("value", "us"),
    [
        (0, 100000),
        (1, 100000),
        (2**64 - 1, 599999),
        (0x8000000000000000, 202860),
        (0x7FFFFFFFFFFFFFFF, 202859),
        (0x00FFFFFFFFFFFFFF, 129349),
        (0xFF00000000000000, 421977),
        (0x0123456789ABCDEF, 130122),
        (0xFEDCBA9876543210, 417679),
        (0xC000000000000000, 234818),
    ],
)
def test_a_draw_becomes_the_published_time(value: int, us: int) -> None:
    """Ends and middles of the table."""
    assert latency_us(value) == us


@pytest.mark.parametrize(
    ("index", "draws", "times", "order"),
    [
        (0, "e85dd37fdca3e744 d86a1dc83c464f6e fb65bf74455c73e5", (279666, 256450, 353543), "102"),
        (1, "76fdcce9b11ba8c8 769247f993923d75 65e46ac3083d34a3", (199480, 199326, 193344), "210"),
        (2, "4b097cf9a7681b95 fec42abbd6f3b452 f37d277f9fa666be", (183926, 414686, 308315), "021"),
        (3, "2de572b68ce9eea8 694d76d54cee641b cb26a6c25067b41c", (172816, 194548, 243441), "012"),
    ],
)
def test_three_seats_react_as_published(
    index: int, draws: str, times: tuple[int, ...], order: str
) -> None:
    """From the seed to the order of hands, for four races."""
    values = [Stream(SEED, f"react/{seat}").at(index) for seat in range(3)]
    latencies = [latency_us(value) for value in values]

    assert " ".join(f"{value:016x}" for value in values) == draws
    assert tuple(latencies) == times
    assert "".join(map(str, sorted(range(3), key=latencies.__getitem__))) == order


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_times_rise_with_the_draw(one: int, other: int) -> None:
    """So the distribution is the table's, whatever the draw."""
    low, high = sorted((one, other))

    assert 100_000 <= latency_us(low) <= latency_us(high) < 600_000
