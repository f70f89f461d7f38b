"""What organisers do to tournaments in the middle of them, and the log of it.

Each act is one step, and is kept in the tournament's audit log by the same step.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from arena.store import keys
from arena.store.client import Argument, Client
from arena.tournament.config import Withdrawal
from arena.tournament.voids import Void

Withdrew = Literal["OK", "STATE", "GONE", "VOID"]
_WITHDREW: dict[bytes, Withdrew] = {
    b"OK": "OK",
    b"STATE": "STATE",
    b"GONE": "GONE",
    b"VOID": "VOID",
}
Voided = Literal["OK", "STATE", "HEAD"]
_VOIDED: dict[bytes, Voided] = {b"OK": "OK", b"STATE": "STATE", b"HEAD": "HEAD"}


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """An act of an organiser, from the audit log: when, whose (owner id), what, and what of."""

    id: str
    who: str
    act: str
    details: str


class Voiding(msgspec.Struct, frozen=True, kw_only=True):
    """A void as the store is to apply it: the log's `entry` between the heads of its chain.

    `sets` are what each bot of its `changes` loses of its count; reruns are numbered from `first`.
    """

    tournament: str
    void: Void
    entry: bytes
    digest: bytes
    before: bytes
    after: bytes
    sets: Mapping[str, int]
    first: int | None
    who: str
    details: str


class ActRepository:
    """Does acts, and reads which were done.

    Acts give False, or a word other than `OK`, with nothing changed, where the tournament is not in
    the state they need. One that has been done already is done.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    async def pause(self, tournament_id: str, who: str) -> bool:
        """Let no set of a running tournament be begun; those in play go on to their ends."""
        return await self._move("pause", tournament_id, who)

    async def resume(self, tournament_id: str, who: str) -> bool:
        """Let a paused tournament go on."""
        return await self._move("resume", tournament_id, who, keys.open_sets(tournament_id))

    async def cancel(self, tournament_id: str, who: str) -> bool:
        """End a tournament that is not over, whatever is in play."""
        names = [
            keys.tournament(tournament_id), keys.FEED, keys.audit(tournament_id),
            keys.open_sets(tournament_id), keys.fences(tournament_id), keys.losses(tournament_id),
            keys.heads(tournament_id), keys.RUNNING, keys.OPENED,
        ]  # fmt: skip
        values: list[Argument] = [tournament_id, who, keys.journals(tournament_id)]
        return await self._client.step(bytes, "cancel", names, values) == b"OK"

    async def withdraw(
        self, tournament_id: str, bot: str, who: str, details: str, policy: Withdrawal
    ) -> Withdrew:
        """Take a bot out: its entry before the start, after it all that it would be asked.

        `GONE` if it is not entered, `STATE` if the tournament is over, `VOID` if it takes a void
        after the start.
        """
        names = [
            keys.tournament(tournament_id), keys.entries(tournament_id),
            keys.withdrawn(tournament_id), keys.FEED, keys.audit(tournament_id),
        ]  # fmt: skip
        values: list[Argument] = [tournament_id, bot, who, details, policy]
        return _WITHDREW[await self._client.step(bytes, "withdraw", names, values)]

    async def void(self, voiding: Voiding) -> Voided:
        """Put a void into the log and apply it in one step; `HEAD` if the log has grown."""
        own, void = voiding.tournament, voiding.void
        names = [
            keys.tournament(own), keys.open_sets(own), keys.fences(own), keys.losses(own),
            keys.log(own), keys.board(own), keys.played(own), keys.voids(own),
            keys.withdrawn(own), keys.FEED, keys.audit(own),
        ]  # fmt: skip
        values: list[Argument] = [
            own, void.round, int(void.of == void.round), voiding.before, voiding.after,
            voiding.entry, voiding.digest, msgspec.msgpack.encode(void.numbers),
            -1 if voiding.first is None else voiding.first, void.withdrawn or "", voiding.who,
            voiding.details, keys.journals(own),
        ]  # fmt: skip
        for bot, change in void.changes:
            values += [bot, change, voiding.sets[bot]]
        (answer,) = await self._client.step(tuple[bytes], "void", names, values)
        return _VOIDED[answer]

    async def page(self, tournament_id: str, after: str | None, limit: int) -> list[Act]:
        """Give acts of the organiser, the oldest first, from the one after this id."""
        start = "-" if after is None else f"({after}"
        found = await self._client.run(
            list[tuple[bytes, list[bytes]]],
            "XRANGE", keys.audit(tournament_id), start, "+", "COUNT", limit,
        )  # fmt: skip
        return [_act(entry_id, flat) for entry_id, flat in found]

    async def _move(self, act: str, tournament_id: str, who: str, *more: str) -> bool:
        names = [keys.tournament(tournament_id), keys.FEED, keys.audit(tournament_id), *more]
        return await self._client.step(bytes, act, names, [tournament_id, who, act]) == b"OK"


def _act(entry_id: bytes, flat: list[bytes]) -> Act:
    text = [each.decode() for each in flat]
    fields = dict(zip(text[::2], text[1::2], strict=True))
    return Act(id=entry_id.decode(), **fields)
