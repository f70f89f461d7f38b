"""Contest files: what may be in one, and how all that is wrong in one is told, with its line."""
