"""How bots have been of late: which of them are in quarantine, and what their checks came to.

A bot that failed in several matches in a row is in quarantine until several health checks were
passed one after another; how many, and when they are due, stands in `functions/health.lua`. By
hand its owner puts it there for all tournaments, and the organiser of one for that. All workers
share this one state. Times are ms by the server's clock.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client
from arena.store.faults import Fault, encode_fault

Held = Literal["OK", "GONE", "HELD", "STATE"]
_HELD: dict[bytes, Held] = {b"OK": "OK", b"GONE": "GONE", b"HELD": "HELD", b"STATE": "STATE"}
Why = Literal["faults", "owner", "organiser"]
"""Why a bot is in quarantine: for matches that it failed, or by the hand of one of these."""


class Quarantine(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's quarantine for its faults: since when, and when a worker will check it next.

    `matches` are the ids of those in which it failed, `checks_passed` how many checks it has passed
    since without failing one.
    """

    since_ms: int
    check_due_ms: int
    checks_passed: int
    matches: tuple[str, ...]


class Episode(msgspec.Struct, frozen=True, kw_only=True):
    """One quarantine of a bot, whatever put it there: `until_ms` if it is over.

    An organiser's is for his `tournament` alone, and ends with it. `matches` are the ids of those
    in which it failed; who puts it there by hand gives a `reason`.
    """

    since_ms: int
    why: Why
    tournament: str | None = None
    until_ms: int | None = None
    reason: str = ""
    matches: tuple[str, ...] = ()


class Health(msgspec.Struct, frozen=True):
    """What keeps a bot from being asked, if anything does; `quarantine` is one of the episodes."""

    quarantine: Quarantine | None
    episodes: tuple[Episode, ...]

    @property
    def quarantined(self) -> bool:
        """Whether it is kept from all tournaments."""
        return any(each.tournament is None for each in self.episodes)


