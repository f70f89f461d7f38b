"""How exhibitions are shown to people: what came of them, and how they come along until then."""

import asyncio
from collections.abc import Iterator, Sequence

from rich.text import Text

from arena.cli.console import ERR, facts, moment, printable, table
from arena.cli.rest import Api
from arena.service.exhibitions import ExhibitionResult, ExhibitionView

_POLL_S = 0.5
_OVER = ("finished", "failed")


async def wait_to_end(api: Api, begun: ExhibitionView) -> ExhibitionView:
    """Show how an exhibition stands until it is over; give it then."""
    view = begun
    with ERR.status("") as status:
        while view.state not in _OVER:
            status.update(Text(printable(f"exhibition {begun.id}: {view.state}")))
            await asyncio.sleep(_POLL_S)
            view = await api.get(ExhibitionView, f"exhibitions/{begun.id}")
    return view


def print_exhibitions(views: Sequence[ExhibitionView]) -> None:
    """Print a line for each exhibition."""
    rows = [
        (view.id, moment(view.created_ms), view.game, view.state, " ".join(view.bots))
        for view in views
    ]
    table(("id", "begun", "game", "state", "bots"), rows, (0, 1, 2, 3, 4))


def print_exhibition(view: ExhibitionView) -> None:
    """Print what is known of an exhibition, and what its seats came to."""
    facts(list(_facts(view)))
    if view.result is not None:
        rows = list(_seats(view.bots, view.result))
        table(("", "rank", "score", "strikes", "version"), rows, (0, 4))


def _facts(view: ExhibitionView) -> Iterator[tuple[str, str]]:
    yield "id", view.id
    yield "state", view.state if view.why is None else f"{view.state}: {view.why}"
    yield "game", view.game
    yield "time", f"{view.move_ms} ms an answer, {view.bank_ms} ms more in the match"
    yield "begun", moment(view.created_ms)
    if view.ended_ms is not None:
        yield "ended", moment(view.ended_ms)
    if view.result is None:
        for number, bot in enumerate(view.bots):
            yield f"seat {number}", bot
    else:
        yield "digest", view.result.digest


def _seats(bots: Sequence[str], result: ExhibitionResult) -> Iterator[tuple[str, ...]]:
    """Give a row for each seat; of one that was retired it says so beside its strikes."""
    columns = (result.outcome.ranks, result.outcome.scores, result.strikes, result.retired)
    for number, (bot, version, rank, score, strikes, retired) in enumerate(
        zip(bots, result.versions, *columns, strict=False)
    ):
        told = f"{strikes}, retired" if retired else str(strikes)
        yield f"seat {number}: {bot}", str(rank), str(score), told, version
