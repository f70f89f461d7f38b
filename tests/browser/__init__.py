"""The pages in a real browser, over a real server whose store holds real contests."""
