"""Sky 5, a game of pushing one's luck: draw another card, or try to bank what lies in front."""
