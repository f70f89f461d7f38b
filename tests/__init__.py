"""The tests; the folders mirror the tree."""
