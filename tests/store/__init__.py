"""Tests of `arena.store`, on a real server."""
