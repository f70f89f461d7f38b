"""The story of a match on its page: headings, names for seats, faults and what was said."""

from typing import NamedTuple

import msgspec
import pytest

from arena.engine.record import Outcome
from arena.games import GAMES
from arena.service.matches import TimedRecord
from arena.service.plays import BeatTold, DecisionTold, EventTold, PlayView, play_view
from arena.web.matches.story import Line, story, with_seats
from arena.web.pages import render
from tests.contract.play import played
from tests.contract.toy import BLUFF

_HOSTILE = "</li><script>alert(1)</script>"


class _Seat(NamedTuple):
    seat: int
    name: str


class _Match(NamedTuple):
    game: str
    digest: str


def decision(**parts: object) -> DecisionTold:
    """Give a decision of seat 1, with these parts of its own."""
    usual = DecisionTold(
        number=0, seat=1, kind="turn", options=3, choice=2, chosen="give it to seat 0",
        fault=None, latency_ms=12, say=None,
    )  # fmt: skip
    return msgspec.structs.replace(usual, **parts)


def told(*decisions: DecisionTold, words: tuple[str, ...] = ()) -> PlayView:
    """Give a match of one beat."""
    events = [EventTold(event=msgspec.Raw(b"{}"), words=each, rule="X-1") for each in words]
    return PlayView(
        match="m", game="sky-5", players=2, rounds=1, seen_by="all",
        beats=[BeatTold(asks=list(decisions), events=events)],
        outcome=Outcome(ranks=(1, 2), scores=(1, 0)), digest="d",
    )  # fmt: skip


def shown(play: PlayView) -> str:
    """Give the list as the page has it."""
    seats = [_Seat(0, "<b>Ann</b>"), _Seat(1, "Ben")]
    match = _Match("sky-5", "d")
    return render("parts/story.html", lines=list(story(play)), seats=seats, match=match).decode()


def test_words_are_taken_apart_at_seats_alone() -> None:
    """Names take their places, wherever they stand; what merely looks like a seat stays."""
    assert with_seats("seat 0 gives R1 to seat 3") == (0, " gives R1 to ", 3)
    assert with_seats("a seat, seat 12, unseat 1") == ("a seat, seat 12, unseat 1",)


def test_chapters_and_sections_are_headings_without_a_level_left_out() -> None:
    """A section below a chapter is one level deeper; before the first chapter it is not."""
    lines = list(story(told(words=("## Turn 1", "a", "# Round 1", "## Turn 2", "b"))))
    assert [line.heading for line in lines] == [3, 0, 3, 4, 0]
    assert [line.chapter for line in lines] == [False, False, True, False, False]
    assert [line.moment for line in lines] == [0, 1, 2, 3, 4]
    assert lines[0] == Line(("Turn 1",), 0, 3, False, "X-1")


def test_decisions_what_was_said_and_faults_stand_before_what_they_led_to() -> None:
    """With the time of each answer. A fault is named by its kind; a seat that is retired is not
    said to have failed again, and has no time.
    """
    text = shown(told(
        decision(), decision(say=_HOSTILE), decision(choice=-1, fault="timeout"),
        decision(choice=-1, latency_ms=None), words=("seat 1 draws",),
    ))  # fmt: skip
    ben, ann = '<bdi class="who seat-1">Ben</bdi>', '<bdi class="who seat-0">&lt;b&gt;Ann'
    took = ' <span class="took">12 ms</span></li>'
    assert f"{ben} chooses: give it to {ann}&lt;/b&gt;</bdi>{took}" in text
    assert "&lt;script&gt;" in text
    assert "<script>" not in text
    assert f'{ben} gives <strong class="fault">no valid answer (timeout)</strong>{took}' in text
    assert f"{ben} is not called any more</li>" in text
    assert text.index("not called") < text.index('data-moment="0"')
    assert '<a href="/docs/rules/sky-5#X-1">X-1</a>' in text


def test_a_third_game_is_told_though_nothing_of_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its words are all that is needed."""
    monkeypatch.setitem(GAMES, BLUFF.name, BLUFF)
    play = play_view("m", TimedRecord(played(BLUFF, 2).record(), ((), ())), "all")

    text = shown(play)
    assert text.count("data-moment=") == sum(len(beat.events) for beat in play.beats) > 0
    assert text.count('class="asked"') == sum(len(beat.asks) for beat in play.beats) > 0
