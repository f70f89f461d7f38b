"""What is fixed when a tournament starts, and how its result log is bound to it.

What may live here: the facts that a bundle states beside the configuration, and the hash of them
that the log's chain begins with. Whoever changes one of them afterwards, if but a bot's name, has
another chain than the one whose heads were published while it was played.
"""

from hashlib import sha256
from typing import Annotated

import msgspec

from arena.engine.record import Hex
from arena.tournament.voids import BotId

MOST_ENTRANTS = 1_000
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Attempt = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
_Index = Annotated[int, msgspec.Meta(ge=0, lt=MOST_ENTRANTS)]
_Block = Annotated[tuple[_Index, ...], msgspec.Meta(min_length=2, max_length=5)]


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot as it was entered; `nonce` goes into the seed, `windows` into its matches' headers."""

    bot: BotId
    name: Words
    owner: Words
    nonce: Hex
    windows: bool


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is fixed at the start; `entrants` are in order of their bot ids.

    `attempt` counts the tournaments of this name that their organiser has drafted, `beacon` is the
    value of the public randomness round that the configuration names.
    """

    tournament: Words
    name: Words
    attempt: Attempt
    commitment: Hex
    beacon: Hex | None
    blocks: Annotated[tuple[_Block, ...], msgspec.Meta(max_length=1_000)]
    entrants: Annotated[tuple[Entrant, ...], msgspec.Meta(max_length=MOST_ENTRANTS)]

    def head(self) -> bytes:
        """Give the head of the log's chain before its first entry."""
        text = msgspec.json.encode(self, order="sorted")
        return sha256(b"arena/v1/opening\0" + text).digest()

    def nonces(self) -> dict[str, bytes]:
        """Give the nonces by bot id."""
        return {each.bot: bytes.fromhex(each.nonce) for each in self.entrants}
