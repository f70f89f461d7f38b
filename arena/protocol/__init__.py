"""The words in which the arena and a bot talk over HTTP."""
