"""Tests of arena/match, on real sockets."""
