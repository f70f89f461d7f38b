"""Other people's card games, played at random beside ours, in an environment of their own."""
