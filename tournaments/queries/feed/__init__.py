"""The feed: what becomes of matches, read from the logs, and its rows."""
