"""How bots are shown to people."""

from collections.abc import Iterator, Sequence

from arena.cli.console import facts, moment, table
from arena.service.bots import BotView, PublicBot
from arena.service.faults import FaultView
from arena.store.health import Episode


class ShownBot(BotView, frozen=True, kw_only=True, omit_defaults=True):
    """A bot as the API gives it to whoever asks: to its owner with all the rest.

    Its secret is there where that was asked for.
    """

    url: str | None = None
    secret: str | None = None
    old_secret_until_ms: int | None = None
    windows: bool | None = None
    max_concurrency: int | None = None
    history: list[Episode] | None = None


def print_bots(bots: Sequence[PublicBot]) -> None:
    """Print a line for each bot."""
    rows = [(bot.id, bot.name, bot.owner_name, ", ".join(bot.games), _state(bot)) for bot in bots]
    table(("id", "name", "owner", "games", "state"), rows, (0, 1, 2, 3, 4))


def print_faults(faults: Sequence[FaultView]) -> None:
    """Print a line for each fault."""
    rows = [
        (
            moment(fault.at_ms),
            _place(fault),
            "-" if fault.ask is None else fault.ask.kind,
            fault.kind,
            str(fault.latency_ms),
            "-" if fault.status is None else str(fault.status),
            fault.detail,
        )
        for fault in faults
    ]
    table(("at", "in", "ask", "fault", "ms", "status", "detail"), rows, (0, 1, 2, 3, 6))


def _place(fault: FaultView) -> str:
    """Give what a fault was made in: a match by its id, once that is told."""
    if fault.exhibition is not None:
        return f"exhibition {fault.exhibition}"
    return (fault.ask and fault.ask.match) or fault.during


def print_bot(bot: ShownBot) -> None:
    """Print what is known of a bot, a line for each fact."""
    facts(list(_facts(bot)))


def _facts(bot: ShownBot) -> Iterator[tuple[str, str]]:
    yield "id", bot.id
    yield "name", bot.name
    yield "owner", f"{bot.owner} ({bot.owner_name})"
    yield "games", ", ".join(bot.games)
    yield "state", _state(bot)
    for each in bot.quarantines:
        where = "" if each.tournament is None else f" in tournament {each.tournament}"
        yield "quarantine", f"{each.why}{where}, since {moment(each.since_ms)}"
    for version in bot.versions:
        yield "version", f"{version.version or '-'} since {moment(version.since_ms)}"
    if bot.url is not None:
        yield "url", bot.url
    if bot.secret is not None:
        yield "secret", bot.secret
    for episode in bot.history or ():
        yield "history", _episode(episode)


def _episode(episode: Episode) -> str:
    """Give a quarantine in a line: when, why, in which matches the bot failed."""
    words = f"{moment(episode.since_ms)} to {moment(episode.until_ms)}: {episode.why}"
    details = [episode.reason, *episode.matches]
    return ": ".join([words, ", ".join(filter(None, details))]) if any(details) else words


def _state(bot: PublicBot) -> str:
    if bot.deleted:
        return "deleted"
    if bot.quarantined:
        return "in quarantine"
    return "retired" if bot.retired else "ready"
