"""Checks of bots in the background: begun, read while they grow, and ended in every way."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
import pytest

from arena.app import App, open_app
from arena.match.conformance.report import Report
from arena.service import conformance
from arena.service.clock import now_ms
from arena.service.errors import Full, Invalid, NotFound, TooMany
from arena.service.owners import Identity
from bots.kit import Ask
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.stating import Stating
from tests.waiting import until


class Gated:
    """A bot that answers once its gate is open; it counts what it is asked."""

    def __init__(self) -> None:
        self.gate = asyncio.Event()
        self.asked = 0

    async def decide(self, ask: Ask) -> int:
        """Wait, then play."""
        self.asked += 1
        await self.gate.wait()
        return by_view(ask)


@pytest.fixture
async def app(app: App) -> AsyncIterator[App]:
    """The services as a process of the API has them."""
    async with app.conformance.at_work():
        yield app


async def until_it_is(app: App, who: Identity, bot: str, state: str) -> Report:
    """Give the report on a bot once it stands so."""

    async def stands() -> bool:
        return (await app.conformance.report(who, bot)).state == state

    await until(stands, f"the check is not {state}")
    return await app.conformance.report(who, bot)


async def until_asked(bot: Gated, times: int = 1) -> None:
    """Return once a bot was asked so often."""

    async def asked() -> bool:
        return bot.asked >= times

    await until(asked, "the bot is not asked")


async def until_idle(app: App) -> None:
    """Return once no check is under way in this process."""

    async def idle() -> bool:
        return not app.conformance.under_way

    await until(idle, "a check goes on")


async def begun(app: App, who: Identity, url: str, name: str = "Slapper") -> str:
    """Register a bot as the API does; give its id."""
    bot = await app.bots.register(who, name, url)
    await app.conformance.begin(who, bot.id)
    return bot.id


async def test_a_registration_is_followed_by_a_check(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its report can be read at once, grows, and comes to its end."""
    bot = await begun(app, ada, await loopback.start())
    first = await app.conformance.report(ada, bot)
    last = await until_it_is(app, ada, bot, "finished")

    assert (first.state, first.verdict, first.ended_ms) == ("running", None, None)
    assert (last.begun_ms, last.verdict) == (first.begun_ms, "warned")
    assert last.ended_ms is not None
    assert [finding.trial for finding in last.findings if finding.verdict != "passed"] == [
        "ask", "wrong_signature",
    ]  # fmt: skip
    assert last.findings[: len(first.findings)] == first.findings


