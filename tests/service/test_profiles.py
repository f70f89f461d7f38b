"""How a bot plays and stands, as its newest matches tell it, and what is never told."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from arena.app import App
from arena.engine.beat import Beat
from arena.engine.record import Record
from arena.engine.retelling import beats
from arena.engine.rules import Game
from arena.games import GAMES
from arena.service import bot_lists, profiles
from arena.service.errors import NotFound
from arena.service.matches import MatchFilter, MatchView
from arena.service.owners import Identity
from arena.service.profiles import ProfileView
from arena.tournament.config import Config
from arena.tournament.elo import ELO
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_all, play_round, start_contest

DUELS = Config(game="sky-heist", players=2, rounds=2, rounds_per_match=1)


async def matches_of(app: App, bot: str) -> list[MatchView]:
    """Give all matches of a bot."""
    return (await app.matches.page(None, None, 100, MatchFilter(bot=bot))).items


async def calls_of(app: App, bot: str, matches: Sequence[MatchView]) -> list[int]:
    """Give what the calls to a bot took in these matches."""
    times = [(await app.matches.timed(each.id)).latencies for each in matches]
    seats = [each.bots.index(bot) for each in matches]
    own = [ms for seat, each in zip(seats, times, strict=True) for ms in each[seat]]
    return [ms for ms in own if ms is not None]


def habits(profile: ProfileView) -> dict[str, tuple[int, int]]:
    """Give times and chances of the habits of a profile of one game, by their names."""
    (of_game,) = profile.habits
    return {each.name: (each.times, each.of) for each in of_game.habits}


async def test_results_habits_and_times_are_those_of_the_matches(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """By seat, over all that was played; sealed matches count in results alone."""
    tournament = await play_round(app, await start_contest(app, ada, loopback, DUELS))
    (first, *_) = sorted(await app.store.sets.open_numbers(tournament.id))
    await app.sets.play(tournament.id, tournament.round, [first])
    bot = (await app.matches.page(tournament.id, None, 1)).items[0].bots[0]
    matches = await matches_of(app, bot)
    profile = await app.profiles.get(bot)

    assert profile.matches == len(matches) == sum(each.matches for each in profile.results)
    for seat in profile.results:
        here = [match for match in matches if match.bots.index(bot) == seat.seat]
        places = Counter(match.outcome.ranks[seat.seat] for match in here)
        assert (seat.matches, seat.games, seat.firsts) == (len(here), len(here), places[1])
    met = (await app.histories.opponents(bot, None, 10)).items
    assert sum(each.score for each in profile.results) == sum(each.score for each in met)
    opened = [match for match in matches if match.replay]
    assert 0 < len(opened) < len(matches)
    assert profile.habits[0].matches == len(opened)
    calls, answers = await calls_of(app, bot, opened), profile.answers
    assert answers is not None
    assert (answers.calls, answers.worst_ms) == (len(calls), max(calls))
    for share, most in ((0.5, answers.median_ms), (0.95, answers.p95_ms)):
        assert sum(ms < most for ms in calls) < share * len(calls)
        assert sum(ms <= most for ms in calls) >= share * len(calls)
    game, sums = GAMES["sky-heist"], Counter[str]()
    assert game.habits is not None
    for match in opened:
        told = beats(game, await app.matches.replay(match.id))
        for note in game.habits.notes(told, match.bots.index(bot)):
            sums[note.habit.name] += note.times
    assert {name: times for name, (times, _) in habits(profile).items()} == {
        name: sums[name] for name in habits(profile)
    }


async def test_a_profile_is_kept_until_its_bot_has_played_anew(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No replay is played twice; a round that is over opens further ones."""
    tournament = await play_round(app, await start_contest(app, ada, loopback))
    bots = [entry.bot for entry in await app.entries.of(tournament.id)]
    before = [await app.profiles.get(bot) for bot in bots]
    played = list[str]()

    def noted(game: Game, record: Record) -> Iterator[Beat]:
        played.append(record.digest)
        return beats(game, record)

    monkeypatch.setattr(profiles, "beats", noted)
    assert [await app.profiles.get(bot) for bot in bots] == before
    assert played == []
    await play_all(app, tournament)
    after = [await app.profiles.get(bot) for bot in bots]
    new = {match.id: match for bot in bots for match in await matches_of(app, bot)}
    assert sorted(played) == sorted(each.digest for each in new.values() if each.round == 2)
    assert all(b.matches == 2 * a.matches for a, b in zip(before, after, strict=True))


