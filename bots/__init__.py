"""The contestants' kit, and the house bots."""

from arena.protocol.messages import Choice, End
from bots.kit import Ask, serve

__all__ = ["Ask", "Choice", "End", "serve"]
