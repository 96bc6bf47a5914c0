"""The format double elimination."""
