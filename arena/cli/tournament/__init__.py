"""`arena tournament ...`: the commands, how contests are shown, and what is exported of them."""
