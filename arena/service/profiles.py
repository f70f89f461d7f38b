"""Use case: how a bot plays: its results by game, table and seat, its habits, its answers' times.

What may live here: of how many matches that is counted, and what is kept of it. Habits are counted
by playing public replays again, in a thread, since each takes some 10 ms; one bot after the other,
so that those who wait hold nothing. What a match shows of its seats is kept, as it never changes.
Of sealed matches nothing is counted but what everybody is told of their results.
"""

import asyncio
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from arena.engine.habits import Habits
from arena.engine.record import Record
from arena.engine.retelling import RetellingError, beats
from arena.games import game
from arena.service.errors import Full, NotFound
from arena.service.matches import Matches, MatchFilter, MatchView
from arena.service.recent import Recent
from arena.service.shared_calls import SharedCalls
from arena.service.turns import Turns
from arena.store.store import Store
from arena.tournament.log import Times

MOST_MATCHES = 400
"""Matches that results are of: the newest, in whole pages."""
MOST_PAGES = 4
"""Pages that are looked through for them, each of so many sets as `Matches` looks at."""
MOST_REPLAYS = 40
"""Matches that habits are of: the newest whose replays are public."""
PROFILES_KEPT = 500
KEPT_S = 60
"""So old a profile may be at most: sets may be made void though the bot has not played since."""
SHOWN_KEPT = 2_000
"""Matches of which is kept what they show: 3 KB each."""
MOST_WAITING = 20
"""Profiles that are being counted, or wait to be."""
_PAGE = 100


