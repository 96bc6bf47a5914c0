"""Matches with their results, and shared places."""
