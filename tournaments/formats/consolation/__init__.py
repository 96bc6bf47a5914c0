"""The package of the format consolation."""
