"""The format michigan."""
