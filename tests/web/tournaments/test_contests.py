"""Contests in lists and in words: progress, configuration, acts, rounds to link to."""

import pytest

from arena.service.direction import ActView
from arena.service.schedules import RoundView
from arena.service.tournaments import TournamentSummary
from arena.store.tournaments import State
from arena.tournament.config import Config
from arena.web.tournaments.acts import ActLine, act_lines
from arena.web.tournaments.configuration import k_in_words, terms
from arena.web.tournaments.contests import Progress, grouped, progress
from arena.web.tournaments.schedule import rounds_of

TABLES = Config(game="sky-5", rules=1, players=4, rounds=3)


def contest(
    state: State, config: Config = TABLES, *, entries: int = 8, round: int = 0, open: int = 0,
    done: int = 0,
) -> TournamentSummary:  # fmt: skip
    """Give a tournament as it may stand."""
    return TournamentSummary(
        id=state, name=state, owner="", state=state, config=config, registration="open",
        attempt=1, commitment="", beacon=None, opened=None, entries=entries, round=round,
        sets_open=open, sets_quarantined=0, sets_done=done, secret=None, final=None, created_ms=0,
        started_ms=0 if round else None, ended_ms=None,
    )  # fmt: skip


def test_progress_counts_what_is_played_open_and_to_come() -> None:
    """Eight tables in each of three rounds; of what was cancelled too."""
    assert progress(contest("open")) is None
    assert progress(contest("running", round=2, open=5, done=11)) == Progress(11, 24)
    assert progress(contest("cancelled", round=1, open=0, done=3)) == Progress(3, 19)
    assert progress(contest("finished", round=3, done=24)) == Progress(24, 24)


def test_contests_are_grouped_by_what_can_be_done_with_them() -> None:
    """Those that take entries come before those that do not yet."""
    states: tuple[State, ...] = ("draft", "finished", "open", "paused", "cancelled", "running")
    groups = grouped(contest(each) for each in states)

    assert [each.tournament.state for each in groups.on] == ["paused", "running"]
    assert [each.tournament.state for each in groups.to_come] == ["open", "draft"]
    assert [each.tournament.state for each in groups.over] == ["finished", "cancelled"]


def test_a_configuration_is_told_in_words() -> None:
    """With the way of dealing once the number of bots is known."""
    config = Config(
        game="sky-heist", rules=1, players=2, rounds=4, rounds_per_match=1, bank_ms=0, move_ms=250,
        withdrawal="void", beacon=77, k_schedule=((None, 10),), deals=2,
    )  # fmt: skip
    before = {each.name: each.text for each in terms(contest("open", config))}
    after = {each.name: each.text for each in terms(contest("running", config, round=1))}

    assert before["Game"] == "Sky Heist, version 1 of its rules"
    assert before["A match"] == "1 round of the game"
    assert before["Rounds"] == "4; a table plays 2 sets in a round"
    assert before["Time"] == "250 ms for an answer, and nothing in reserve for a whole match"
    assert before["K of Elo"] == "10 throughout"
    assert "is void" in before["Withdrawal"]
    assert before["Randomness"].endswith("round 77 of a public beacon")
    assert "if many bots enter" in before["Cards"]
    assert after["Cards"].endswith("(mode field)")
    assert "A match" not in {each.name for each in terms(contest("open"))}


def test_k_is_told_step_by_step() -> None:
    """Up to which set each holds."""
    assert k_in_words(((30, 40), (100, 20), (None, 10))) == (
        "40 up to set 30, 20 up to set 100, 10 from then on"
    )


def test_acts_name_bots_and_who_was_not_the_organiser() -> None:
    """Reasons stay as they were written; what is no bot's id stays too."""
    acts = [
        ActView(at_ms=1, who="ada", act="withdraw", details="b1: it: cheats"),
        ActView(at_ms=2, who="bob", act="withdraw", details="b2: by its owner"),
        ActView(at_ms=3, who="ada", act="void", details="round 1: 2 sets (0-1): a power cut"),
        ActView(at_ms=4, who="ada", act="pause", details=""),
    ]

    assert act_lines(acts, "ada", {"b1": "One", "b2": "Two"}) == [
        ActLine(1, "took out", True, "b1", "it: cheats"),
        ActLine(2, "took out", False, "b2", "by its owner"),
        ActLine(3, "made sets void", True, None, "round 1: 2 sets (0-1): a power cut"),
        ActLine(4, "paused it", True, None, ""),
    ]


@pytest.mark.parametrize(
    ("shown", "rounds", "links"),
    [
        (1, 1, [1]),
        (2, 5, [1, 2, 3, 4, 5]),
        (1, 90, [1, 2, 3, 4, None, 90]),
        (50, 90, [1, None, 47, 48, 49, 50, 51, 52, 53, None, 90]),
        (90, 90, [1, None, 87, 88, 89, 90]),
    ],
)
def test_there_are_links_to_the_ends_and_the_rounds_around(
    shown: int, rounds: int, links: list[int | None]
) -> None:
    """However many rounds there are."""
    found = RoundView(
        tournament="", round=shown, rounds=rounds, present=1, sets=0, items=[], next=None
    )

    assert rounds_of(found) == links
