"""What a contest file may say: a whole contest in TOML, its keys, their bounds and defaults."""

from typing import Annotated

import msgspec

from arena.games import GAMES
from arena.protocol.schema import Schema, standalone
from arena.service.naming import MAX_NAME
from arena.store.tournaments import MOST_INVITED, Registration
from arena.tournament import config as of
from arena.tournament.config import Config


def _said(description: str) -> msgspec.Meta:
    """Give the words that editors show with a key."""
    return msgspec.Meta(description=description)


ContestName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_NAME)]
Game = Annotated[
    str, msgspec.Meta(pattern=f"^(?:{'|'.join(GAMES)})$", extra_json_schema={"enum": list(GAMES)})
]


OwnerId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", max_length=32)]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Elo's K up to and including a bot's set number `until`; the last step has no `until`."""

    k: of.KFactor
    until: of.Until | None = None


Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=10)]


class ContestFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A contest, as `arena tournament create --file` drafts it. Times are in ms."""

    name: Annotated[ContestName, _said("Its name, shown to all.")]
    registration: Annotated[
        Registration, _said("Who may enter: everybody, or whoever has the organiser's code.")
    ] = "open"
    invited: Annotated[
        tuple[OwnerId, ...],
        msgspec.Meta(max_length=MOST_INVITED),
        _said("Ids of owners who may enter without that code."),
    ] = ()
    game: Annotated[Game, _said("The game that is played.")]
    rules: Annotated[of.Rules, _said("Version of its rules; 0 stands for the newest.")] = 0
    players: Annotated[of.Players, _said("Bots at a table.")]
    rounds: Annotated[of.Rounds, _said("Rounds, in each of which every bot plays.")]
    deals: Annotated[of.Deals, _said("Deals that each table of a round plays.")] = 1
    mode: Annotated[
        of.Mode, _said("Who plays the same deal: `rotation`, `field`, `off`; `auto` chooses.")
    ] = "auto"
    k_schedule: Annotated[Steps, _said("Elo's K by a bot's number of sets; it never rises.")] = (
        Step(until=30, k=40),
        Step(until=100, k=20),
        Step(k=10),
    )
    rounds_per_match: Annotated[
        of.Rounds | None, _said("Rounds of the game in one match, where the game has several.")
    ] = None
    move_ms: Annotated[of.MoveMs, _said("Time for an answer, before the bank is drawn on.")] = 500
    bank_ms: Annotated[of.BankMs, _said("Time beside that, for a whole match.")] = 10_000
    max_strikes: Annotated[of.MaxStrikes, _said("Faults that retire a seat in a match.")] = 5
    withdrawal: Annotated[
        of.Withdrawal, _said("What becomes of the unplayed sets of a bot that is withdrawn.")
    ] = "defaults"
    beacon: Annotated[
        of.Beacon | None, _said("Round of public randomness, not out yet, that the seed will hold.")
    ] = None
    ladder: Annotated[bool, _said("Whether it is rated on the ladder of the game as well.")] = False

    def config(self) -> Config:
        """Give the configuration of it."""
        given = msgspec.structs.asdict(self)
        schedule = tuple((step.until, step.k) for step in self.k_schedule)
        names = set(Config.__struct_fields__) & set(given)
        return Config(**{name: given[name] for name in names} | {"k_schedule": schedule})


def contest_schema() -> Schema:
    """Give the JSON Schema (2020-12) of a contest file, for editors and other programs."""
    return standalone(ContestFile, "A contest file of Sky Arena")
