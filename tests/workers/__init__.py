"""Tests of `workers`, as real processes."""
