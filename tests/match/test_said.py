"""What a seat may say in a match: all of it is kept for ever, so there is an end to it."""

import msgspec

from arena.engine.record import Record
from arena.engine.table import Table
from arena.games.sky_heist import SKY_HEIST
from arena.match.clock import Limits
from arena.match.player import Reply, Request
from arena.match.referee import MAX_SAID, play
from tests.match.players import KEY, MemoryJournal, Scripted

LONGEST = "\N{PLAYING CARD BLACK JOKER}" * 80
"""As many characters as an answer may have, of four bytes each."""


def talkative(_: Request) -> Reply:
    """Play what makes the longest games, and talk at every ask."""
    return Reply(0, say=LONGEST)


async def talk(journal: MemoryJournal | None = None) -> Record:
    """Play a match of five who all talk."""
    table = Table.new(SKY_HEIST, SKY_HEIST.header(5, "c3" * 32))
    played = await play(table, [Scripted(talkative) for _ in range(5)], Limits(), KEY, journal)
    return played.record


def said(record: Record) -> int:
    """Give the bytes that were said."""
    return sum(len(say.text.encode()) for say in record.says)


async def test_a_seat_that_talks_at_every_ask_is_not_listened_to_for_ever() -> None:
    """What no longer has room is dropped, whole; the decisions count, and it is nobody's fault."""
    record = await talk()

    assert len(record.decisions) > 200
    assert said(record) == 5 * (MAX_SAID // len(LONGEST.encode())) * len(LONGEST.encode())
    assert {say.text for say in record.says} == {LONGEST}
    assert record.faults == ()
    assert len(msgspec.json.encode(record)) < 32 * 1024


async def test_a_resumed_match_keeps_as_much_of_what_is_said() -> None:
    """What was said before the crash counts: no worker's death gives anybody more room."""
    journal = MemoryJournal()
    record = await talk(journal)

    assert await talk(MemoryJournal(journal.entries[: len(journal.entries) // 2])) == record
