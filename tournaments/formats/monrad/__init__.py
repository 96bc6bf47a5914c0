"""The format Monrad."""
