"""Sky Heist, a game of gathering loot and being quick and well armed when it is shared."""

from arena.engine.rules import Game
from arena.games.sky_heist.events import EVENTS
from arena.games.sky_heist.habits import HABITS
from arena.games.sky_heist.rules import SkyHeist
from arena.games.sky_heist.samples import samples
from arena.games.sky_heist.story import CHOICES, CITES, PHRASES
from arena.games.sky_heist.words import OPTIONS, HeistView

SKY_HEIST = Game(
    name="sky-heist",
    title="Sky Heist",
    version=1,
    min_players=2,
    max_players=5,
    rounds=6,
    new=SkyHeist.new,
    options=OPTIONS,
    events=EVENTS,
    view=HeistView,
    kinds=("load", "turn", "give", "nerve", "race", "cancel"),
    samples=samples,
    window_kinds=("load",),
    max_rounds=20,
    phrases=PHRASES,
    choices=CHOICES,
    cites=CITES,
    habits=HABITS,
    folder=__name__,
)
