"""Readable playthroughs of every game, kept so that a change of what happens cannot go unseen."""
