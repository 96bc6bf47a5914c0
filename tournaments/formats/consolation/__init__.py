"""The format consolation."""
