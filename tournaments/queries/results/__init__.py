"""Matches with their results, and the places they leave shared."""
