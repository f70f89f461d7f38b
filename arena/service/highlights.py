"""Use case: find what is worth a look among the newest matches that everybody may see.

What may live here: which matches stand out, and by what. It is found anew now and then, for all who
ask meanwhile.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from arena.service.bots import Bots
from arena.service.histories import Histories
from arena.service.matches import Matches, MatchFilter, MatchView
from arena.service.shared_calls import SharedCalls

KEPT_S: Final = 5.0
"""For so long what was found is told to whoever asks."""
ENOUGH: Final = 100
"""Matches among which to look."""
_PAGES: Final = 5
"""Pages of the list of matches that are read for them at most: the newest may all be sealed."""
_RATED: Final = MatchFilter(rated=True)

Kind = Literal["upset", "closest", "highest", "faults"]
Ratings = Mapping[tuple[str, int], Mapping[str, int]]
"""What bots were rated (micro-Elo) when a round began, by tournament and round."""


class Highlight(msgspec.Struct, frozen=True, kw_only=True):
    """A match that stands out, with the names of its bots by seat, and the seat it is about.

    `upset`: the winner there had been rated lower by `amount` (micro-Elo) than one that it left
    behind, more than anywhere else. `closest`: the winner was ahead by `amount` points alone.
    `highest`: nobody scored more in the game, `amount` points. All of these are of matches that
    were played to the end by all. `faults`: the seat was retired for so many faults.
    """

    kind: Kind
    seat: int
    amount: int
    names: tuple[str, ...]
    match: MatchView


class HighlightsView(msgspec.Struct, frozen=True):
    """What stands out among so many `matches`, the newest that count and are not sealed."""

    matches: int
    items: list[Highlight]


class Pick(NamedTuple):
    """A match that stands out, by what, and the seat it is about."""

    kind: Kind
    seat: int
    amount: int
    match: MatchView


class _Merit(NamedTuple):
    """What speaks for a match: the more of `value`, the better."""

    value: int
    seat: int
    amount: int


class Highlights:
    """What stands out lately, in all tournaments."""

    def __init__(self, matches: Matches, histories: Histories, bots: Bots) -> None:
        self._matches = matches
        self._histories = histories
        self._bots = bots
        self._reads = SharedCalls(self._read)
        self._found = HighlightsView(0, [])
        self._until = 0.0

    async def newest(self) -> HighlightsView:
        """Give what stands out, as it was found a few seconds ago at most."""
        return await self._reads.get("")

    async def _read(self, _key: str, _sharers: int) -> HighlightsView:
        now = asyncio.get_running_loop().time()
        if now >= self._until:
            self._found = await self._find()
            self._until = now + KEPT_S
        return self._found

    async def _find(self) -> HighlightsView:
        matches = await self._public()
        picked = picks(matches, await self._ratings(matches))
        bots = sorted({bot for each in picked for bot in each.match.bots})
        names = await self._bots.names(bots)
        return HighlightsView(
            len(matches),
            [
                Highlight(
                    kind=each.kind,
                    seat=each.seat,
                    amount=each.amount,
                    names=tuple(names[bot] for bot in each.match.bots),
                    match=each.match,
                )
                for each in picked
            ],
        )

    async def _public(self) -> list[MatchView]:
        """Give the newest matches whose replays are public."""
        found, cursor = list[MatchView](), None
        for _ in range(_PAGES):
            page = await self._matches.page(None, cursor, ENOUGH, _RATED)
            found += [each for each in page.items if each.replay]
            cursor = page.next
            if cursor is None or len(found) >= ENOUGH:
                break
        return found

    async def _ratings(self, matches: Sequence[MatchView]) -> Ratings:
        """Give what the bots of these matches were rated before their rounds."""
        bots = dict[tuple[str, int], set[str]]()
        for each in matches:
            bots.setdefault((each.tournament, each.round), set()).update(each.bots)
        return {
            (tournament, number): await self._histories.before(tournament, number, sorted(there))
            for (tournament, number), there in bots.items()
        }


def picks(matches: Sequence[MatchView], ratings: Ratings) -> list[Pick]:
    """Give what stands out among matches, the newest first: each match once at most.

    Of equals it is the newest; what stands out by a match that is told of already is left out.
    """
    found = list[Pick]()
    for kind, judge, among in _searches(matches, ratings):
        judged = [(merit, each) for each in among if (merit := judge(each)) is not None]
        most = max((merit.value for merit, _ in judged), default=0)
        taken = {each.match.id for each in found}
        found += [
            Pick(kind, merit.seat, merit.amount, match)
            for merit, match in judged
            if merit.value == most and match.id not in taken
        ][:1]
    return found


def _searches(
    matches: Sequence[MatchView], ratings: Ratings
) -> Iterator[tuple[Kind, Callable[[MatchView], _Merit | None], Sequence[MatchView]]]:
    """Give what is looked for, how it is judged, and among which matches."""
    played = [match for match in matches if match.reason == "rules"]
    yield "upset", lambda match: _upset(match, ratings), played
    yield "closest", _lead, played
    for game in dict.fromkeys(match.game for match in played):  # their points do not compare
        yield "highest", _score, [match for match in played if match.game == game]
    yield "faults", _faults, matches


def _upset(match: MatchView, ratings: Ratings) -> _Merit | None:
    winner = _winner(match)
    if winner is None:
        return None
    before = ratings[match.tournament, match.round]
    by_seat = [before[bot] for bot in match.bots]
    amount = max(by_seat) - by_seat[winner]
    return _Merit(amount, winner, amount) if amount else None


def _lead(match: MatchView) -> _Merit:
    """Judge by how little the best is ahead."""
    first, second = sorted(match.outcome.scores, reverse=True)[:2]
    return _Merit(second - first, match.outcome.ranks.index(1), first - second)


def _score(match: MatchView) -> _Merit:
    score = max(match.outcome.scores)
    return _Merit(score, match.outcome.scores.index(score), score)


def _faults(match: MatchView) -> _Merit | None:
    if "retired" not in match.endings:
        return None
    seat = match.endings.index("retired")
    return _Merit(0, seat, match.strikes[seat])


def _winner(match: MatchView) -> int | None:
    """Give the seat that has won alone."""
    ranks = match.outcome.ranks
    return ranks.index(1) if ranks.count(1) == 1 else None
