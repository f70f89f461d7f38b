"""Every hostile bot there is, running: the zoo's, and those that no path of the zoo can be."""

import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec

from arena.protocol.messages import FaultKind
from tests.match.tls import HOST, Authority, tls_bot, trusting
from tests.match.zoo import MODES, QUIRKS, zoo

AUTHORITY = "authority.pem"
"""The file, in the directory of the bots, that whoever calls them must trust."""


class Hostile(msgspec.Struct, frozen=True):
    """A bot, and what calls to it must come to: this fault, or the choice 0."""

    url: str
    fault: FaultKind | None


@asynccontextmanager
async def hostile_bots(directory: Path) -> AsyncIterator[Mapping[str, Hostile]]:
    """Run them all; give them by name."""
    authority = Authority()
    async with AsyncExitStack() as stack:
        stack.enter_context(trusting(authority, directory))
        bots = await stack.enter_async_context(zoo())
        expired = await stack.enter_async_context(tls_bot(authority.context(to_days=-1)))
        foreign = await stack.enter_async_context(tls_bot(authority.context("bot.example")))
        stalled = await stack.enter_async_context(tls_bot(None))
        taken = stack.enter_context(socket.socket())
        taken.bind((HOST, 0))
        yield {
            **{name: Hostile(bots.bot(name), fault) for name, (fault, _) in MODES.items()},
            **{name: Hostile(bots.bot(name), None) for name in QUIRKS},
            "refuse": Hostile(f"http://{HOST}:{taken.getsockname()[1]}", "connect"),
            "tls_expired": Hostile(f"https://{HOST}:{expired}", "tls"),
            "tls_foreign": Hostile(f"https://{HOST}:{foreign}", "tls"),
            "tls_stalled": Hostile(f"https://{HOST}:{stalled}", "timeout"),
            "tls_none": Hostile(bots.bot("well").replace("http:", "https:"), "tls"),
        }
