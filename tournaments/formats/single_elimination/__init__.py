"""The format single elimination."""
