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
from arena.store.client import VERSION, Durability, Epoch, read_epoch
from arena.store.connection import check_address, connect_blocking, our_errors, place_of
from arena.store.errors import StoreError, StoreUnfit
from arena.store.fitness import check_fit, check_fsync, check_waitaof

_MEMORY = "epoch"


def found(url: str, data: Path, durability: Durability = "everysec") -> bool:
    """Make a store of the empty server at `url`; give False if it is a store already.

    The data directory remembers which store is its own. Raises StoreUnfit, saying what to do, where
    the server must not be used, does not let us, holds another store, or none any more; raises
    StoreAway.
    """
    known = _recall(data)
    check_address(url)
    try:
        with our_errors(place_of(url), "founding it"), connect_blocking(url) as redis:
            _check(redis, durability)
            new = known is None and _found(redis)
            kept = redis.get(keys.EPOCH)
    except StoreError as error:
        raise StoreUnfit(f"the store at {place_of(url)} cannot be used: {error}") from error
    epoch = None if kept is None else read_epoch(kept, place_of(url))
    if epoch is None or (known is not None and known != epoch.id):
        raise StoreUnfit(_foreign(url, data, epoch))
    if known is None:
        _remember(data, epoch.id)
    return new


def _check(redis: Redis, durability: Durability) -> None:
    said = msgspec.convert(redis.info(), dict[str, object])
    info = {name: str(value) for name, value in said.items()}
    check_fit(info)
    if durability == "waitaof":
        check_waitaof(info)
        policy = msgspec.convert(redis.config_get("appendfsync"), dict[str, str])
        check_fsync(policy["appendfsync"])


def _found(redis: Redis) -> bool:
    """Found a store unless there is one, which also whoever may write nothing can find out."""
    epoch = msgspec.msgpack.encode(Epoch(token_hex(16), VERSION))
    return redis.get(keys.EPOCH) is None and bool(redis.set(keys.EPOCH, epoch, nx=True))


def _recall(data: Path) -> str | None:
    memory = data / _MEMORY
    return memory.read_text(errors="replace").strip() if memory.exists() else None


def _remember(data: Path, epoch_id: str) -> None:
    """Write it whole or not at all: half a memory would keep us from our own store."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = data / f"{_MEMORY}.new"
    draft.write_text(f"{epoch_id}\n")
    draft.replace(data / _MEMORY)


def _foreign(url: str, data: Path, epoch: Epoch | None) -> str:
    what = "is empty" if epoch is None else "is another one"
    return (
        f"the store at {place_of(url)} {what}, not the one that {data} belongs to: restore that "
        f"one's append-only file, or, to begin anew with this one, delete {data / _MEMORY}"
    )
