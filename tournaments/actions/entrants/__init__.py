"""Entrants: entering, qualifying, leaving, coming back, and who plays for a side."""
