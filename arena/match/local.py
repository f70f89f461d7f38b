"""A bot in this process: a function of one ask. It is trusted, and no clock runs for it."""

from collections.abc import Awaitable, Callable
from inspect import isawaitable

from arena.match.player import Reply, Request
from arena.protocol.messages import Choice, End, chosen

Answer = int | Choice
Function = Callable[[Request], Answer | Awaitable[Answer]]


class LocalPlayer:
    """Plays by `function`; an exception in it is ours, and ends the match with a traceback."""

    wants_end = False

    def __init__(self, function: Function, windows: bool = False) -> None:
        """Take the function of a bot, plain or async."""
        self.windows = windows
        self._function = function

    async def decide(self, request: Request, allowance_ms: int) -> Reply:  # noqa: ARG002 (trusted)
        """Give what the function answers."""
        answer = self._function(request)
        if isawaitable(answer):
            answer = await answer
        choice = chosen(answer)
        return Reply(choice.choice, say=choice.say)

    async def end(self, message: End, allowance_ms: int) -> None:
        """Tell it nothing: it never asked to be told."""
