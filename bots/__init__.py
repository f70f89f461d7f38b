"""The contestants' kit, and the house bots."""
