"""Drawn stages: what a draw sees, brackets, standings, and why two meet."""
