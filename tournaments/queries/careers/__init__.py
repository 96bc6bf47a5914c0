"""The public results of people: read from the feed, added up, and with names."""
