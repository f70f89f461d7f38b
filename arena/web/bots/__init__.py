"""What the pages of bots show: ratings, results, habits."""
