"""Tests of arena.web.tournaments."""
