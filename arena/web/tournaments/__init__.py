"""What the pages of tournaments show: lists of them, one as it stands, who meets whom."""
