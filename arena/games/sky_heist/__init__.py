"""Sky Heist, a game of gathering loot and being quick and well armed when it is shared."""
