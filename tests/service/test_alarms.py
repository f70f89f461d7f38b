"""Alarms as an organiser reads them, and the way of a set out of quarantine."""

import pytest

from arena.app import App
from arena.service.alarms import Quarantined
from arena.service.errors import NotFound
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.alarms import Alarm
from tests.loopback import Loopback
from tests.service.contest import play_all, start_contest
from tests.service.quarantine import put_in_quarantine


@pytest.fixture
async def cup(app: App, ada: Identity, loopback: Loopback) -> TournamentView:
    """A tournament in its first round, which has three sets."""
    return await start_contest(app, ada, loopback)


async def test_where_all_is_well_there_is_nothing_to_tell(app: App, cup: TournamentView) -> None:
    """Neither alarms nor sets in quarantine."""
    report = await app.alarms.report()

    assert (report.alarms, report.quarantined) == ([], [])
    assert cup.sets_quarantined == 0


async def test_a_set_in_quarantine_is_named_with_what_to_do(app: App, cup: TournamentView) -> None:
    """By the alarm, by what is in quarantine now, and in the description of the tournament."""
    await put_in_quarantine(app, cup.id, 1)

    report = await app.alarms.report()
    (alarm,) = report.alarms
    assert (alarm.kind, alarm.tournament, alarm.round, alarm.set) == ("quarantined", cup.id, 1, 1)
    assert "5 holders lost" in alarm.why
    assert f"`arena retry {cup.id}`" in alarm.advice
    assert alarm.at_ms >= cup.created_ms - 1_000
    assert report.quarantined == [Quarantined(tournament=cup.id, round=1, sets=[1])]
    assert (await app.tournaments.get(cup.id)).sets_quarantined == 1


async def test_sets_in_quarantine_are_put_back_and_played(app: App, cup: TournamentView) -> None:
    """They are in the queue at once, and the tournament comes to its end; the alarm stays."""
    await put_in_quarantine(app, cup.id, 0)
    await put_in_quarantine(app, cup.id, 2)
    waiting = await app.store.queue.waiting()

    assert await app.alarms.retry(cup.id) == Quarantined(tournament=cup.id, round=1, sets=[0, 2])
    assert await app.store.queue.waiting() > waiting
    assert (await play_all(app, await app.tournaments.get(cup.id))).state == "finished"
    report = await app.alarms.report()
    assert ([alarm.set for alarm in report.alarms], report.quarantined) == ([0, 2], [])


async def test_where_none_is_in_quarantine_none_is_put_back(app: App, cup: TournamentView) -> None:
    """Nothing changes, whatever the state of the tournament."""
    before = await app.store.queue.waiting()

    assert (await app.alarms.retry(cup.id)).sets == []
    assert await app.store.queue.waiting() == before


async def test_only_a_tournament_can_be_put_back(app: App) -> None:
    """An unknown id is refused."""
    with pytest.raises(NotFound, match="there is no tournament 'cup'"):
        await app.alarms.retry("cup")


async def test_alarms_come_in_order_and_not_without_end(app: App) -> None:
    """The newest last; from where one has read already, only what follows."""
    for number in range(130):
        await app.store.alarms.add(
            Alarm(kind="conflict", tournament="c" * 32, round=1, set=number, why="twice")
        )
    alarms = (await app.alarms.report()).alarms

    assert [alarm.set for alarm in alarms] == list(range(30, 130))
    assert [alarm.set for alarm in await app.alarms.after(alarms[-3].id)] == [128, 129]
    assert [alarm.set for alarm in await app.alarms.after("0")] == list(range(100))


async def test_an_alarm_that_is_raised_again_is_kept_once(app: App) -> None:
    """Several onlookers may notice the same; another reason makes another alarm."""
    for why in ("a", "a", "b"):
        await app.store.alarms.add(Alarm(kind="rolled_back", tournament="c" * 32, why=why))

    assert [alarm.why for alarm in (await app.alarms.report()).alarms] == ["a", "b"]


async def test_an_alarm_of_a_newer_release_is_shown(app: App) -> None:
    """Without advice, but not without a word."""
    await app.store.client.run(
        bytes, "XADD", keys.ALARMS, "*", "kind", "new", "t", "c" * 32, "why", "so", "more", "x"
    )

    (alarm,) = (await app.alarms.report()).alarms
    assert (alarm.kind, alarm.round, alarm.set, alarm.why) == ("new", None, None, "so")
    assert "newer release" in alarm.advice
