"""Use cases: read what has been played: the leaderboard, matches, replays."""

import msgspec

from arena.engine.record import Outcome, Record
from arena.service.owners import Identity
from arena.service.paging import Page


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a leaderboard. `rating` is in micro-Elo.

    A provisional bot (too few sets yet) has no rank where the board holds bots that have one;
    bots of equal rating share a rank.
    """

    rank: int | None
    bot: str
    name: str
    rating: int
    sets: int
    provisional: bool


class MatchView(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match: who sat where (bot ids by seat), and how it ended.

    `id` is `<tournament>-<round>-<set>-<match>`. `replay` says whether the replay is public yet.
    """

    id: str
    tournament: str
    game: str
    round: int
    set: int
    match: int
    bots: tuple[str, ...]
    outcome: Outcome
    digest: str
    replay: bool


class Boards:
    """What has been played."""

    async def leaderboard(self, tournament_id: str) -> list[Row]:
        """Give the live ratings, the best first."""
        raise NotImplementedError

    async def matches(
        self, tournament_id: str, cursor: str | None, limit: int
    ) -> Page[MatchView]:
        """Give finished matches in the order of the log; a page holds whole sets."""
        raise NotImplementedError

    async def match(self, match_id: str) -> MatchView:
        """Give one finished match; raise NotFound for any other id."""
        raise NotImplementedError

    async def replay(self, match_id: str, who: Identity | None = None) -> Record:
        """Give a match's record; NotFound until its round is over, but for its organiser."""
        raise NotImplementedError
