"""`arena init`: makes a store of an empty server of one's own."""

from arena.cli.console import say
from arena.cli.failures import InputError
from arena.cli.processes import run
from arena.cli.settings import DATA, Data, is_embedded, read_settings, try_store
from arena.store.connection import place_of
from arena.store.epoch import found


def init(data: Data = DATA) -> None:
    """Make a store of the empty server that ARENA_REDIS_URL names, with the functions it needs.

    The data directory remembers which store it is: should the server lose what it holds, nothing
    starts on it. Run it again after an update, and once on every further host. `arena up` does the
    same by itself.
    """
    settings = read_settings(data)
    if is_embedded(settings):
        raise InputError(
            "ARENA_REDIS_URL: expected the server to make a store of, got none (the store in a"
            " directory is made by `arena up`)"
        )
    new = found(settings.redis_url, settings.data, settings.durability)
    run(try_store(settings))
    place = place_of(settings.redis_url)
    say(f"made a store of the server at {place}" if new else f"{place} is a store already")
    say(f"{settings.data.absolute()} remembers it; its functions are those of this release")
