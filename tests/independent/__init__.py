"""A verifier of bundles that shares no code with the arena, and what tells the two apart."""