class SeatResults(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot has made of its matches at one seat of tables of so many players.

    `firsts` are first places, shared ones too. The `score` is in games won (a tie is a half) of its
    `games`, one for each opponent in each match.
    """

    game: str
    players: int
    seat: int
    matches: int
    firsts: int
    score: float
    games: int
    faults: int


class HabitView(msgspec.Struct, frozen=True, kw_only=True):
    """How often a bot does something: `times` of so many chances, a `share`; or a `mean` over them.

    Where `of` is 0 there was no chance.
    """

    topic: str
    name: str
    value: Literal["share", "mean"]
    times: int
    of: int


class GameHabits(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot is in the habit of in a game, as so many `matches` show."""

    game: str
    matches: int
    habits: list[HabitView]


class AnswerTimes(msgspec.Struct, frozen=True, kw_only=True):
    """How long so many `calls` took: half of them at most `median_ms`, 95 % at most `p95_ms`."""

    calls: int
    median_ms: int
    p95_ms: int
    worst_ms: int


class ProfileView(msgspec.Struct, frozen=True, kw_only=True):
    """How a bot plays: results of its newest rated `matches`, and what their public replays show.

    There are no `answers` where no call was made.
    """

    bot: str
    matches: int
    results: list[SeatResults]
    habits: list[GameHabits]
    answers: AnswerTimes | None


Tally: TypeAlias = "array[int]"
"""By habit of the game, in order: times and chances."""
Calls: TypeAlias = "array[int]"
"""What each call to a bot in a match took (ms)."""
_Seen = tuple[tuple[str, bool], ...]
"""What tells that a bot has played anew: its newest matches, and whether they are public."""


class _Match(NamedTuple):
    """What a match shows, by seat; nothing if it cannot be played here any more."""

    tallies: Sequence[Tally]
    calls: Sequence[Calls]


class _Shown(NamedTuple):
    """What a match shows of a seat of the game of this name."""

    game: str
    tally: Tally
    calls: Calls


class _Kept(NamedTuple):
    """A profile, what was seen before it was made, and until when it is good enough."""

    seen: _Seen
    until: float
    profile: ProfileView


class Profiles:
    """Profiles of bots, as their newest matches make them."""

    def __init__(self, store: Store, matches: Matches) -> None:
        self._bots = store.bots
        self._matches = matches
        self._profiles = Recent[str, _Kept](PROFILES_KEPT)
        self._played = Recent[str, _Match](SHOWN_KEPT)
        self._counting = Turns("profiles", MOST_WAITING)
        self._reads = SharedCalls(self._read)

    async def get(self, bot_id: str) -> ProfileView:
        """Give the profile of a bot; raise NotFound, and Full if too many are to be counted."""
        return await self._reads.get(bot_id)

    async def within(self, bot_id: str, patience_s: float) -> ProfileView | None:
        """Give the same if it is there after so long; if not, the next who asks may have it."""
        try:
            async with asyncio.timeout(patience_s):
                return await self.get(bot_id)
        except (TimeoutError, Full):
            return None

    async def _read(self, bot_id: str, _sharers: int) -> ProfileView:
        if await self._bots.get(bot_id) is None:
            raise NotFound(f"there is no bot {bot_id!a}")
        wanted = MatchFilter(bot=bot_id, rated=True)
        newest = await self._matches.page(None, None, 1, wanted)
        seen = tuple((match.id, match.replay) for match in newest.items)
        kept, now = self._profiles.get(bot_id), asyncio.get_running_loop().time()
        if kept is None or kept.seen != seen or now >= kept.until:
            async with self._counting.turn():
                kept = _Kept(seen, now + KEPT_S, await self._count(bot_id, wanted))
            self._profiles.keep(bot_id, kept)
        return kept.profile

    async def _count(self, bot_id: str, wanted: MatchFilter) -> ProfileView:
        found, cursor = list[MatchView](), None
        for _ in range(MOST_PAGES):
            page = await self._matches.page(None, cursor, _PAGE, wanted)
            found += page.items
            cursor = page.next
            if cursor is None or len(found) >= MOST_MATCHES:
                break
        public = [match for match in found if match.replay][:MOST_REPLAYS]
        shown = [each for match in public if (each := await self._shown(match, bot_id)) is not None]
        return ProfileView(
            bot=bot_id,
            matches=len(found),
            results=list(_results(bot_id, found)),
            habits=list(_habits(shown)),
            answers=_answers(shown),
        )

    async def _shown(self, match: MatchView, bot_id: str) -> _Shown | None:
        """Give what a match shows of a bot; None where that cannot be told."""
        habits = game(match.game).habits
        if habits is None:
            return None
        played = self._played.get(match.id)
        if played is None:
            try:
                timed = await self._matches.timed(match.id)
                tallies = await asyncio.to_thread(_tallies, habits, timed.record)
                played = _Match(tallies, tuple(map(_calls, timed.latencies)))
            except (NotFound, RetellingError):  # by rules of another day, or no match at all
                played = _Match((), ())
            self._played.keep(match.id, played)
        if not played.tallies:
            return None
        seat = match.bots.index(bot_id)
        return _Shown(match.game, played.tallies[seat], played.calls[seat])


def _tallies(habits: Habits, record: Record) -> Sequence[Tally]:
    """Play a match again and give by seat what it shows; raise RetellingError at what is none."""
    told = list(beats(game(record.header.game), record))
    place = {habit: 2 * number for number, habit in enumerate(habits.every)}
    tallies = [array("q", [0]) * (2 * len(place)) for _ in range(record.header.players)]
    for seat, tally in enumerate(tallies):
        for habit, times, of in habits.notes(told, seat):
            tally[place[habit]] += times
            tally[place[habit] + 1] += of
    return tallies


def _calls(times: Times) -> Calls:
    return array("H", [ms for ms in times if ms is not None])


def _habits(shown: Sequence[_Shown]) -> Iterator[GameHabits]:
    """Add up what matches show, game by game."""
    for name, matches in sorted(Counter(each.game for each in shown).items()):
        habits = game(name).habits
        assert habits is not None
        sums = [sum(column) for column in zip(*(t for g, t, _ in shown if g == name), strict=True)]
        every = zip(habits.every, sums[::2], sums[1::2], strict=True)
        views = [
            HabitView(topic=habit.topic, name=habit.name, value=habit.value, times=times, of=of)
            for habit, times, of in every
        ]
        yield GameHabits(game=name, matches=matches, habits=views)


def _answers(shown: Sequence[_Shown]) -> AnswerTimes | None:
    """Order the times of all calls."""
    calls = sorted(ms for each in shown for ms in each.calls)
    if not calls:
        return None
    median_ms, p95_ms = (calls[ceil(share * len(calls)) - 1] for share in (0.5, 0.95))
    return AnswerTimes(calls=len(calls), median_ms=median_ms, p95_ms=p95_ms, worst_ms=calls[-1])


def _results(bot_id: str, found: Sequence[MatchView]) -> Iterator[SeatResults]:
    """Add up results by game, number of players and seat."""
    played = [(match, match.bots.index(bot_id)) for match in found]
    places = sorted({(match.game, len(match.bots), seat) for match, seat in played})
    for name, players, seat in places:
        here = [
            match
            for match, sat in played
            if (match.game, len(match.bots), sat) == (name, players, seat)
        ]
        ranks = [match.outcome.ranks for match in here]
        yield SeatResults(
            game=name,
            players=players,
            seat=seat,
            matches=len(here),
            firsts=sum(each[seat] == 1 for each in ranks),
            score=sum(_won(each, seat) for each in ranks),
            games=len(here) * (players - 1),
            faults=sum(match.strikes[seat] for match in here),
        )


def _won(ranks: Sequence[int], seat: int) -> float:
    """Give how many of the others a seat has beaten; a tie is a half."""
    behind = sum(rank > ranks[seat] for rank in ranks)
    return behind + (ranks.count(ranks[seat]) - 1) / 2
