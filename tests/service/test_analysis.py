"""What an analysis finds in a game of which one knows what is in it: Bluff, the toy."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.match.player import Request
from arena.service.analysis import Job, Series, Twin, jobs_of, play
from arena.tournament.analysis import Ranks, duplicates, seats
from bots.house.uniform import uniform
from tests.contract.toy import BLUFF, Play

SETS = range(150)


@dataclass(frozen=True)
class Bot:
    """A function as a bot of the toy game."""

    decide: Callable[[Request], int]
    name: str = "toy"
    game: str = "bluff"
    windows: bool = False


def last(request: Request) -> int:
    """Take the last option: the highest card, and gamble."""
    return len(request.options) - 1


def first(_: Request) -> int:
    """Take the first option: the lowest card, and look at nobody's."""
    return 0


def sets(series: Series, decide: Callable[[Request], int], players: int) -> list[list[Ranks]]:
    """Play sets of a series with this bot everywhere."""
    return list(play(BLUFF, Bot(decide), Job("bluff", players, "1", series, SETS)))


def test_equal_seats_are_not_rejected() -> None:
    """All lay at once, so no seat of the toy is better than another (T15, by its fixed seed)."""
    for players in (2, 3, 4, 5):
        found = seats([match for each in sets("seats", uniform, players) for match in each])
        assert found.p > 0.01, players
        assert found.matches == len(SETS) * players


def test_a_seat_that_is_better_is_found() -> None:
    """Whoever sits in seat 1 plays high cards, all others low ones."""

    def favours(request: Request) -> int:
        return last(request) if request.seat == 1 else first(request)

    found = seats([match for each in sets("seats", favours, 3) for match in each])
    assert found.p < 0.0001
    assert found.shares[1].low > 0.6
    assert all(share.high < 0.5 for share in (found.shares[0], found.shares[2]))


def test_where_hands_alone_decide_duplicates_gain_much() -> None:
    """Nobody rolls, so a deal favours the same seats in all seatings, whoever sits there."""

    def by_lot(request: Request) -> int:
        """Lay the lowest card, or by lot the highest; gamble never."""
        cards = sum(isinstance(option, Play) for option in request.options)
        return max(0, cards - 1) if uniform(request) else 0

    found = duplicates(*(sets(series, by_lot, 2) for series in ("off", "rotation")))
    assert found.gain is not None
    assert found.gain.low > 1.3


def test_copies_that_do_not_roll_leave_no_luck_at_all() -> None:
    """T7: in all seatings of a deal, copies of one deterministic bot score exactly half."""
    for players in (2, 4):
        found = duplicates(*(sets(series, first, players) for series in ("off", "rotation")))
        assert found.gain is None
        assert found.sets_off > found.sets_rotation == 1


def test_dice_of_bots_are_not_those_of_the_deal() -> None:
    """Each match of a set has ids of its own: bots that use them as dice throw anew."""
    seen = set()

    def watching(request: Request) -> int:
        seen.add(request.match_id)
        return 0

    sets("rotation", watching, 3)
    assert len(seen) == len(SETS) * 3 * 3


def test_a_twin_is_now_one_bot_and_now_the_other() -> None:
    """By the name of the ask alone, about as often; it wants windows if either does."""
    twin, chosen = Twin(Bot(first), Bot(last, windows=True)), list[bool]()

    def watching(request: Request) -> int:
        choice = twin.decide(request)
        assert choice == twin.decide(request)
        chosen.append(choice == 0)
        return choice

    sets("off", watching, 2)
    assert 0.45 < sum(chosen) / len(chosen) < 0.55
    assert (twin.windows, twin.name, twin.game) == (True, "toy or toy", "bluff")


def test_another_seed_deals_other_cards() -> None:
    """The seed is all that an analysis is made from."""
    other = Job("bluff", 2, "2", "rotation", SETS)
    assert list(play(BLUFF, Bot(uniform), other)) != sets("rotation", uniform, 2)


def test_what_is_played_does_not_depend_on_how_it_is_cut_into_jobs() -> None:
    """Sets are numbered, and each is what it is by itself."""
    whole = sets("rotation", uniform, 2)
    part = play(BLUFF, Bot(uniform), Job("bluff", 2, "1", "rotation", range(40, 45)))
    assert list(part) == whole[40:45]


def test_jobs_hold_every_set_of_every_series_once() -> None:
    """Whole sets, and two at least of which a variance can be had."""
    jobs = jobs_of("sky-5", 3, 400, "1")
    for series in ("seats", "off", "rotation"):
        numbers = [number for job in jobs if job.series == series for number in job.sets]
        assert numbers == list(range(133))
    assert {len(job.sets) for job in jobs_of("sky-5", 5, 1, "1")} == {2}