async def test_a_report_is_for_the_owner_alone(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """To others it is as if there were no such bot; and there is none before the first check."""
    bot = (await app.bots.register(ada, "Slapper", await loopback.start())).id
    with pytest.raises(NotFound, match="have it checked"):
        await app.conformance.report(ada, bot)
    await app.conformance.begin(ada, bot)

    for who, other in ((bob, bot), (ada, "0" * 32)):
        with pytest.raises(NotFound, match=f"there is no bot '{other}' of yours"):
            await app.conformance.report(who, other)
        with pytest.raises(NotFound, match=f"there is no bot '{other}' of yours"):
            await app.conformance.check(who, other)


async def test_a_bot_has_one_check_at_a_time(app: App, ada: Identity, loopback: Loopback) -> None:
    """A newer one takes the place of that which is under way, of this process or of another."""
    gated = Gated()
    bot = await begun(app, ada, await loopback.start(gated.decide))
    await until_asked(gated)
    first = await app.conformance.report(ada, bot)
    async with open_app(app.settings) as other, other.conformance.at_work():
        await app.conformance.check(ada, bot)
        await until_asked(gated, 2)
        await other.conformance.check(ada, bot)
        await until_asked(gated, 3)
        gated.gate.set()
        last = await until_it_is(app, ada, bot, "finished")
        await until_idle(app)

        assert last.begun_ms > first.begun_ms
        assert await app.conformance.report(ada, bot) == last


async def test_a_deleted_bot_leaves_no_report(app: App, ada: Identity, loopback: Loopback) -> None:
    """Nor does a check that is under way keep one afterwards."""
    gated = Gated()
    bot = await begun(app, ada, await loopback.start(gated.decide))
    await until_asked(gated)
    await app.bot_life.delete(ada, bot)
    gated.gate.set()
    await until_idle(app)

    assert await app.store.reports.get(bot) is None
    with pytest.raises(NotFound):
        await app.conformance.report(ada, bot)


async def test_a_process_that_stops_interrupts_its_checks(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It is said of the report, with what was found until then, and the bot is not called again."""
    gated = Gated()
    async with open_app(app.settings) as stopping:
        async with stopping.conformance.at_work():
            bot = await begun(stopping, ada, await loopback.start(gated.decide))
            await until_asked(gated)
        report = await app.conformance.report(ada, bot)

        assert stopping.conformance.under_way == 0
    assert (report.state, report.verdict) == ("interrupted", None)
    assert [finding.trial for finding in report.findings] == ["info"]
    assert gated.asked == 1


async def test_a_check_whose_process_was_killed_is_told_as_interrupted(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Nobody waits for ever for what nobody goes on with."""
    bot = (await app.bots.register(ada, "Slapper", await loopback.start())).id
    old = Report(begun_ms=now_ms() - conformance.LOST_MS - 1)
    await app.store.reports.keep(bot, msgspec.msgpack.encode(old))

    assert (await app.conformance.report(ada, bot)).state == "interrupted"


async def test_there_are_so_many_checks_at_once_and_no_more(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some are made, some wait for their turn; beyond that a registration goes without."""
    monkeypatch.setattr(conformance, "MOST", conformance.MOST_AT_ONCE + 1)
    bots = [Gated() for _ in range(conformance.MOST_AT_ONCE + 2)]
    urls = [await loopback.start(bot.decide) for bot in bots]
    ids = [await begun(app, ada, url, f"bot {n}") for n, url in enumerate(urls)]
    for bot in bots[: conformance.MOST_AT_ONCE]:
        await until_asked(bot)

    assert [bot.asked for bot in bots[conformance.MOST_AT_ONCE :]] == [0, 0]
    assert (await app.conformance.report(ada, ids[-2])).findings == ()
    with pytest.raises(NotFound, match="have it checked"):
        await app.conformance.report(ada, ids[-1])
    with pytest.raises(Full, match="checks: as many as can be made"):
        await app.conformance.check(ada, ids[-1])
    bots[0].gate.set()
    await until_asked(bots[-2])


async def check_often(app: App, who: Identity, bot: str) -> None:
    """Have a bot checked more often than anybody may."""
    for _ in range(30):
        await app.conformance.check(who, bot)


async def test_an_owner_has_so_many_checks_in_a_row(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A registration is not refused by that."""
    bot = await begun(app, ada, await loopback.start())
    with pytest.raises(TooMany, match="checks: too many of your bots: try again in"):
        await check_often(app, ada, bot)
    other = await begun(app, ada, await loopback.start(), "another")

    assert (await app.bots.get(other)).name == "another"


async def test_a_bot_that_is_dead_has_no_check(app: App, ada: Identity, loopback: Loopback) -> None:
    """The refusal tells what is wrong, and the report is as it was."""
    stating = Stating(BOTH_GAMES)
    bot = await begun(app, ada, await loopback.serve(stating.application()))
    before = await until_it_is(app, ada, bot, "finished")
    stating.info = msgspec.structs.replace(BOTH_GAMES, games=("chess",))

    assert before.verdict == "failed"
    with pytest.raises(Invalid, match="expected games with sky-5"):
        await app.conformance.check(ada, bot)
    assert await app.conformance.report(ada, bot) == before


async def test_a_host_that_does_not_want_it_any_more_is_asked_nothing(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whoever takes over a server that was proved is not bothered by more than a `GET`."""
    gated = Gated()
    wanted = msgspec.structs.replace(BOTH_GAMES, verify=ada.owner.verify)
    stating = Stating(wanted)
    server = stating.application()
    server.router.add_post("/decide", gated.decide)  # type: ignore[arg-type]
    url = (await loopback.serve(server)).replace("127.0.0.1", "localhost")
    bot = (await app.bots.register(ada, "Slapper", url)).id
    stating.info = BOTH_GAMES
    await app.conformance.begin(ada, bot)
    (finding,) = (await until_it_is(app, ada, bot, "finished")).findings

    assert (finding.verdict, gated.asked) == ("failed", 0)
    assert f'expected "verify": "{ada.owner.verify}"' in finding.found
