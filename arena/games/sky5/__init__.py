"""Sky 5, a game of pushing one's luck: draw another card, or try to bank what lies in front."""

from arena.engine.rules import Game
from arena.games.sky5.habits import HABITS
from arena.games.sky5.rules import Sky5
from arena.games.sky5.samples import samples
from arena.games.sky5.story import CHOICES, CITES, PHRASES
from arena.games.sky5.words import EVENTS, KINDS, OPTIONS, Sky5View

SKY_5 = Game(
    name="sky-5",
    title="Sky 5",
    version=1,
    min_players=2,
    max_players=5,
    rounds=1,
    new=Sky5.new,
    options=OPTIONS,
    events=EVENTS,
    view=Sky5View,
    kinds=KINDS,
    samples=samples,
    phrases=PHRASES,
    choices=CHOICES,
    cites=CITES,
    habits=HABITS,
    folder=__name__,
)
"""The registry's entry."""
