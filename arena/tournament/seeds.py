"""From a secret, the entrants' nonces and a beacon to the seed of every deal (commit and reveal).

What may live here: the hashes of the specification's section "Seeds and commit-reveal", each
with its own domain, so that no value of one kind can be passed off as another.
"""

from collections.abc import Mapping
from hashlib import sha256

SIZE = 32
"""Bytes of every secret, nonce, beacon value and seed."""


def commitment(secret: bytes, config_json: bytes) -> bytes:
    """Give what is published before the first entry; `config_json` is `config.canonical(...)`."""
    _expect(secret, "secret")
    return sha256(b"arena/v1/commit\0" + secret + sha256(config_json).digest()).digest()


def final_seed(secret: bytes, nonces: Mapping[str, bytes], beacon: bytes | None) -> bytes:
    """Give the tournament's seed from the secret, every bot's nonce by its id, and the beacon."""
    _expect(secret, "secret")
    entries = sha256()
    for bot in sorted(nonces, key=str.encode):
        _expect(nonces[bot], f"nonce of {bot}")
        entries.update(bot.encode() + b"\0" + nonces[bot])
    if beacon is not None:
        _expect(beacon, "beacon")
    return sha256(
        b"arena/v1/final\0" + secret + entries.digest() + (beacon or bytes(SIZE))
    ).digest()


def deal_seed(final: bytes, game: str, round_: int, table: int, deal: int) -> bytes:
    """Give the seed of one deal; rounds count from 1, tables and deals from 0."""
    _expect(final, "final")
    name = game.encode("ascii")
    place = b"".join(number.to_bytes(4, "big") for number in (round_, table, deal))
    return sha256(b"arena/v1/deal\0" + final + len(name).to_bytes(1, "big") + place + name).digest()


def _expect(value: bytes, name: str) -> None:
    if len(value) != SIZE:
        raise ValueError(f"{name}: expected {SIZE} bytes, got {len(value)}")
