"""What holds for every game: the suite of tests a new game must pass without a word of its own."""
