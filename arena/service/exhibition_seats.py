"""Who sits at the table of an exhibition: own bots, willing bots of others, house bots.

What may live here: from what stands in a request to bots, and who is not to sit there. That is
asked when an exhibition is wanted and again when it is played, since bots change in between.
"""

from collections.abc import Sequence

from arena.engine.rules import Game
from arena.match.house import HOUSE, HouseBot, house_bot
from arena.service.errors import Invalid
from arena.store.bots import Bot, Look
from arena.store.store import Store

_WHO = (
    "expected the id of a bot of yours, or of one that is willing (`exhibitions`), or a house bot "
    f"as in {HOUSE}sky5-simple"
)


async def seated(
    store: Store, owner: str, seats: Sequence[str], game: Game
) -> list[Bot | HouseBot]:
    """Give who sits at each seat, in an exhibition that this owner wants.

    Raises Invalid, naming `bots` or the one of them that is at fault.
    """
    ids = bots_of(seats)
    if len(set(ids)) < len(ids):
        raise Invalid("bots", "expected each bot once; only house bots may sit at several seats")
    bots = await _bots(store, owner, seats)
    looks = dict(zip(ids, await store.bots.look(ids), strict=True))
    for seat, bot in bots.items():
        _check_free(_field(seats, seat), bot, looks[seat], game)
    if owner not in [bot.owner for bot in bots.values()]:
        raise Invalid("bots", "expected one of yours at least")
    return [bots[seat] if seat in bots else _of_the_house(seats, seat, game) for seat in seats]


def bots_of(seats: Sequence[str]) -> list[str]:
    """Give the ids of those that are no house bots."""
    return [seat for seat in seats if not seat.startswith(HOUSE)]


async def _bots(store: Store, owner: str, seats: Sequence[str]) -> dict[str, Bot]:
    """Give the bots that may be asked for this owner; what is none looks like one that may not."""
    ids = bots_of(seats)
    try:
        found = await store.bots.get_many(ids)
    except KeyError as missing:
        raise _not_willing(seats, missing.args[0]) from None
    for bot in found:
        if bot.deleted or not (bot.owner == owner or bot.exhibitions):
            raise _not_willing(seats, bot.id)
    return dict(zip(ids, found, strict=True))


def _of_the_house(seats: Sequence[str], seat: str, game: Game) -> HouseBot:
    try:
        return house_bot(seat.removeprefix(HOUSE), game.name)
    except ValueError as error:
        raise Invalid(_field(seats, seat), f"{seat}: {error}") from error


def _field(seats: Sequence[str], seat: str) -> str:
    return f"bots[{seats.index(seat)}]"


def _not_willing(seats: Sequence[str], seat: str) -> Invalid:
    return Invalid(_field(seats, seat), f"{_WHO}, got {seat!a}")


def _check_free(field: str, bot: Bot, look: Look, game: Game) -> None:
    if game.name not in bot.info.games:
        plays = ", ".join(bot.info.games)
        raise Invalid(field, f"expected a bot that plays {game.name}, {bot.id} plays {plays}")
    if look.retired:
        raise Invalid(field, f"expected a bot that is not retired, {bot.id} is")
    if look.health.quarantined:
        raise Invalid(field, f"expected a bot that is not in quarantine, {bot.id} is")
