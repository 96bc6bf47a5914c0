"""The format ladder."""
