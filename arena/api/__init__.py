"""The REST entrance: translates HTTP to one service call and back."""
