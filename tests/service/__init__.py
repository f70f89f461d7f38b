"""Tests of `arena.service`, on a real server and with real bots on loopback."""
