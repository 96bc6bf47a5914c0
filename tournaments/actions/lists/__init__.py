"""Rating lists: kept by officers, computed from the feed, published and uploaded."""
