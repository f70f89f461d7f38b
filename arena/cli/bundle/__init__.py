"""Bundles on the command line: read as files, proved on all processors, told to people."""
