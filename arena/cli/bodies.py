"""What is sent to the REST API: the bodies of its requests."""

import msgspec

from arena.store.tournaments import Registration
from arena.tournament.config import Config


class NewBot(msgspec.Struct, frozen=True):
    """Body of `POST /v1/bots`."""

    name: str
    url: str


class BotChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of `PATCH /v1/bots/{id}`: what is None stays as it is."""

    name: str | None = None
    url: str | None = None
    exhibitions: bool | None = None


class NewTournament(msgspec.Struct, frozen=True):
    """Body of `POST /v1/tournaments`."""

    name: str
    config: Config
    registration: Registration = "open"
    invited: tuple[str, ...] = ()


class NewEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of `POST /v1/tournaments/{id}/entries`."""

    bot: str
    nonce: str | None = None
    invitation: str | None = None


class NewStart(msgspec.Struct, frozen=True):
    """Body of `POST /v1/tournaments/{id}/start`."""

    beacon: str | None


class NewExhibition(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of `POST /v1/exhibitions`."""

    bots: tuple[str, ...]
    game: str | None = None
    seed: str | None = None
    of: str | None = None


class NewVoid(msgspec.Struct, frozen=True):
    """Body of `POST /v1/tournaments/{id}/void`; `sets` None stands for all of the round."""

    round: int
    sets: list[int] | None
    rerun: bool
    reason: str


class NewWithdrawal(msgspec.Struct, frozen=True):
    """Body of `POST /v1/tournaments/{id}/withdraw`."""

    bot: str
    reason: str


class NewQuarantine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body of `POST /v1/bots/{id}/quarantine`, and of a tournament's, which names the `bot`."""

    reason: str
    bot: str | None = None


class EntryRelease(msgspec.Struct, frozen=True):
    """Body of `POST /v1/tournaments/{id}/release`."""

    bot: str
