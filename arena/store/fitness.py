"""Which servers are fit to be the store: those that keep what they are told, and evict nothing."""

from collections.abc import Mapping

from arena.store.errors import StoreUnfit

OLDEST = (7, 0)
"""The oldest version of Redis that has function libraries."""
OLDEST_WAITAOF = (7, 2)
"""The oldest that can be waited for until its disk has what was written."""


def parse_info(text: bytes) -> dict[str, str]:
    """Give what the reply to INFO says, by name."""
    lines = (line.partition(":") for line in text.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in lines if colon}


def check_fit(info: Mapping[str, str]) -> None:
    """Raise StoreUnfit, saying what to do, if a server with this INFO must not be used."""
    if _version(info) < OLDEST:
        version = info.get("redis_version")
        raise StoreUnfit(f"the store is Redis {version}: Redis 7.0 or Valkey 7.2 is the oldest fit")
    if info.get("role") == "slave":
        raise StoreUnfit("the store is a replica, which takes no writes: name its primary")
    if info.get("cluster_enabled") == "1":
        raise StoreUnfit(
            "the store is a cluster, over which no step could be one: use a single server"
        )
    if info.get("aof_enabled") != "1":
        raise StoreUnfit(
            "the store keeps no append-only file and would lose results: set `appendonly yes`"
        )
    policy = info.get("maxmemory_policy", "unknown")
    if policy != "noeviction":
        raise StoreUnfit(
            f"the store evicts keys when memory is full (maxmemory-policy {policy}): "
            "set `maxmemory-policy noeviction`"
        )


def check_waitaof(info: Mapping[str, str]) -> None:
    """Raise StoreUnfit if a server with this INFO cannot say when its disk has what it wrote."""
    if _version(info) < OLDEST_WAITAOF:
        version = info.get("redis_version")
        raise StoreUnfit(
            f"the store is Redis {version}: ARENA_DURABILITY=waitaof needs Redis 7.2 or Valkey"
        )


def check_fsync(policy: str) -> None:
    """Raise StoreUnfit if a server with this `appendfsync` may say too early what its disk has.

    Valkey (9.1 at least) and Redis 7.4 answer WAITAOF at once if they wrote to the disk in the
    second before, although what is asked about has not been written since.
    """
    if policy != "always":
        raise StoreUnfit(
            f"the store writes to its disk later (appendfsync {policy}) and cannot be trusted to "
            "say when: set `appendfsync always` for ARENA_DURABILITY=waitaof"
        )


def _version(info: Mapping[str, str]) -> tuple[int, ...]:
    parts = info.get("redis_version", "0").split(".")[:2]
    return tuple(int(part) for part in parts if part.isdigit())
