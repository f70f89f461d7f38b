"""Tests of the final standings: fit, errors, bootstrap, table."""
