"""Tests of arena.http."""
