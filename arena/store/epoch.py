"""The epoch: which store this is, so that an emptied one is taken neither for the same nor for new.

What may live here: founding a store, and the memory of it in the data directory. No process of the
service works on a store without an epoch: one that has lost its data would else seem to be new, and
tournaments that were running would be gone without a word.
"""

from pathlib import Path
from secrets import token_hex

import msgspec
from redis import Redis

from arena.store import keys
from arena.store.client import VERSION, Epoch, our_errors, place_of
from arena.store.errors import StoreUnfit

_MEMORY = "epoch"


def found(url: str, data: Path) -> bool:
    """Make a store of the empty server at `url`; give False if it is a store already.

    The data directory remembers which store is its own. Raises StoreUnfit, saying what to do, where
    the server holds another one, or none any more; raises StoreAway.
    """
    known = _recall(data)
    with our_errors(place_of(url), "SET"), Redis.from_url(url, protocol=2) as redis:
        new = known is None and _found(redis)
        kept = redis.get(keys.EPOCH)
    epoch = None if kept is None else msgspec.msgpack.decode(kept, type=Epoch)
    if epoch is None or (known is not None and known != epoch.id):
        raise StoreUnfit(_foreign(url, data, epoch))
    _remember(data, epoch.id)
    return new


def _found(redis: Redis) -> bool:
    epoch = msgspec.msgpack.encode(Epoch(token_hex(16), VERSION))
    return bool(redis.set(keys.EPOCH, epoch, nx=True))


def _recall(data: Path) -> str | None:
    memory = data / _MEMORY
    return memory.read_text().strip() if memory.exists() else None


def _remember(data: Path, epoch_id: str) -> None:
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    (data / _MEMORY).write_text(f"{epoch_id}\n")


def _foreign(url: str, data: Path, epoch: Epoch | None) -> str:
    what = "is empty" if epoch is None else "is another one"
    return (
        f"the store at {place_of(url)} {what}, not the one that {data} belongs to: restore that "
        f"one's append-only file, or, to begin anew with this one, delete {data / _MEMORY}"
    )
