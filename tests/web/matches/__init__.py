"""Tests of arena.web.matches."""
