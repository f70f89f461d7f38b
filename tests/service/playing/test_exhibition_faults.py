"""What bots do wrong in exhibitions: told to their owners, once, when an exhibition is over."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.service.exhibitions import ExhibitionView
from arena.service.faults import FaultFilter, FaultView
from arena.service.owners import Identity
from arena.service.playing import exhibitor
from arena.store import keys
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback
from tests.service.exhibits import against, register, shown
from tests.service.stating import Stating

NOT_OFFERED = 1_000


def broken(_: Ask) -> int:
    """Answer what is not to be had."""
    return NOT_OFFERED


class Pausing:
    """A bot that answers badly, and at its second ask waits until it may go on."""

    def __init__(self) -> None:
        self.waiting, self.go_on = asyncio.Event(), asyncio.Event()
        self.asked = list[str]()

    async def decide(self, ask: Ask) -> int:
        """Choose what is not to be had."""
        self.asked.append(ask.ask_id)
        if len(self.asked) == 2:
            self.waiting.set()
            await self.go_on.wait()
        return NOT_OFFERED


async def faults(app: App, who: Identity, bot: str, **wanted: str) -> list[FaultView]:
    """Give the faults of a bot, the newest first."""
    return (await app.faults.page(who, bot, None, 100, FaultFilter(**wanted))).items


async def patient(app: App, view: ExhibitionView) -> None:
    """Give the bots of an exhibition that is not begun a minute for an ask."""
    kept = await app.store.exhibitions.get(view.id)
    assert kept is not None
    changed = msgspec.structs.replace(kept.exhibition, move_ms=60_000)
    record, name = msgspec.msgpack.encode(changed), keys.exhibition(view.id)
    await app.store.client.run(int, "HSET", name, "record", record)


async def test_each_owner_sees_those_of_his_own_bot(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """With the exhibition where else a match stands, and all that there is to find the reason."""
    mine = await register(app, ada, loopback, broken)
    theirs = await register(app, bob, loopback, broken)
    await app.bots.change(bob, theirs.id, exhibitions=True)
    view = await shown(app, ada, against(mine, theirs.id))
    assert view.result is not None

    for who, own, strikes in ((ada, mine, 0), (bob, theirs, 1)):
        found = await faults(app, who, own.id, exhibition=view.id)
        assert len(found) == view.result.strikes[strikes] > 0
        assert found == await faults(app, who, own.id)
        assert {(each.during, each.exhibition, each.kind) for each in found} == {
            ("exhibition", view.id, "illegal")
        }
        asks = [each.ask for each in found if each.ask is not None]
        assert [ask.strikes for ask in asks] == list(range(len(found), 0, -1))
        assert {(ask.match, ask.game) for ask in asks} == {(None, "sky-5")}
        assert {each.body_start for each in found} == {'{"choice":1000,"say":null}'}
    assert await faults(app, ada, mine.id, exhibition="0" * 32) == []
    assert await faults(app, ada, mine.id, during="match") == []


async def test_an_attempt_that_is_given_up_tells_nothing(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is played anew, with faults of its own, which would stand there twice."""
    monkeypatch.setattr(exhibitor, "GRACE_S", 0.01)
    bot, stop = Pausing(), asyncio.Event()
    own = await register(app, ada, loopback, bot.decide)
    view = await app.exhibitions.create(ada, against(own))
    await patient(app, view)
    playing = asyncio.create_task(app.exhibitor.play(view.id, stop))
    await bot.waiting.wait()
    stop.set()
    await playing
    assert await faults(app, ada, own.id) == []

    await app.exhibitor.play(view.id, asyncio.Event())
    result = (await app.exhibitions.get(ada, view.id)).result
    found = await faults(app, ada, own.id)
    assert result is not None
    assert len(found) == result.strikes[0] == len(bot.asked) - 2
    assert {each.ask.ask_id for each in found if each.ask} == set(bot.asked[2:])


async def test_what_was_done_wrong_in_one_that_lasts_too_long_is_told(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is over, and why is what its owner wants to know, with the time of each."""
    monkeypatch.setattr(exhibitor, "LONGEST_S", 2.5)  # ample for the first ask
    bot = Pausing()
    own = await register(app, ada, loopback, bot.decide)
    view = await app.exhibitions.create(ada, against(own))
    await patient(app, view)
    await app.exhibitor.play(view.id, asyncio.Event())
    view = await app.exhibitions.get(ada, view.id)

    (told,) = await faults(app, ada, own.id)
    assert view.state == "failed"
    assert (told.exhibition, told.ask and told.ask.ask_id) == (view.id, bot.asked[0])
    assert view.ended_ms is not None
    assert view.created_ms <= told.at_ms < view.ended_ms


async def test_a_get_that_fails_before_one_is_told_too(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It may be why nothing was asked."""
    server = Stating(BOTH_GAMES)
    own = await app.bots.register(ada, "mine", await loopback.serve(server.application()))
    server.gone = b"gone"
    view = await shown(app, ada, against(own))

    found = await faults(app, ada, own.id)
    assert [each for each in found if each.ask is None] == found[-1:]
    assert (found[-1].exhibition, found[-1].kind, found[-1].body_start) == (
        view.id, "status", "gone",
    )  # fmt: skip
