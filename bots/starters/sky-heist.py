# mypy: allow-untyped-defs
"""Sky Heist: load what there is most of, and shoot with three of a kind."""

from arena.games.sky_heist.words import Duel, Load, Shoot
from bots import serve


def decide(ask):
    """Give the place of the option to choose; the first of every ask is always legal."""
    cards = ask.view.hand + ask.view.revolver
    best = max("1234567", key=cards.count)
    armed = ask.view.revolver.count(best) >= 3
    wishes = (Shoot(), Duel()) if armed else (Load(best),) * (cards.count(best) >= 2)
    return next((ask.options.index(wish) for wish in wishes if wish in ask.options), 0)


if __name__ == "__main__":
    serve(decide, games=["sky-heist"])
