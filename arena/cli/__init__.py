"""The command line: translates arguments to one service call and back."""

import gc

gc.disable()
from arena.cli.commands import main  # noqa: E402 (the collector rests while all of it is loaded)

# What is loaded stays. Going through it again and again, and once more at the end, would be a third
# of the work of a short command.
gc.freeze()
gc.enable()

__all__ = ["main"]
