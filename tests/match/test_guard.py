"""What may be called: URLs by their grammar, addresses by the table."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st
from yarl import URL

from arena.match.guard import Guard, is_public, networks
from arena.match.urls import BotUrl, UrlError, parse

OPEN = Guard()
LOOPBACK = Guard(networks(["127.0.0.1/32", "::1/128"]))


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://bot.example", BotUrl("https", "bot.example", 443, "")),
        ("https://bot.example/", BotUrl("https", "bot.example", 443, "")),
        ("https://b-o.t.example:8443/a/b.c/", BotUrl("https", "b-o.t.example", 8443, "/a/b.c")),
        ("https://xn--bt-xka.example/%2f", BotUrl("https", "xn--bt-xka.example", 443, "/%2f")),
        ("https://1.1.1.1", BotUrl("https", "1.1.1.1", 443, "")),
        ("https://[2606:4700::1111]:443", BotUrl("https", "2606:4700::1111", 443, "")),
    ],
)
def test_a_plain_url_is_read_in_its_parts(url: str, parts: BotUrl) -> None:
    """A slash at the end does not matter."""
    assert OPEN.check(url) == parts


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("bot.example", "scheme https"),
        ("ftp://bot.example", "scheme https"),
        ("file:///etc/passwd", "scheme https"),
        ("HTTPS://bot.example", "scheme https"),
        ("http://bot.example", "expected https"),
        ("https://", "host name"),
        ("https:///path", "host name"),
        ("https://Bot.example", "lower case"),
        ("https://bot_1.example", "host name"),
        ("https://-bot.example", "host name"),
        ("https://bot..example", "host name"),
        ("https://bot.example.", "host name"),
        ("https://b%6ft.example", "host name"),
        (f"https://{'b' * 64}.example", "host name"),
        ("https://böt.example", "xn--"),
        ("https://bot.example\\@evil.example", "backslashes"),
        ("https://bot.example/\r\nX: y", "printable"),
        ("https://bot.example/ x", "spaces"),
        ("https://me@bot.example", "user name"),
        ("https://me:pw@bot.example", "user name"),
        ("https://a@b@c", "user name"),
        ("https://bot.example/?q=1", "query"),
        ("https://bot.example#x", "fragment"),
        ("https://bot.example:", "port"),
        ("https://bot.example:0", "port"),
        ("https://bot.example:0443", "port"),
        ("https://bot.example:+443", "port"),
        ("https://bot.example:65536", "port"),
        ("https://bot.example:22", "port"),
        ("https://bot.example:6379", "port"),
        ("https://bot.example/../x", "path"),
        ("https://bot.example/a/./b", "path"),
        ("https://bot.example/%zz", "path"),
        ("https://bot.example/<", "path"),
        ("https://2130706433", "address such as"),
        ("https://127.1", "address such as"),
        ("https://0x7f.1", "address such as"),
        ("https://0x7f000001", "address such as"),
        ("https://0177.0.0.1", "address such as"),
        ("https://127.0.0.1.", "host name"),
        ("https://127.0.0.01", "address such as"),
        ("https://[::ffff:127.0.0.1]", "IPv6 address"),
        ("https://[::FFFF:7f00:1]", "IPv6 address"),
        ("https://[2606:4700:0::1111]", "IPv6 address"),
        ("https://[fe80::1%25eth0]", "IPv6 address"),
        ("https://[::1", "host or host:port"),
        ("https://127.0.0.1", "public address"),
        ("https://10.0.0.1", "public address"),
        ("https://169.254.169.254", "public address"),
        ("https://[::1]", "public address"),
        ("https://[64:ff9b::7f00:1]", "public address"),
        ("https://" + "a" * 2_050, "2048 characters"),
    ],
)
def test_any_other_url_is_refused_with_what_is_wrong(url: str, problem: str) -> None:
    """The message names the field and the part at fault."""
    with pytest.raises(UrlError, match=r"^url: ") as refusal:
        OPEN.check(url)

    assert problem in str(refusal.value)


def test_an_allowed_network_may_be_called_without_tls() -> None:
    """Just that network: its neighbour, and the open Internet without TLS, are refused."""
    assert LOOPBACK.check("http://127.0.0.1:8000").port == 8_000
    assert LOOPBACK.check("http://[::1]:8000").host == "::1"
    for url in ("http://127.0.0.2:8000", "http://10.0.0.1:8000", "http://1.1.1.1:8000"):
        with pytest.raises(UrlError):
            LOOPBACK.check(url)


def test_names_are_decided_by_their_addresses() -> None:
    """Over http a name must lead into an allowed network; over https to a public address too."""
    assert LOOPBACK.check("http://localhost:8000").host == "localhost"
    loopback, public = ip_address("127.0.0.1"), ip_address("1.1.1.1")

    assert LOOPBACK.admits(loopback, "http")
    assert LOOPBACK.admits(loopback, "https")
    assert LOOPBACK.admits(public, "https")
    assert not LOOPBACK.admits(public, "http")
    assert not OPEN.admits(loopback, "https")


@pytest.mark.parametrize(
    "network",
    [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16", "fc00::/7",
        "fe80::/10", "fec0::/10", "ff00::/8",
    ],
)  # fmt: skip
def test_no_special_address_is_public(network: str) -> None:
    """First and last of every range that IANA keeps for special purposes."""
    (found,) = networks([network])

    for address in (found[0], found[-1]):
        assert not is_public(address)
        assert not OPEN.admits(address, "https")


@pytest.mark.parametrize(
    "text",
    [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:200::", "2606:4700::1111",
        "2003::1", "3ffe:ffff::",
    ],
)  # fmt: skip
def test_the_neighbours_of_special_addresses_are_public(text: str) -> None:
    """The table refuses no more than it must."""
    assert is_public(ip_address(text))


def test_an_address_inside_another_is_judged_by_itself() -> None:
    """An IPv4 address in IPv6 clothes is refused or admitted as what it is; zones are refused."""
    assert not OPEN.admits(ip_address("::ffff:169.254.169.254"), "https")
    assert LOOPBACK.admits(ip_address("::ffff:127.0.0.1"), "http")
    assert not LOOPBACK.admits(ip_address("::1%lo"), "http")


@pytest.mark.parametrize("text", ["127.0.0.1/8", "localhost", "300.0.0.0/8", ""])
def test_a_network_that_is_none_is_refused(text: str) -> None:
    """With the name of the option, and an example."""
    with pytest.raises(ValueError, match=r"allow-network: expected .* 127\.0\.0\.1/32"):
        networks([text])


@given(
    host=st.from_regex(
        r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?(\.[a-z][a-z0-9]{0,4}){1,3}", fullmatch=True
    ),
    port=st.integers(8_000, 8_999),
    path=st.from_regex(r"(/([a-zA-Z0-9~_-]|%2[5f]){1,8}){0,3}", fullmatch=True),
)
def test_what_is_accepted_reads_the_same_elsewhere(host: str, port: int, path: str) -> None:
    """Written out and read again it is itself, and the client's own parser sees the same host."""
    parts = parse(f"https://{host}:{port}{path}")

    assert parse(str(parts)) == parts
    other = URL(str(parts), encoded=True)
    assert (other.scheme, other.raw_host, other.port) == (parts.scheme, parts.host, parts.port)
    assert other.raw_path == (parts.path or "/")
