"""Which addresses and names may be called: by the table, which is held to one made by hand."""

from ipaddress import ip_address

import pytest

from arena.match.guard import Guard, is_public, networks
from arena.match.urls import UrlError
from tests.match.special import PUBLIC_4, PUBLIC_6, SPECIAL_4, SPECIAL_6, inside_6

OPEN = Guard()
LOOPBACK = Guard(networks(["127.0.0.1/32", "::1/128"]))
ENDS = [address for ends in (*SPECIAL_4, *SPECIAL_6) for address in dict.fromkeys(ends)]


def url(address: str) -> str:
    """Give the https URL of an address."""
    return f"https://[{address}]" if ":" in address else f"https://{address}"


@pytest.mark.parametrize("address", ENDS)
def test_no_special_address_may_be_called(address: str) -> None:
    """Neither the first nor the last of any range: not as a URL, and not at the connect."""
    assert not is_public(ip_address(address))
    assert not OPEN.admits(ip_address(address), "https")
    with pytest.raises(UrlError, match=r"^url: "):
        OPEN.check(url(address))


@pytest.mark.parametrize("address", [*PUBLIC_4, *PUBLIC_6])
def test_the_neighbours_of_special_addresses_may_be_called(address: str) -> None:
    """The table refuses no more than it must; and nothing is called without TLS."""
    assert OPEN.check(url(address)).host == address
    assert OPEN.admits(ip_address(address), "https")
    assert not OPEN.admits(ip_address(address), "http")


@pytest.mark.parametrize("ends", SPECIAL_4, ids=lambda ends: str(ends[0]))
def test_an_address_inside_another_is_no_way_around_the_table(ends: tuple[str, str]) -> None:
    """IPv4 in the clothes of IPv6: mapped, compatible, NAT64, 6to4, Teredo, with and without zone.

    Of these only the mapped form is the address itself to a socket; the others are no address of
    anybody's, whatever they hold.
    """
    for address in ends:
        for text in (*inside_6(address), *inside_6("1.1.1.1"), f"::ffff:{address}"):
            for written in (text, text.upper(), f"{text}%lo"):
                assert not OPEN.admits(ip_address(written), "https"), written
                with pytest.raises(UrlError, match=r"^url: "):
                    OPEN.check(f"https://[{written}]")


def test_a_mapped_address_is_judged_by_itself() -> None:
    """A resolver may give it so; a URL must name the address itself."""
    assert OPEN.admits(ip_address("::ffff:1.1.1.1"), "https")
    assert LOOPBACK.admits(ip_address("::ffff:127.0.0.1"), "http")
    assert not LOOPBACK.admits(ip_address("::ffff:127.0.0.2"), "http")
    assert not LOOPBACK.admits(ip_address("::1%lo"), "http")
    with pytest.raises(UrlError, match="shortest form"):
        OPEN.check("https://[::ffff:1.1.1.1]")


def test_an_allowed_network_may_be_called_without_tls() -> None:
    """Just that network: its neighbour, and the open Internet without TLS, are refused."""
    assert LOOPBACK.check("http://127.0.0.1:8000").port == 8_000
    assert LOOPBACK.check("http://[::1]:8000").host == "::1"
    for refused in ("http://127.0.0.2:8000", "http://10.0.0.1:8000", "http://1.1.1.1:8000"):
        with pytest.raises(UrlError):
            LOOPBACK.check(refused)


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
    "name",
    [
        "localhost", "bot.localhost", "intranet", "db", "metadata.google.internal", "nas.local",
        "4.3.2.1.in-addr.arpa", "router.home.arpa", "hidden.onion", "bot.test", "bot.invalid",
        "bot.alt",
    ],
)  # fmt: skip
def test_private_names_are_for_allowed_networks(name: str) -> None:
    """They lead to nobody else's machine, and would only be asked of our own name servers."""
    with pytest.raises(UrlError, match=r"^url: expected a public host name, or one in a network"):
        OPEN.check(f"https://{name}")

    assert LOOPBACK.check(f"https://{name}").host == name


@pytest.mark.parametrize("text", ["127.0.0.1/8", "localhost", "300.0.0.0/8", ""])
def test_a_network_that_is_none_is_refused(text: str) -> None:
    """With the name of the option, and an example."""
    with pytest.raises(ValueError, match=r"^expected .* 127\.0\.0\.1/32"):
        networks([text])
