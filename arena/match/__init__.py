"""One match with its players: the referee, its clock, and the guarded calls to bots."""
