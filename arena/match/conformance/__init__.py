"""The conformance check of a bot: whether it does all that a match will ask of it.

What may live here: what a bot is tried at, and what its author is told. It needs no store, and
calls the bot as a match does: through the same guard, under the same limits of time.
"""
