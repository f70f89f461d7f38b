"""What is shown of matches: in lists, on their own pages, as a story."""
