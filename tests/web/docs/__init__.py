"""Tests of arena.web.docs.contents."""
