"""Who sits at the table of `arena play`: `house:NAME`, a URL, or `module:function`."""

import importlib
import sys
from contextlib import AsyncExitStack
from inspect import isawaitable
from pathlib import Path
from traceback import extract_tb, format_exception_only, format_list
from typing import cast

from arena.cli.failures import InputError
from arena.engine.rules import Game
from arena.match.connection import BotError
from arena.match.guard import Guard
from arena.match.house import house_bot, house_player
from arena.match.http import BotClient, HttpPlayer
from arena.match.local import Answer, Function, LocalPlayer
from arena.match.player import Player, Request
from arena.match.urls import UrlError
from arena.protocol.messages import chosen

FORMS = "house:NAME, a URL, or module:function"


async def seat(bot: str, game: Game, guard: Guard, open_clients: AsyncExitStack) -> Player:
    """Give the player that `bot` names; its connections close with `open_clients`.

    Raises InputError where there is none, or where it does not play the game.
    """
    if "://" in bot:
        return await _over_http(bot, game, guard, open_clients)
    module, colon, name = bot.partition(":")
    if not (name and colon and all(part.isidentifier() for part in module.split("."))):
        raise InputError(f"--bot: expected {FORMS}, got {bot!r}")
    if module == "house":
        return _of_the_house(bot, name, game)
    return LocalPlayer(_shielded(bot, _load(bot, module, name)))


async def _over_http(url: str, game: Game, guard: Guard, open_clients: AsyncExitStack) -> Player:
    try:
        client = await open_clients.enter_async_context(BotClient(url, guard))
        info = await client.info()
    except UrlError as error:
        raise InputError(f"--bot {url}: {error}") from error
    except BotError as error:
        raise InputError(f"--bot {url}: no bot answers there: {error}") from error
    if game.name not in info.games:
        raise InputError(f"--bot {url}: it plays {', '.join(info.games)}, not {game.name}")
    return HttpPlayer(client, info)


def _of_the_house(bot: str, name: str, game: Game) -> Player:
    try:
        return house_player(house_bot(name, game.name))
    except ValueError as error:
        raise InputError(f"--bot {bot}: {error}") from error


def _load(bot: str, module: str, name: str) -> Function:
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), name, None)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise InputError(f"--bot {bot}: there is no module {module} here") from error
        raise InputError(f"--bot {bot}: cannot be imported:\n{_told(error)}") from error
    if not callable(found):
        raise InputError(f"--bot {bot}: expected a function {name} in the module {module}")
    return cast(Function, found)


def _shielded(bot: str, function: Function) -> Function:
    """Give the function with its errors told as what they are: those of the bot's author."""

    async def decide(request: Request) -> Answer:
        try:
            answer = function(request)
            if isawaitable(answer):
                answer = await answer
        except (Exception, SystemExit) as error:
            raise InputError(f"--bot {bot} failed:\n{_told(error)}") from error
        try:
            return chosen(answer)
        except TypeError as error:
            raise InputError(f"--bot {bot}: {error}") from error

    return decide


def _told(error: BaseException) -> str:
    """Give the traceback of an error in a bot, without our own frames and those of the import."""
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if frame.filename not in (__file__, importlib.__file__)
        and not frame.filename.startswith("<frozen importlib")
    ]
    return "".join([*format_list(frames), *format_exception_only(error)]).rstrip()
