"""Tests of `arena.api`: a real server process, a real store, real bots on loopback."""
