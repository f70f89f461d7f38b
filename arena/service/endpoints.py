"""Asking a bot's server what it is: with its consent, and not too often.

What may live here: who may have us call whom, how often. A server consents to play for an owner by
stating the owner's `verify`; until it does, we may be made to call somebody who never asked for it,
so such calls are few: of one server, and of one network, since many names may lead to one victim.
Each owner has a share of his own, so that no other can use up all of it. Calls that end in consent
are not counted, and the operator's own networks need none.
"""

from collections.abc import Sequence
from ipaddress import ip_address, ip_network

from arena.games import GAMES
from arena.match.connection import BotError
from arena.match.guard import Guard, literal
from arena.match.http import fetch_info
from arena.match.names import BeforeConnect
from arena.match.urls import BotUrl, UrlError
from arena.protocol.messages import BotInfo
from arena.service.clock import DAY_MS
from arena.service.errors import Invalid
from arena.service.limits import take
from arena.store.buckets import Bucket, BucketRepository
from arena.store.owners import Owner


class Endpoints:
    """The servers that owners name, and how often they may have us call them."""

    def __init__(self, buckets: BucketRepository, guard: Guard) -> None:
        self._buckets = buckets
        self._guard = guard

    async def ask(self, owner: Owner, url: str, *, known: bool = False) -> BotInfo:
        """Give what the bot at `url` says of itself; its host must want it to play for this owner.

        A `known` one has consented before. Raises Invalid (field `url`) and TooMany.
        """
        place = self._check(url)
        if self._guard.trusts(place.host):
            return await self._fetch(url)
        await take(self._buckets, "calls: too many bots registered or checked", _calls(owner))
        counted: list[Bucket] = []

        async def count(addresses: Sequence[str]) -> None:
            found = list(_without_consent(owner, place, addresses, known))
            what = f"url: called too often without consent; {_expected(owner)}"
            await take(self._buckets, what, *found)
            counted.extend(found)

        if literal(place.host) is not None:  # which is not looked up
            await count([place.host])
        info = await self._fetch(url, count)
        if info.verify != owner.verify:
            raise Invalid("url", f"{_expected(owner)}, got {place.host}")
        await self._buckets.give(*counted)
        return info

    def _check(self, url: str) -> BotUrl:
        try:
            return self._guard.check(url)
        except UrlError as error:
            raise Invalid("url", str(error).removeprefix("url: ")) from error

    async def _fetch(self, url: str, before_connect: BeforeConnect | None = None) -> BotInfo:
        """Give what the bot says, which must play a game of ours."""
        try:
            info = await fetch_info(url, self._guard, before_connect)
        except BotError as error:
            raise Invalid("url", f"GET of the bot failed: {error}") from error
        if not set(info.games) & set(GAMES):
            expected = " or ".join(GAMES)
            raise Invalid("url", f"expected games with {expected}, GET says {info.games}")
        return info


def _calls(owner: Owner) -> Bucket:
    """What an owner may have us call, with consent or without."""
    return Bucket(f"calls:{owner.id}", 10, 30_000)


def _without_consent(
    owner: Owner, place: BotUrl, addresses: Sequence[str], known: bool
) -> Sequence[Bucket]:
    """Give the limits that a call counts against, unless it ends in consent.

    An owner may try a new server three times, then once a day; those of a network (/24, or /48 of
    IPv6) six times, then every 4 hours; all owners together sixteen times, then 15 times a day.
    That does not hold up an owner whose server has consented before.
    """
    networks = sorted({_network_of(address) for address in addresses})
    shares = [Bucket(f"unwanted:{each}:{owner.id}", 6, DAY_MS / 6) for each in networks]
    if known:
        return shares
    server = f"{place.scheme}://{place.host}:{place.port}"
    whole = [Bucket(f"unwanted:{each}", 16, DAY_MS / 15) for each in networks]
    return [Bucket(f"unwanted:{server}:{owner.id}", 3, DAY_MS), *shares, *whole]


def _network_of(address: str) -> str:
    prefix = 24 if ip_address(address).version == 4 else 48
    return str(ip_network((address, prefix), strict=False))


def _expected(owner: Owner) -> str:
    return (
        f'expected GET to say "verify": "{owner.verify}", or for a host an address'
        " in a network the operator allows (--allow-network)"
    )
