"""`arena exhibition ...`: the commands, and how exhibitions are shown."""
