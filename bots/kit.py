"""The contestants' kit: turns a function of one ask into a bot that the arena can call.

What may live here: the server side of bot protocol 1, and nothing about playing well.
"""

import asyncio
import os
import traceback
from collections.abc import Awaitable, Callable, Sequence
from inspect import isawaitable

import msgspec
from aiohttp import web
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from arena.engine.ask import Event, Option, View
from arena.games import game
from arena.protocol.messages import BotInfo, Choice, Decide, End, chosen
from arena.protocol.schema import decide_type

REMEMBERED = 1_000
"""Answers to signed asks that are kept, so that the same ask gets the same one."""

Ask = Decide[Option, View, Event]
Function = Callable[[Ask], int | Choice | Awaitable[int | Choice]]

_encode = msgspec.json.Encoder().encode
_ends = msgspec.json.Decoder(End)


class _Which(msgspec.Struct):
    """So much of an ask as says in whose words the rest is."""

    game: str


_whiches = msgspec.json.Decoder(_Which)
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


def serve(
    decide: Function,
    games: Sequence[str],
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    version: str = "",
    windows: bool = False,
    max_concurrency: int = 4,
    secret: str | None = None,
    verify: str | None = None,
    end: Callable[[End], None] | None = None,
) -> None:
    """Run a bot until it is stopped. `decide` gives the index of the option it chooses.

    `port`: else that of the environment's PORT, else 8000. `verify` is its owner's word, which a
    registration without it names: it shows that the arena may call here. `windows`: be asked to
    load on other players' turns too. `end` is told the result of each match.

    With the `secret` that a registration gives (`whsec_...`) whatever is not signed with it, or was
    more than 5 minutes ago, is refused, and an ask that comes again gets the answer that it had, of
    which `decide` is not asked again: who records a request and sends it once more learns nothing.
    When the secret is replaced, the arena signs with both for 24 hours: start anew with the new one
    within that time.
    """
    info = BotInfo(
        protocol=1,
        games=tuple(games),
        version=version,
        windows=windows,
        max_concurrency=max_concurrency,
        verify=verify,
        end=end is not None,
    )
    port = int(os.environ.get("PORT", "8000")) if port is None else port
    print(f"A bot for {', '.join(games)} on http://{host}:{port}", flush=True)
    try:
        web.run_app(
            application(decide, info, secret, end),
            host=host,
            port=port,
            print=None,
            access_log=None,
            shutdown_timeout=1.0,
            loop=_event_loop(),
        )
    except OSError as error:
        raise SystemExit(
            f"port: cannot listen on {host}:{port}: {error.strerror}; PORT names another"
        ) from error


def application(
    decide: Function,
    info: BotInfo,
    secret: str | None = None,
    end: Callable[[End], None] | None = None,
) -> web.Application:
    """Give the bot as an application of aiohttp, to be run by other means than `serve`."""
    server = _Server(decide, info, secret, end)
    app = web.Application()
    app.router.add_get("/", server.info)
    app.router.add_post("/decide", server.decide)
    app.router.add_post("/end", server.end)
    return app


class _Server:
    """The three routes of a bot."""

    def __init__(
        self,
        decide: Function,
        info: BotInfo,
        secret: str | None,
        end: Callable[[End], None] | None,
    ) -> None:
        self._decide = decide
        self._info = info
        self._end = end
        self._webhook = None if secret is None else Webhook(secret)
        self._answers: dict[str, asyncio.Future[Choice]] = {}
        self._asks = {name: msgspec.json.Decoder(decide_type(game(name))) for name in info.games}

    async def info(self, _: web.Request) -> web.Response:
        """`GET /`."""
        return _json(self._info)

    async def decide(self, request: web.Request) -> web.Response:
        """`POST /decide`: an exception of the bot is shown here and answered with 500."""
        body = await self._body(request)
        try:
            ask = self._asks[_whiches.decode(body).game].decode(body)
        except (KeyError, *_MALFORMED) as error:
            raise web.HTTPBadRequest(
                text=f"not an ask of {', '.join(self._asks)}: {error}"
            ) from error
        try:
            return _json(await self._answer(ask))
        except Exception as error:
            traceback.print_exc()
            raise web.HTTPInternalServerError(text=f"{type(error).__name__}: {error}") from error

    async def end(self, request: web.Request) -> web.Response:
        """`POST /end`."""
        body = await self._body(request)
        try:
            told = _ends.decode(body)
        except _MALFORMED as error:
            raise web.HTTPBadRequest(text=f"not the end of a match: {error}") from error
        if self._end is not None:
            self._end(told)
        return _json({})

    async def _answer(self, ask: Ask) -> Choice:
        """Have the bot decide; where asks are signed, once for each."""
        if self._webhook is None:
            return await self._choose(ask)
        answer = self._answers.get(ask.ask_id)
        if answer is None:
            answer = self._answers[ask.ask_id] = asyncio.ensure_future(self._choose_once(ask))
            if len(self._answers) > REMEMBERED:
                del self._answers[next(iter(self._answers))]
        return await asyncio.shield(answer)

    async def _choose_once(self, ask: Ask) -> Choice:
        """Have the bot decide; what fails is not remembered."""
        try:
            return await self._choose(ask)
        except BaseException:
            self._answers.pop(ask.ask_id, None)
            raise

    async def _choose(self, ask: Ask) -> Choice:
        answer = self._decide(ask)
        if isawaitable(answer):
            answer = await answer
        return chosen(answer)

    async def _body(self, request: web.Request) -> bytes:
        """Give a body whose signature is good; answer 401 to any other."""
        body = await request.read()
        if self._webhook is not None:
            try:
                self._webhook.verify(body, dict(request.headers), json_parse=False)
            except (WebhookVerificationError, ValueError) as error:
                raise web.HTTPUnauthorized(text=f"signature: {error}") from error
        return body


def _json(message: msgspec.Struct | dict[str, str]) -> web.Response:
    return web.Response(body=_encode(message), content_type="application/json")


def _event_loop() -> asyncio.AbstractEventLoop | None:
    """Give uvloop's where there is one; None lets the server make its own."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop()
