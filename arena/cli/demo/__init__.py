"""`arena demo`: the command, and the contests that it holds."""
