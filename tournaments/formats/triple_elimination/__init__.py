"""The format triple elimination."""
