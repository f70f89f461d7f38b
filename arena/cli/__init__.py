"""The command line: translates arguments to one service call and back."""

from arena.cli.commands import main

__all__ = ["main"]
