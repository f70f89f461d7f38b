"""The operations, one module for each kind of thing."""
