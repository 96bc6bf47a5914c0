"""The log of a tournament at its desk, with what can be undone."""
