"""Tournaments, their entries, and the steps of their life that are not a set's result."""

from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Client
from arena.tournament.config import Config

State = Literal["draft", "open", "running", "finished"]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a tournament. `secret` is not to be shown before the end."""

    id: str
    owner: str
    name: str
    config: Config
    secret: bytes
    commitment: str
    created_ms: int


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament as it stands: its plan, and what moves.

    `round` is the one being played (0 before the first), `final` its seed once started, `head` the
    head of the result log's chain.
    """

    plan: Plan
    state: State
    round: int
    final: bytes | None
    head: bytes


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's entry. `windows` is frozen here, since a match's header holds it."""

    bot: str
    owner: str
    name: str
    nonce: bytes
    windows: bool
