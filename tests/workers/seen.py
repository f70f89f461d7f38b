"""What is seen of workers from outside: what they leave behind."""

from arena.app import App
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.elo import START


async def check(app: App, view: TournamentView, bots: int) -> None:
    """Hold what must be true of every finished tournament, whatever happened on the way."""
    assert view.state == "finished"
    results = await app.store.results.read(view.id, None, 1_000)
    assert len(results) == view.sets_done
    rebuilt = await app.audit.rebuild(view.id)
    assert rebuilt.differences == []
    assert sum(rebuilt.ratings.values()) == bots * START
    assert (await app.audit.verify(view.id)).differences == []
    assert await app.store.client.run(int, "EXISTS", keys.ALARMS) == 0
