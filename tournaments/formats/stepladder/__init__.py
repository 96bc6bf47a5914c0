"""The format stepladder."""