async def test_no_more_replays_are_played_than_are_said(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest ones; nobody waits for longer than he has patience for."""
    monkeypatch.setattr(profiles, "MOST_REPLAYS", 1)
    tournament = await play_all(app, await start_contest(app, ada, loopback))
    bot = (await app.entries.of(tournament.id))[0].bot

    assert await app.profiles.within(bot, 0.0) is None
    profile = await app.profiles.get(bot)
    assert profile.habits[0].matches == 1
    assert await app.profiles.within(bot, 10.0) == profile


async def test_who_has_not_played_has_an_empty_profile(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """And who is not there has none."""
    bot = await app.bots.register(ada, "idle", await loopback.start())

    assert await app.profiles.get(bot.id) == ProfileView(
        bot=bot.id, matches=0, results=[], habits=[], answers=None
    )
    assert await app.placings.of_bot(bot.id) == []
    with pytest.raises(NotFound):
        await app.profiles.get("0" * 32)
    with pytest.raises(NotFound):
        await app.placings.of_bot("0" * 32)


async def test_ranks_are_of_the_board_and_at_last_of_the_final_standings(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With the interval that these have, as soon as they are made."""
    tournament = await play_round(app, await start_contest(app, ada, loopback))
    row = (await app.boards.leaderboard(tournament.id))[0]
    (on,) = await app.placings.of_bot(row.bot)

    assert (on.final, on.rank, on.error, on.state) == (False, row.rank, None, "running")
    assert on.elo == row.rating / ELO
    await play_all(app, tournament)
    best = (await app.final_standings.read(tournament.id)).rows[0]
    (over,) = await app.placings.of_bot(best.bot)
    assert (over.final, over.rank, over.elo, over.error) == (True, 1, best.elo, best.error)
    assert (over.entries, over.sets, over.state) == (3, best.sets, "finished")


async def test_an_entry_is_told_of_until_it_is_withdrawn(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Before the start there is no rank."""
    tournament = await open_contest(app, ada, loopback, DUEL, (by_view, by_view))
    bot = (await app.entries.of(tournament.id))[0].bot
    (entered,) = await app.placings.of_bot(bot)

    assert (entered.state, entered.entries, entered.rank) == ("open", 2, None)
    await app.direction.leave(ada, tournament.id, bot)
    assert await app.placings.of_bot(bot) == []


async def test_bots_are_found_by_name(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By any part of it, in any case, a page at a time; deleted ones are not."""
    monkeypatch.setattr(bot_lists, "PAGE", 2)
    bots = {
        name: (await app.bots.register(ada, name, await loopback.start())).id
        for name in ("Eagle", "beagle", "Seagull", "Owl")
    }

    found = await app.bot_lists.named("EAG", 1)
    assert (found.total, [each.name for each in found.bots]) == (3, ["beagle", "Eagle"])
    assert [each.name for each in (await app.bot_lists.named("EAG", 2)).bots] == ["Seagull"]
    assert (await app.bot_lists.named("", 3)).bots == []
    await app.bot_life.delete(ada, bots["Eagle"])
    assert (await app.bot_lists.named("eag", 1)).total == 2


async def test_an_owner_finds_what_is_his(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """His bots by name, his tournaments while they are not over, and what his token is good for."""
    tournament = await start_contest(app, ada, loopback)
    mine = await app.bot_lists.of_holder(ada)

    assert (mine.id, mine.name, mine.token) == (ada.owner.id, "Ada", ada.token_id)
    assert [each.name for each in mine.bots] == ["bot 0", "bot 1", "bot 2"]
    assert [each.id for each in mine.tournaments] == [tournament.id]
    (token,) = await app.tokens.of(ada.owner.id)
    assert (mine.scopes, mine.expires_ms) == (token.scopes, token.expires_ms)
    await play_all(app, tournament)
    assert (await app.bot_lists.of_holder(ada)).tournaments == []
    assert (await app.bot_lists.of_holder(bob)).bots == []
