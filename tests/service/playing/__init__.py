"""Tests of `arena.service.playing`: jobs on a real server, with real bots on loopback."""
