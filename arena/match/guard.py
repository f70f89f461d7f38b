"""Where the arena may call: which names it looks up, and which addresses it connects to.

What may live here: the rules, nothing that calls; how a URL is written is `urls`. The URL is
checked when it is given, and the address again at every connect, since a name may point elsewhere
by then. Private addresses are refused but in the networks that the operator has allowed. The table
is our own because `ipaddress.is_global` lets NAT64 and 6to4 forms of loopback and multicast pass.
"""

import socket
from collections.abc import Iterable
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

from arena.match.urls import BotUrl, UrlError, parse

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

_REFUSED_4 = tuple(
    IPv4Network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",  # the metadata service of a cloud, at a public address
    )
)  # fmt: skip
_GLOBAL_6 = IPv6Network("2000::/3")
_REFUSED_6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
    )
)  # fmt: skip

_PRIVATE_NAMES = frozenset(
    {"alt", "arpa", "internal", "invalid", "local", "localhost", "onion", "test"}
)
"""Last labels of names that the public name servers do not know (RFC 6761 and its successors)."""

_ALLOWED = "a network the operator allows (--allow-network)"
_ONLY_HTTPS = f"expected https; http is only for {_ALLOWED}"


class Guard:
    """Decides what may be called. By default: https, and public addresses only."""

    def __init__(self, allowed: Iterable[Network] = ()) -> None:
        """Allow these networks as well, over plain http too."""
        self.allowed = tuple(allowed)

    def check(self, url: str) -> BotUrl:
        """Give the parts of a URL that may be called; raise UrlError saying what is wrong."""
        parts = parse(url)
        address = literal(parts.host)
        if address is not None and not self.admits(address, parts.scheme):
            raise UrlError(
                f"url: {address} is refused over {parts.scheme}; {self._expected(address)}"
            )
        if not self.allowed:
            _check_public(parts)
        return parts

    def admits(self, address: Address, scheme: str) -> bool:
        """Whether to connect to this address: public by https, in an allowed network by both."""
        if isinstance(address, IPv6Address):
            if address.scope_id is not None:
                return False
            address = address.ipv4_mapped or address
        if self.allows(address):
            return True
        return scheme == "https" and is_public(address)

    def allows(self, address: Address) -> bool:
        """Whether the address is in a network that the operator has allowed."""
        return is_in(address, self.allowed)

    def trusts(self, host: str) -> bool:
        """Whether the host of a URL is an address in an allowed network, so the operator's own.

        A name is never trusted: it may point elsewhere by the time it is called.
        """
        address = literal(host)
        return address is not None and self.allows(address)

    def _expected(self, address: Address) -> str:
        if is_public(address):
            return _ONLY_HTTPS
        return f"expected a public address, or one in {_ALLOWED}"


def is_public(address: Address) -> bool:
    """Whether the address is one of the open Internet."""
    if isinstance(address, IPv4Address):
        return not is_in(address, _REFUSED_4)
    return address in _GLOBAL_6 and not is_in(address, _REFUSED_6)


def is_in(address: Address, networks: Iterable[Network]) -> bool:
    """Whether the address is in one of these networks."""
    return any(address in network for network in networks)


def is_own(address: Address) -> bool:
    """Whether the address is one of this host's: it is what we would call it from. Sends nothing.

    A public one would be a way past the firewall, to whatever listens on all addresses.
    """
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((str(address), 9))
        except OSError:
            return False
        return str(probe.getsockname()[0]) == str(address)


def _check_public(url: BotUrl) -> None:
    """Raise UrlError for what could lead nowhere but into some private network."""
    if url.scheme == "http":
        raise UrlError(f"url: {_ONLY_HTTPS}")
    *_, domain, last = ("", *url.host.split("."))
    if ":" not in url.host and (not domain or last in _PRIVATE_NAMES):
        raise UrlError(f"url: expected a public host name, or one in {_ALLOWED}, got {url.host!r}")


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read networks such as `127.0.0.1/32`; raise ValueError saying what is wrong with one."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text))
        except ValueError as error:
            raise ValueError(
                f"expected an address or network such as 127.0.0.1/32, {error}"
            ) from error
    return tuple(found)


def literal(host: str) -> Address | None:
    """Give the address that a host is written as; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        return None
