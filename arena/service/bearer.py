"""A bearer token by itself: how one is drawn, told from a mistyped one, and compared.

What may live here: the form `arena_<id>_<secret><checksum>`, how long one is good, and nothing of
where it is kept. The id (16 hex digits) is public; the secret is 32 random bytes in base64url; the
checksum (CRC-32 of all before it, 8 hex digits) lets whoever meets such a text tell without the
store whether it is whole: we, and scanners for tokens that were left lying about.
"""

import re
import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple
from zlib import crc32

from arena.service.clock import DAY_MS, now_ms
from arena.service.errors import Invalid
from arena.store.owners import Scope, Token

DAYS = 365
"""How long a token is good where nobody says."""
MOST_DAYS = 730
FORM = "`arena_`, 16 hex digits, `_` and 51 more characters"
"""The form in words."""

_FORM = re.compile(r"(arena_([0-9a-f]{16})_[A-Za-z0-9_-]{43})([0-9a-f]{8})", re.ASCII)
_NOBODYS = bytes(32)
"""Stands where no hash is kept: no text is known that has this one."""


class Drawn(NamedTuple):
    """A new token: what is to be kept of it and until when (ms), and its text, for its owner."""

    kept: Token
    expires_ms: int
    text: str


def draw(owner_id: str, scopes: tuple[Scope, ...], days: int) -> Drawn:
    """Draw a token that is good for so many days; raise Invalid for one that covers nothing."""
    if not scopes:
        raise Invalid("scopes", "expected at least one of organiser, contestant, viewer")
    token_id = secrets.token_hex(8)
    text = f"arena_{token_id}_{secrets.token_urlsafe(32)}"
    text += _checksum(text)
    made_ms = now_ms()
    kept = Token(
        id=token_id,
        owner=owner_id,
        scopes=tuple(dict.fromkeys(scopes)),
        sha256=_hash(text),
        created_ms=made_ms,
    )
    return Drawn(kept, made_ms + days * DAY_MS, text)


def id_of(text: str) -> str | None:
    """Give the id in the text of a token; None if it has not the form of one, or is mistyped."""
    match = _FORM.fullmatch(text)
    return match[2] if match and match[3] == _checksum(match[1]) else None


def proves(text: str, kept: Token | None) -> bool:
    """Say whether this is the text of the token that is kept; as much is done where none is."""
    same = compare_digest(_hash(text), _NOBODYS if kept is None else kept.sha256)
    return same and kept is not None


def _hash(text: str) -> bytes:
    return sha256(text.encode()).digest()


def _checksum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"
