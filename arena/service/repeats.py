"""Use case: do what creates something once, though the request for it may come again.

A client that has not heard the answer sends the request again with the same `Idempotency-Key`, and
is given what the first one came to.
"""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import TypeVar

import msgspec

from arena.service.errors import Conflict, Invalid, ServiceError
from arena.service.owners import Identity
from arena.store.repeats import Repeat, RepeatRepository

FIELD = "Idempotency-Key"
T = TypeVar("T")


class Repeats:
    """Remembers requests with a key, each owner's by themselves, for a day."""

    def __init__(self, repeats: RepeatRepository) -> None:
        self._repeats = repeats

    async def once(
        self,
        who: Identity,
        key: str | None,
        request: tuple[object, ...],
        kind: type[T],
        make: Callable[[], Awaitable[T]],
    ) -> T:
        """Give what `make` gives, or gave when this request was made before under this key.

        `request` is what tells it from others: the operation and all that it is given. Without a
        key it is made each time. Raises Invalid for a key that was another request's, Conflict
        where the first one is under way, or nobody knows what came of it, and whatever `make`
        raises: what was refused is not remembered, and may be made again.
        """
        if key is None:
            return await make()
        owner, fingerprint = who.owner.id, sha256(msgspec.json.encode(request)).digest()
        name = sha256(key.encode()).hexdigest()
        kept, ours = await self._repeats.begin(owner, name, fingerprint)
        if ours:
            return await self._make(owner, name, kept, make)
        if kept.fingerprint != fingerprint:
            raise Invalid(FIELD, f"expected a new one for another request, got {key!a} again")
        if kept.outcome is None:
            raise Conflict(
                f"{FIELD}: the request with {key!a} is still under way, or what came of it is not"
                " known: see whether it was done, and else take another key"
            )
        return msgspec.msgpack.decode(kept.outcome, type=kind)

    async def _make(
        self, owner: str, name: str, ours: Repeat, make: Callable[[], Awaitable[T]]
    ) -> T:
        try:
            made = await make()
        except ServiceError:  # after any other error it may have been done
            await self._repeats.give_up(owner, name)
            raise
        await self._repeats.end(owner, name, ours, msgspec.msgpack.encode(made))
        return made
