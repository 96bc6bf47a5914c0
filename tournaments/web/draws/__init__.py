"""Pages of draws: brackets, standings, ceremonies, shared places and ladders."""
