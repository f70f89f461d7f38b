"""Tests of arena.tournament."""
