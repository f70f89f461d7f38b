"""Boards, answered before the framework has looked at the request.

What may live here: what is asked for by very many at once, without a token and without parameters.
One reading serves all who ask at a time, as the bytes that each of them is sent, and these are kept
for a moment, while the log has not grown. What is answered is what the operations of
`arena.api.routes.leaderboards` answer, which describe it.
"""

import re
import time
from dataclasses import dataclass

import msgspec
from litestar import Litestar
from litestar.enums import HttpMethod, ScopeType
from litestar.types import Receive, Scope, Send

from arena.games import GAMES
from arena.http.clients import refuse
from arena.http.services import services
from arena.service.boards import Boards
from arena.service.shared_calls import SharedCalls

KEPT_S = 0.5
"""So old may be what is told beside ratings: the names of bots, the state of a tournament."""
_PATH = re.compile(
    rf"/v1/(?:tournaments/([0-9a-f]{{32}})/standings|leaderboards/({'|'.join(GAMES)}))", re.ASCII
)
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class _Kept:
    """An answer: of which tournament, after which entry of its log, until when it may be good."""

    tournament: str
    last: str | None
    until: float
    body: bytes


class KeptBoards:
    """The answers that may still be good, by path."""

    def __init__(self) -> None:
        self._kept = dict[str, _Kept]()

    async def read(self, boards: Boards, path: str) -> bytes:
        """Give the answer to a request for this path; it tells of all that is in the log."""
        now = time.monotonic()
        kept = self._kept.get(path)
        if kept is None or now >= kept.until or await _grown(boards, kept):
            kept = await _read(boards, path, now + KEPT_S)
            self._kept = {path: each for path, each in self._kept.items() if now < each.until}
            self._kept[path] = kept
        return kept.body


async def _grown(boards: Boards, kept: _Kept) -> bool:
    """Say whether a log has grown since; of an empty one that is not known."""
    return kept.last is None or kept.last != await boards.last_entry(kept.tournament)


async def _read(boards: Boards, path: str, until: float) -> _Kept:
    wanted = _PATH.fullmatch(path)
    assert wanted is not None
    tournament, game = wanted.groups()
    if game is None:
        board = await boards.board(tournament)
        return _Kept(tournament, board.last, until, _encode(board.rows))
    leaderboard, last = await boards.latest(game)
    return _Kept(leaderboard.tournament.id, last, until, _encode(leaderboard))


def share_boards(api: Litestar) -> None:
    """Have boards read once for all who ask for one at the same time."""
    answer, kept = api.asgi_handler, KeptBoards()
    readings = SharedCalls(lambda path, _: kept.read(services(api.state).boards, path))

    async def shared(scope: Scope, receive: Receive, send: Send) -> None:
        if not _is_board(scope):
            await answer(scope, receive, send)
            return
        scope["path_template"] = _template(scope["path"])
        try:
            body = await readings.get(scope["path"])
        except Exception as error:
            await refuse(api, error, scope, receive, send)
            return
        await _send(body, send)

    api.asgi_handler = shared


def _is_board(scope: Scope) -> bool:
    """Say whether a board is asked for, and nothing about how."""
    if scope["type"] != ScopeType.HTTP or scope["method"] != HttpMethod.GET:
        return False
    return not scope["query_string"] and _PATH.fullmatch(scope["path"]) is not None


def _template(path: str) -> str:
    """Give the path of the operation, as the framework would."""
    standings = path.startswith("/v1/tournaments/")
    return f"/v1/{'tournaments/{tournament_id}/standings' if standings else 'leaderboards/{game}'}"


async def _send(body: bytes, send: Send) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
