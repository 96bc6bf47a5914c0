"""The format swiss."""
