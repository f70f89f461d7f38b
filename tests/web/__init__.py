"""The pages: what is told by them, without a browser."""
