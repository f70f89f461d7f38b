"""Tests of arena/protocol."""
