"""Tests of arena.web.boards."""
