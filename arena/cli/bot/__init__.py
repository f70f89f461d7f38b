"""`arena bot ...`: the commands, and how bots are shown."""
