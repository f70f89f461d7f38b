"""The command line: translates arguments to one service call and back."""
