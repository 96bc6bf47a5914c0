"""The format lives."""
