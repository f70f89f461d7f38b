"""How values are shown to people."""

import pytest

from arena.web import words

S, MIN, H, D = 1_000, 60_000, 3_600_000, 86_400_000


@pytest.mark.parametrize(
    ("micro", "shown"),
    [(None, "–"), (1_500_000_000, "1500"), (1_499_500_001, "1500"), (-1_000_000, "-1")],
)
def test_a_rating_is_whole_elo(micro: int | None, shown: str) -> None:
    """Micro-Elo are for programs."""
    assert words.elo(micro) == shown


@pytest.mark.parametrize(
    ("micro", "shown"),
    [
        (None, "–"), (12_345_678, "+12.3"), (-12_345_678, "−12.3"), (0, "±0"), (-49_999, "±0"),
        (49_999, "±0"), (-50_001, "−0.1"),
    ],
)  # fmt: skip
def test_a_change_has_a_sign(micro: int | None, shown: str) -> None:
    """A true minus, and none for what rounds to nothing."""
    assert words.change(micro) == shown


def test_times_are_of_utc() -> None:
    """For people to the minute, for machines to the millisecond."""
    at = 1_800_000_000_123

    assert words.when(at) == "2027-01-15 08:00 UTC"
    assert words.when(None) == "–"
    assert words.iso(at) == "2027-01-15T08:00:00.123+00:00"


@pytest.mark.parametrize(
    ("ms", "shown"),
    [
        (0, "0 s"), (59_999, "59 s"), (MIN, "1 min"), (61 * S, "1 min 1 s"),
        (H + 59 * MIN, "1 h 59 min"), (2 * H + 59 * S, "2 h"), (D + 23 * H, "1 d 23 h"),
        (400 * D, "400 d"),
    ],
)  # fmt: skip
def test_a_length_of_time_has_its_two_largest_units(ms: int, shown: str) -> None:
    """Less would be noise; a unit of which there is none is left out."""
    assert words.lasting(ms) == shown


def test_counts_and_shares() -> None:
    """Thousands are told apart by thin spaces; a share is whole per cents."""
    assert [words.count(number) for number in (0, 999, 1_000, 1_234_567)] == [
        "0",
        "999",
        "1\u2009000",
        "1\u2009234\u2009567",
    ]
    assert [words.percent(share) for share in (0.0, 0.345, 1.0)] == [
        "0\u202f%",
        "34\u202f%",
        "100\u202f%",
    ]


def test_a_game_goes_by_its_title() -> None:
    """Names are for programs."""
    assert words.game_title("sky-heist") == "Sky Heist"


@pytest.mark.parametrize(
    ("number", "shown"), [(0, "0 sets"), (1, "1 set"), (1_200, "1\u2009200 sets")]
)
def test_what_is_counted_has_its_name(number: int, shown: str) -> None:
    """One thing is one."""
    assert words.counted(number, "set", "sets") == shown


def test_half_an_interval_is_whole_elo() -> None:
    """Nobody needs tenths of what is that unsure."""
    assert words.whole(94.6) == "95"
