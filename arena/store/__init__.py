"""Everything that is kept: the only place, beside the workers, that talks to Redis."""
