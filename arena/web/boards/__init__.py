"""What the pages of boards show: their rows, and what is drawn in them."""
