"""A bot that is behind gains nothing by stalling or by what might break a worker (T24)."""

import pytest

from arena.engine.record import Record
from arena.engine.table import Table
from arena.games.sky5 import SKY_5
from arena.match.clock import Limits
from arena.match.http import BotClient, HttpPlayer
from arena.match.local import LocalPlayer
from arena.match.player import Reply, Request
from arena.match.referee import play
from tests.loopback import BOTH_GAMES
from tests.match.asks import LOOPBACK, SEED
from tests.match.players import KEY
from tests.match.zoo import choose, zoo

GOOD_ASKS = 6
"""So many asks the bot answers well; then it has seen enough."""
LIMITS = Limits(move_ms=100, bank_ms=200)


class Turning:
    """Answers well at first, and from then on as another server does."""

    windows, wants_end = False, False

    def __init__(self, hostile: HttpPlayer) -> None:
        self._left = GOOD_ASKS
        self._hostile = hostile
        self.end = hostile.end

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Answer, or have the other one do it."""
        self._left -= 1
        if self._left >= 0:
            return Reply(choose(request))
        return await self._hostile.decide(request, allowance_ms)


async def played_against(mode: str) -> Record:
    """Play a match against a bot that turns to this mode; give its record without the faults."""
    async with zoo() as there, BotClient(there.bot(mode), LOOPBACK) as client:
        bot = Turning(HttpPlayer(client, BOTH_GAMES))
        table = Table.new(SKY_5, SKY_5.header(2, SEED))
        played = await play(table, [bot, LocalPlayer(choose)], LIMITS, KEY)
        assert [fault.seat for fault in played.faults] == [0] * LIMITS.max_strikes
        return played.record


@pytest.mark.parametrize(
    "mode", ["silent", "drip_body", "endless_body", "gzip_bomb", "deep_json", "flood_1xx", "reset"]
)
async def test_however_a_bot_fails_the_match_is_the_one_that_it_had(mode: str) -> None:
    """The same cards and the same course as for a bot that answers illegally at the same place."""
    illegal, hostile = await played_against("beyond"), await played_against(mode)

    assert hostile.decisions == illegal.decisions
    assert (hostile.outcome, hostile.digest) == (illegal.outcome, illegal.digest)
    assert {note.kind for note in hostile.faults} != {"illegal"}