class HealthRepository:
    """Keeps the health of bots."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def quarantines(self, bots: Sequence[str]) -> dict[str, Quarantine]:
        """Give the quarantines of those of these bots that are in one for their faults, by bot."""
        if not bots:
            return {}
        names = [keys.health(bot) for bot in bots]
        found = await self._client.call(list[list[bytes]], "quarantines", names, [])
        return {
            bot: _quarantine(*_text(each)) for bot, each in zip(bots, found, strict=True) if each
        }

    async def quarantined(self, bots: Sequence[str], tournament_id: str = "") -> set[str]:
        """Give those of these bots that are not to be asked, in this tournament if one is given."""
        if not bots:
            return set()
        names = [keys.health(bot) for bot in bots]
        found = await self._client.call(list[int], "quarantined", names, [tournament_id])
        return {bot for bot, held in zip(bots, found, strict=True) if held}

    async def note_match(self, match: str, failed: Mapping[str, bool]) -> None:
        """Note a finished match: which of the bots that were asked in it failed.

        The same match told again, by whoever resumed its set, counts once.
        """
        names = [keys.FEED, *(keys.health(bot) for bot in failed)]
        values: list[Argument] = [match]
        for bot, has_failed in failed.items():
            values += [bot, int(has_failed)]
        # It is told to others only where one failed.
        send = self._client.step if any(failed.values()) else self._client.call
        await send(bytes, "note_match", names, values)

    async def take_checks(self, bots: Sequence[str]) -> list[str]:
        """Give those of these bots whose health check is due; nobody else is given them now."""
        names = [keys.health(bot) for bot in bots]
        taken = await self._client.call(list[int], "take_checks", names, [])
        return [bot for bot, due in zip(bots, taken, strict=True) if due]

    async def note_check(self, bot: str, check: str, fault: Fault | None) -> bool:
        """Note that a check of this name was passed, or failed by a fault, which is kept.

        Gives whether the bot has to pass more of them. Only those at least 10 s apart count as
        passed one after another.
        """
        names = [
            keys.health(bot), keys.quarantines(bot), keys.FEED, keys.faults(bot, "check")
        ]  # fmt: skip
        record = b"" if fault is None else encode_fault(fault)
        return await self._client.step(int, "note_check", names, [bot, check, record]) == 1

    async def hold(self, bot: str, reason: str) -> Held:
        """Put a bot in quarantine for its owner; `HELD` if it is for another reason already."""
        names = [keys.health(bot), keys.NAMES, keys.FEED]
        return _HELD[await self._client.step(bytes, "hold_bot", names, [bot, reason])]

    async def let_go(self, bot: str) -> Held:
        """End what `hold` began, if it is not over; `GONE` where there is no such bot any more."""
        names = [keys.health(bot), keys.NAMES, keys.quarantines(bot), keys.FEED]
        return _HELD[await self._client.step(bytes, "let_bot_go", names, [bot])]

    async def hold_in(self, tournament_id: str, bot: str, who: str, reason: str) -> Held:
        """Put a bot in quarantine for a tournament's organiser (owner id), whose act is kept.

        `GONE` if it is not entered, `STATE` if the tournament is over, `HELD` as above.
        """
        names = [
            keys.health(bot), keys.tournament(tournament_id), keys.entries(tournament_id),
            keys.FEED, keys.audit(tournament_id),
        ]  # fmt: skip
        values: list[Argument] = [bot, reason, tournament_id, who, f"{bot}: {reason}"]
        return _HELD[await self._client.step(bytes, "hold_entry", names, values)]

    async def let_go_in(self, tournament_id: str, bot: str, who: str) -> Held:
        """End what `hold_in` began, if it is not over; `GONE` if the bot is not entered."""
        names = [
            keys.health(bot), keys.entries(tournament_id), keys.quarantines(bot), keys.FEED,
            keys.audit(tournament_id),
        ]  # fmt: skip
        values: list[Argument] = [bot, tournament_id, who]
        return _HELD[await self._client.step(bytes, "let_entry_go", names, values)]

    async def past(self, bot: str) -> list[Episode]:
        """Give a bot's latest quarantines that are over, the newest first."""
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]], "XREVRANGE", keys.quarantines(bot), "+", "-"
        )
        return [_past(flat) for _, flat in found]


def health_of(flat: Sequence[bytes]) -> Health:
    """Give what all fields of a bot's health say, `flat` being names and values in turn."""
    fields = _fields(flat)
    quarantine, episodes = None, list[Episode]()
    if "since" in fields:
        quarantine = _quarantine(*(fields[name] for name in ("since", "due", "passed", "row")))
        since_ms, matches = quarantine.since_ms, quarantine.matches
        episodes.append(Episode(since_ms=since_ms, why="faults", matches=matches))
    episodes += [
        _hold(name.removeprefix("hold:"), value)
        for name, value in fields.items()
        if name.startswith("hold:")
    ]
    return Health(quarantine, tuple(episodes))


def _hold(of: str, value: str) -> Episode:
    since, _, reason = value.partition(" ")
    if of == "owner":
        return Episode(since_ms=int(since), why="owner", reason=reason)
    return Episode(since_ms=int(since), why="organiser", tournament=of, reason=reason)


def _quarantine(since: str, due: str, passed: str, row: str) -> Quarantine:
    return Quarantine(
        since_ms=int(since),
        check_due_ms=int(due),
        checks_passed=int(passed),
        matches=tuple(row.split()),
    )


def _past(flat: Sequence[bytes]) -> Episode:
    fields = _fields(flat)
    return Episode(
        since_ms=int(fields["since"]),
        until_ms=int(fields["until"]),
        why=msgspec.convert(fields["why"], Why),
        reason=fields.get("reason", ""),
        tournament=fields.get("t"),
        matches=tuple(fields.get("matches", "").split()),
    )


def _fields(flat: Sequence[bytes]) -> dict[str, str]:
    text = _text(flat)
    return dict(zip(text[::2], text[1::2], strict=True))


def _text(found: Sequence[bytes]) -> list[str]:
    return [each.decode() for each in found]
