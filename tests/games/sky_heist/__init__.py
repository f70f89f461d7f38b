"""Tests of Sky Heist."""
