"""How often anybody may ask us anything: by address, by owner, and by the token that is shown.

What may live here: the sizes of these limits. They are counted in the store, so they hold whichever
process is asked, and a request over one of them costs a single call there.
"""

from collections.abc import Sequence

from arena.service.bearer import id_of
from arena.service.errors import TooMany
from arena.service.owners import Identity
from arena.service.shared_calls import SharedCalls
from arena.store.buckets import Bucket, BucketRepository

PER_S = 20
"""The usual rate: requests per second of one address, and of one owner."""
BURST_S = 10
"""So many seconds of the rate may be asked for at once."""
_FAILURES = 10
"""Wrong tokens at once that aim at one token, from one address."""
_FAILURE_MS = 6_000


async def take(
    buckets: BucketRepository, what: str, *wanted: Bucket, unless_empty: Sequence[Bucket] = ()
) -> None:
    """Take one from each of the wanted buckets; raise TooMany, saying `what`, where one is empty.

    Also where one of `unless_empty` is, from which nothing is taken.
    """
    wait_ms = await buckets.take(*wanted, unless_empty=unless_empty)
    if wait_ms:
        raise TooMany(what, wait_ms)


class RequestLimits:
    """The limits of requests. Each method raises TooMany where one is used up."""

    def __init__(self, buckets: BucketRepository, per_s: int) -> None:
        """Let an address and an owner ask `per_s` times a second each."""
        self._buckets = buckets
        self._holds, self._refill_ms = per_s * BURST_S, 1_000 / per_s
        self._clients = SharedCalls(self._take_of_client)

    async def admit_client(self, client: str) -> None:
        """Count a request of the client at this address, before anything of it is looked at.

        Those that it sends at the same time are counted together.
        """
        place, (taken, wait_ms) = await self._clients.join(client)
        if place >= taken:
            raise TooMany("requests: too many from this address", wait_ms)

    async def _take_of_client(self, client: str, requests: int) -> tuple[int, int]:
        return await self._buckets.take_many(self._rate(f"client:{client}"), requests)

    async def admit_owner(self, who: Identity, client: str) -> None:
        """Count a request of an owner, whose token is good.

        It is refused as well where too many wrong tokens aimed at this one from this address: else
        one could go on guessing, and would be let in once a guess is right.
        """
        rate, failures = self._rate(f"owner:{who.owner.id}"), _failures(client, who.token_id)
        what = "requests: too many with this token"
        await take(self._buckets, what, rate, unless_empty=[failures])

    async def count_failure(self, client: str, token: str) -> None:
        """Count a wrong token, by the address and by the id of the token that it aims at.

        Not by the address alone: behind a proxy or in a lecture hall one broken program would lock
        out all others. Wrong tokens that aim at nothing are limited as requests of the address are.
        """
        token_id = id_of(token)
        if token_id is not None:
            failures = _failures(client, token_id)
            await take(self._buckets, "token: too many wrong ones", failures)

    def _rate(self, name: str) -> Bucket:
        return Bucket(name, self._holds, self._refill_ms)


def _failures(client: str, token_id: str) -> Bucket:
    return Bucket(f"failed:{token_id}:{client}", _FAILURES, _FAILURE_MS)
