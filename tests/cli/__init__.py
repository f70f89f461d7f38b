"""The command line, in this process where that tells as much, in processes where it does not."""
