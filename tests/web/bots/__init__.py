"""Tests of arena.web.bots."""
