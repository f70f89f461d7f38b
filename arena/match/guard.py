"""Where the arena may call: the grammar of a bot's URL, and the addresses it may connect to.

What may live here: rules about URLs and addresses, nothing that calls. The URL is checked when it
is given, and the address again at every connect, since a name may point elsewhere by then.
Private addresses are refused but in the networks that the operator has allowed. The table is our
own because `ipaddress.is_global` lets NAT64 and 6to4 forms of loopback and multicast pass.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

MAX_URL = 2_048

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

_PORTS_OF_OTHERS = frozenset(
    {
        1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6379,
        6380, 6443, 9042, 9200, 9300, 10250, 10255, 11211, 16379, 26379, 27017,
    }
)  # fmt: skip
"""Ports above 1023 where databases and machines' masters listen."""

_SCHEMES = ("https", "http")
_ALLOWED = "a network the operator allows (--allow-network)"
_ONLY_HTTPS = f"expected https; http is only for {_ALLOWED}"
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>.*))?", re.ASCII)
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
_PATH = re.compile(r"(/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*", re.ASCII)


class UrlError(ValueError):
    """A bot's URL that will not be called: the message says what of it is wrong."""


@dataclass(frozen=True)
class BotUrl:
    """A bot's base URL in its parts; `host` is canonical, `path` has no slash at its end."""

    scheme: str
    host: str
    port: int
    path: str

    def __str__(self) -> str:
        """Give the base URL; messages go to this and `/decide`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}{self.path}"


class Guard:
    """Decides what may be called. By default: https, and public addresses only."""

    def __init__(self, allowed: Iterable[Network] = ()) -> None:
        """Allow these networks as well, over plain http too."""
        self.allowed = tuple(allowed)

    def check(self, url: str) -> BotUrl:
        """Give the parts of a URL that may be called; raise UrlError saying what is wrong."""
        parts = parse(url)
        literal = _literal(parts.host)
        if literal is not None and not self.admits(literal, parts.scheme):
            raise UrlError(
                f"url: {literal} is refused over {parts.scheme}; {self._expected(literal)}"
            )
        if parts.scheme == "http" and not self.allowed:
            raise UrlError(f"url: {_ONLY_HTTPS}")
        return parts

    def admits(self, address: Address, scheme: str) -> bool:
        """Whether to connect to this address: public by https, in an allowed network by both."""
        if isinstance(address, IPv6Address):
            if address.scope_id is not None:
                return False
            address = address.ipv4_mapped or address
        if any(address.version == net.version and address in net for net in self.allowed):
            return True
        return scheme == "https" and is_public(address)

    def trusts(self, host: str) -> bool:
        """Whether the host of a URL is an address in an allowed network, so the operator's own.

        A name is never trusted: it may point elsewhere by the time it is called.
        """
        literal = _literal(host)
        return literal is not None and any(literal in network for network in self.allowed)

    def _expected(self, address: Address) -> str:
        if is_public(address):
            return _ONLY_HTTPS
        return f"expected a public address, or one in {_ALLOWED}"


def is_public(address: Address) -> bool:
    """Whether the address is one of the open Internet."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_4)
    return address in _GLOBAL_6 and not any(address in network for network in _REFUSED_6)


def parse(url: str) -> BotUrl:
    """Read a base URL by a grammar narrower than the web's, in which no two parsers differ.

    Raises UrlError naming the part at fault. A slash at the end does not matter.
    """
    if len(url) > MAX_URL:
        raise UrlError(f"url: expected at most {MAX_URL} characters, got {len(url)}")
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise UrlError(
            "url: expected printable ASCII without spaces and backslashes"
            f" (international names in their xn-- form), got {url!a}"
        )
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in _SCHEMES:
        raise UrlError(f"url: expected the scheme https, got {url!r}")
    for mark, name in (("?", "query"), ("#", "fragment")):
        if mark in rest:
            raise UrlError(f"url: expected a base without a {name}, got {url!r}")
    authority, slash, path = rest.partition("/")
    host, port = _authority(authority, scheme)
    return BotUrl(scheme, host, port, _path(slash + path))


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read networks such as `127.0.0.1/32`; raise ValueError naming the one at fault."""
    found = []
    for text in texts:
        try:
            found.append(ip_network(text))
        except ValueError as error:
            raise ValueError(
                f"allow-network: expected an address or network such as 127.0.0.1/32, {error}"
            ) from error
    return tuple(found)


def _authority(text: str, scheme: str) -> tuple[str, int]:
    if "@" in text:
        raise UrlError("url: expected no user name or password before the host")
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise UrlError(f"url: expected host or host:port, got {text!r}")
    return _host(match["host"]), _port(match["port"], scheme)


def _port(text: str | None, scheme: str) -> int:
    if text is None:
        return 443 if scheme == "https" else 80
    if not re.fullmatch(r"[1-9][0-9]{1,4}", text, re.ASCII):
        raise UrlError(f"url: expected a port in decimal, got {text!r}")
    port = int(text)
    if port in (80, 443) or (1_024 <= port <= 65_535 and port not in _PORTS_OF_OTHERS):
        return port
    raise UrlError(
        "url: expected port 443, 80, or one from 1024 to 65535 that is not known for another"
        f" service, got {port}"
    )


def _host(text: str) -> str:
    """Give the host if it is a name or an address in its one canonical spelling.

    A name that ends in a number is an address to some parsers, so it must be one (`127.1` is not).
    """
    if text.startswith("["):
        return _address_6(text)
    labels = text.split(".")
    if re.fullmatch(r"[0-9]+|0x[0-9a-f]*", labels[-1].lower(), re.ASCII):
        return _address_4(text)
    if len(text) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UrlError(f"url: expected a host name in lower case or an address, got {text!r}")
    return text


def _address_4(text: str) -> str:
    try:
        return str(IPv4Address(text))
    except ValueError:
        raise UrlError(f"url: expected an address such as 203.0.113.7, got {text!r}") from None


def _address_6(text: str) -> str:
    try:
        address = IPv6Address(text[1:-1])
    except ValueError:
        address = None
    plain = address is not None and address.scope_id is None and address.ipv4_mapped is None
    if not plain or str(address) != text[1:-1]:
        raise UrlError(f"url: expected an IPv6 address in its shortest form, got {text!r}")
    return text[1:-1]


def _path(text: str) -> str:
    path = text.removesuffix("/")
    if not _PATH.fullmatch(path) or any(part in (".", "..") for part in path.split("/")):
        raise UrlError(f"url: expected a plain path, got {text!r}")
    return path


def _literal(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
