"""The grammar of a bot's URL, narrower than the web's: one in which no two parsers differ.

What may live here: how a URL is written, wherever it leads. Where the arena calls is the guard's.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address

from arena.match.labels import expected_of

MAX_URL = 2_048
_MAX_NAME = 253

_PORTS_OF_OTHERS = frozenset(
    {
        1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6379,
        6380, 6443, 9042, 9200, 9300, 10250, 10255, 11211, 16379, 26379, 27017,
    }
)  # fmt: skip
"""Ports above 1023 where databases and machines' masters listen."""

_SCHEMES = ("https", "http")
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>.*))?", re.ASCII)
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


def parse(url: str) -> BotUrl:
    """Read a base URL; a slash at its end does not matter. Raise UrlError naming what is wrong."""
    if len(url) > MAX_URL:
        raise UrlError(f"url: expected at most {MAX_URL} characters, got {len(url)}")
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise UrlError(
            "url: expected printable ASCII without spaces and backslashes"
            f" (international names in their xn-- form), got {url!a}"
        )
    scheme, separator, rest = url.partition("://")
    if not separator or scheme not in _SCHEMES:
        raise UrlError(
            "url: expected the scheme https (or http, in a network the operator allows)"
            f" before ://, got {url!r}"
        )
    for mark, name in (("?", "query"), ("#", "fragment")):
        if mark in rest:
            raise UrlError(f"url: expected a base without a {name}, got {url!r}")
    authority, slash, path = rest.partition("/")
    host, port = _authority(authority, scheme)
    return BotUrl(scheme, host, port, _path(slash + path))


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
    if not re.fullmatch(r"[1-9][0-9]{0,4}", text, re.ASCII):
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
    if len(text) > _MAX_NAME:
        raise UrlError(f"url: expected a host name of at most {_MAX_NAME} characters")
    for label in labels:
        if (expected := expected_of(label)) is not None:
            raise UrlError(f"url: expected {expected}, got {text!r}")
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
