"""Addresses and spellings that may not be called, written down by hand: an oracle of its own.

From the special-purpose registries of IANA (IPv4, IPv6), their multicast ranges, and the metadata
services of clouds; nothing here is taken from the product.
"""

SPECIAL_4 = (
    ("0.0.0.0", "0.255.255.255"),
    ("10.0.0.0", "10.255.255.255"),
    ("100.64.0.0", "100.127.255.255"),
    ("100.100.100.200", "100.100.100.200"),
    ("127.0.0.0", "127.255.255.255"),
    ("168.63.129.16", "168.63.129.16"),
    ("169.254.0.0", "169.254.255.255"),
    ("169.254.169.254", "169.254.170.2"),
    ("172.16.0.0", "172.31.255.255"),
    ("192.0.0.0", "192.0.0.255"),
    ("192.0.0.0", "192.0.0.7"),
    ("192.0.0.8", "192.0.0.8"),
    ("192.0.0.9", "192.0.0.10"),
    ("192.0.0.170", "192.0.0.171"),
    ("192.0.0.192", "192.0.0.192"),
    ("192.0.2.0", "192.0.2.255"),
    ("192.31.196.0", "192.31.196.255"),
    ("192.52.193.0", "192.52.193.255"),
    ("192.88.99.0", "192.88.99.255"),
    ("192.168.0.0", "192.168.255.255"),
    ("192.175.48.0", "192.175.48.255"),
    ("198.18.0.0", "198.19.255.255"),
    ("198.51.100.0", "198.51.100.255"),
    ("203.0.113.0", "203.0.113.255"),
    ("224.0.0.0", "239.255.255.255"),
    ("240.0.0.0", "255.255.255.254"),
    ("255.255.255.255", "255.255.255.255"),
)
"""First and last of each range."""

PUBLIC_4 = (
    "1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255",
    "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.1.255",
    "192.0.3.0", "192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0",
    "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.47.255",
    "192.175.49.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
    "203.0.112.255", "203.0.114.0", "223.255.255.255",
)  # fmt: skip
"""The neighbours of those ranges that are of the open Internet, and some well-known addresses."""

_END = "ffff:ffff:ffff"
SPECIAL_6 = (
    ("::", "::"),
    ("::1", "::1"),
    ("::2", "::ffff:ffff"),
    ("64:ff9b::", "64:ff9b::ffff:ffff"),
    ("64:ff9b:1::", f"64:ff9b:1:ffff:ffff:{_END}"),
    ("100::", f"100::ffff:{_END}"),
    ("100:0:0:1::", f"100:0:0:1:ffff:{_END}"),
    (f"1fff:ffff:ffff:ffff:ffff:{_END}", f"1fff:ffff:ffff:ffff:ffff:{_END}"),
    ("2001::", f"2001:0:ffff:ffff:ffff:{_END}"),
    ("2001::", f"2001:1ff:ffff:ffff:ffff:{_END}"),
    ("2001:1::1", "2001:1::3"),
    ("2001:2::", f"2001:2:0:ffff:ffff:{_END}"),
    ("2001:3::", f"2001:3:ffff:ffff:ffff:{_END}"),
    ("2001:4:112::", f"2001:4:112:ffff:ffff:{_END}"),
    ("2001:10::", f"2001:1f:ffff:ffff:ffff:{_END}"),
    ("2001:20::", f"2001:2f:ffff:ffff:ffff:{_END}"),
    ("2001:30::", f"2001:3f:ffff:ffff:ffff:{_END}"),
    ("2001:db8::", f"2001:db8:ffff:ffff:ffff:{_END}"),
    ("2002::", f"2002:ffff:ffff:ffff:ffff:{_END}"),
    ("2620:4f:8000::", f"2620:4f:8000:ffff:ffff:{_END}"),
    ("3fff::", f"3fff:fff:ffff:ffff:ffff:{_END}"),
    ("4000::", f"5eff:ffff:ffff:ffff:ffff:{_END}"),
    ("5f00::", f"5f00:ffff:ffff:ffff:ffff:{_END}"),
    ("fc00::", f"fdff:ffff:ffff:ffff:ffff:{_END}"),
    ("fd00:ec2::254", "fd20:ce::254"),
    ("fe80::", f"febf:ffff:ffff:ffff:ffff:{_END}"),
    ("fec0::", f"feff:ffff:ffff:ffff:ffff:{_END}"),
    ("ff00::", f"ffff:ffff:ffff:ffff:ffff:{_END}"),
)

PUBLIC_6 = (
    "2000::", f"2000:ffff:ffff:ffff:ffff:{_END}", "2001:200::", f"2001:db7:ffff:ffff:ffff:{_END}",
    "2001:db9::", f"2001:ffff:ffff:ffff:ffff:{_END}", "2003::", "2606:4700::1111",
    f"2620:4f:7fff:ffff:ffff:{_END}", "2620:4f:8001::", f"3ffe:ffff:ffff:ffff:ffff:{_END}",
    "3fff:1000::", f"3fff:ffff:ffff:ffff:ffff:{_END}",
)  # fmt: skip

LOOPBACK_SPELLINGS = (
    "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.0.0.01", "2130706433", "0x7f.1",
    "0x7f.0.0.1", "0x7f000001", "0X7F000001", "0177.0.0.1", "00000177.0.0.1", "017700000001",
    "0", "0.0.0.0", "①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "127.0.0.1%00",
    "%31%32%37.0.0.1",
    "localhost", "LOCALHOST", "localhost.", "ip6-localhost", "a.localhost", "::1", "::0001",
    "0:0:0:0:0:0:0:1", "::1%lo", "::1%25lo", "::1%1", "::", "::ffff:127.0.0.1", "::ffff:7f00:1",
    "::FFFF:7F00:1", "0:0:0:0:0:ffff:127.0.0.1", "::ffff:0.0.0.0", "::127.0.0.1", "::7f00:1",
    "::ffff:0:127.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b::7f00:1", "64:FF9B::7F00:1",
    "64:ff9b:1::7f00:1", "2002:7f00:1::", "2002:7F00:0001::1", "2001:0:7f00:1::",
    "2001::80ff:fffe", "::ffff:127.0.0.1%lo", "fe80::1%lo",
)  # fmt: skip
"""This machine, as some parser or resolver understands it; without the brackets of URLs."""


def inside_6(address: str) -> tuple[str, ...]:
    """Give the IPv6 addresses that stand for an IPv4 address to some translator."""
    one, two, three, four = map(int, address.split("."))
    high, low = one << 8 | two, three << 8 | four
    inverted = f"{high ^ 0xFFFF:x}:{low ^ 0xFFFF:x}"
    return (
        f"::{address}",
        f"::ffff:0:{address}",
        f"64:ff9b::{address}",
        f"64:ff9b::{high:x}:{low:x}",
        f"64:ff9b:1::{high:X}:{low:X}",
        f"2002:{high:x}:{low:x}::1",
        f"2001:0:{high:x}:{low:x}:0:0:{inverted}",
    )
