"""What answers show: `...Response`, and `...Summary` for a row of a list."""
