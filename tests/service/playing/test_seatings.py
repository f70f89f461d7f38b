"""What a bot sees of the seatings of one deal: other matches among them, under names of their own.

That is all that can be done where deals are repeated (mode `rotation`): it hinders a bot that looks
for the same cards again, and keeps none from it.
"""

from arena.app import App
from arena.match.ids import Ids
from arena.service.owners import Identity
from arena.service.playing.batch import ids_key
from arena.service.started import Started, find_started
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import Loopback, by_view
from tests.service.contest import start_contest

CONFIG = Config(game="sky-5", players=3, rounds=1, mode="rotation")
BOTS = 6


def listing(heard: list[str]) -> Function:
    """Give a bot that keeps the names of the matches of its asks, in their order."""

    def decide(ask: Ask) -> int:
        heard.append(ask.match_id)
        return by_view(ask)

    return decide


def names(started: Started) -> list[list[list[str]]]:
    """Give what each match of each set of the round is called at each seat."""
    plans = started.schedule.sets(1)
    secret, players = started.tournament.plan.secret, range(CONFIG.players)
    return [
        [
            [Ids(ids_key(secret, plan, index)).match(seat) for seat in players]
            for index in range(len(plan.matches))
        ]
        for plan in plans
    ]


async def test_seatings_of_a_deal_are_played_among_matches_of_other_deals(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Of a bot that plays several sets at once, no two seatings follow straight on each other."""
    heard = [list[str]() for _ in range(BOTS)]
    view = await start_contest(app, ada, loopback, CONFIG, [listing(each) for each in heard])
    await app.sets.play(view.id, 1, range(BOTS))
    sets = names(await find_started(app.store.tournaments, view.id))

    matches = [name for each in sets for match in each for name in match]
    assert len(set(matches)) == BOTS * CONFIG.players**2
    for asked in heard:
        assert set(asked) <= set(matches)
        mixed = 0
        for each in sets:
            own = {name for match in each for name in match}
            if own.isdisjoint(asked):
                continue
            places = [place for place, name in enumerate(asked) if name in own]
            mixed += any(name not in own for name in asked[places[0] : places[-1]])
        assert mixed == CONFIG.players
