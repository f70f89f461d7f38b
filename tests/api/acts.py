"""What the tests do over the API again and again."""

from collections.abc import Mapping

from arena.app import App
from arena.engine.retelling import beats
from arena.games.sky5 import SKY_5
from arena.service.bots import BotWithSecret, OwnBot
from arena.service.entries import EntryView
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.exhibitions import Exhibition, Shown
from arena.store.owners import Owner
from tests.api.client import Api
from tests.contract.play import played
from tests.held import Held, held
from tests.loopback import Loopback

DUEL = {"game": "sky-5", "rules": 1, "players": 2, "rounds": 2, "mode": "rotation"}
"""Two rounds of duels; with three bots a round has three sets of two matches."""


async def register(api: Api, token: str, url: str, name: str = "Slapper") -> BotWithSecret:
    """Register a bot."""
    reply = await api.post("/v1/bots", {"name": name, "url": url}, token)
    return reply.read(BotWithSecret, 201)


async def draft(api: Api, token: str, config: Mapping[str, object] = DUEL) -> TournamentView:
    """Draft a tournament."""
    reply = await api.post("/v1/tournaments", {"name": "Cup", "config": config}, token)
    return reply.read(TournamentView, 201)


async def open_draft(api: Api, token: str, tournament: TournamentView) -> TournamentView:
    """Open it for entries."""
    reply = await api.post(f"/v1/tournaments/{tournament.id}/open", token=token)
    return reply.read(TournamentView)


async def enter(api: Api, token: str, tournament: TournamentView, bot: OwnBot) -> EntryView:
    """Enter a bot."""
    reply = await api.post(f"/v1/tournaments/{tournament.id}/entries", {"bot": bot.id}, token)
    return reply.read(EntryView, 201)


async def start_cup(api: Api, token: str, loopback: Loopback, bots: int = 3) -> TournamentView:
    """Hold a tournament of so many bots up to its start."""
    cup = await open_draft(api, token, await draft(api, token))
    for number in range(bots):
        bot = await register(api, token, await loopback.start(), f"bot {number}")
        await enter(api, token, cup, bot)
    reply = await api.post(f"/v1/tournaments/{cup.id}/start", token=token)
    return reply.read(TournamentView)


async def keep_exhibition(app: App, owner: Owner, bot: OwnBot) -> str:
    """Keep an exhibition as if a worker had played it, at random; give its id."""
    record = played(SKY_5, 2).record()
    exhibition = Exhibition(
        id="e" * 32, owner=owner.id, seats=(bot.id, "house:sky5-good"), header=record.header,
        move_ms=500, bank_ms=0, max_strikes=5,
    )  # fmt: skip
    assert await app.store.exhibitions.add(exhibition) == "OK"
    fence = await app.store.exhibitions.claim(exhibition.id, {}, "ticket")
    assert isinstance(fence, int)
    asked = [each.ask.seat for beat in beats(SKY_5, record) for each in beat.decided]
    times = tuple((7,) * asked.count(seat) for seat in range(2))
    shown = Shown(record, ("1.0", ""), (0, 0), (False, False), times)
    assert await app.store.exhibitions.end(exhibition.id, fence, shown, ())
    return exhibition.id


async def everything(app: App) -> Mapping[bytes, Held]:
    """Give what is under all keys, to see that nothing has changed.

    But for how often we were asked, and for checks of bots, which go on by themselves.
    """
    client = app.store.client
    names = await client.run(list[bytes], "KEYS", "*")
    passing = (keys.bucket("").encode(), keys.report("").encode())
    kept = (name for name in names if not name.startswith(passing))
    return {name: await held(client, name) for name in kept}
