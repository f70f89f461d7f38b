"""The tournaments of `arena demo`, held over the REST API by an organiser and a contestant.

What may live here: the calls of the API in the order in which a contest makes them.
"""

from collections.abc import AsyncIterator, Mapping

from arena.cli.bodies import NewBot, NewEntry, NewTournament
from arena.cli.rest import Api
from arena.engine.record import Record
from arena.service.boards import Row
from arena.service.bots import OwnBot
from arena.service.entries import EntryView
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView
from arena.tournament.config import Config


class Contest:
    """One tournament, from its draft to its replays."""

    def __init__(self, organiser: Api, drafted: TournamentView) -> None:
        """Take over a tournament that this organiser has drafted."""
        self.id = drafted.id
        self.name = drafted.name
        self.config = drafted.config
        self._organiser = organiser
        self._path = f"tournaments/{drafted.id}"

    @classmethod
    async def draft(cls, organiser: Api, name: str, config: Config) -> "Contest":
        """Draft a tournament and open it for entries."""
        drafted = await organiser.create(TournamentView, "tournaments", NewTournament(name, config))
        contest = cls(organiser, drafted)
        await organiser.post(TournamentView, f"{contest._path}/open")
        return contest

    async def enter(self, contestant: Api, urls: Mapping[str, str]) -> None:
        """Register these bots, URLs by name, and enter them."""
        for name, url in urls.items():
            bot = await contestant.create(OwnBot, "bots", NewBot(name, url))
            await contestant.create(EntryView, f"{self._path}/entries", NewEntry(bot.id))

    async def start(self) -> None:
        """Close the entries and let it begin."""
        await self._organiser.post(TournamentView, f"{self._path}/start")

    async def view(self) -> TournamentView:
        """Give how it stands."""
        return await self._organiser.get(TournamentView, self._path)

    async def board(self) -> list[Row]:
        """Give the board, the best first."""
        return await self._organiser.get(list[Row], f"{self._path}/standings")

    def matches(self) -> AsyncIterator[MatchView]:
        """Give all finished matches, in the order of the log."""
        return self._organiser.pages(Page[MatchView], f"{self._path}/matches")

    async def replay(self, match_id: str) -> Record:
        """Give the record of a match."""
        return await self._organiser.get(Record, f"matches/{match_id}/replay")
