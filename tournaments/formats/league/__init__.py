"""The format league."""
