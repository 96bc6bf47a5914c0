"""The HTTP API: the same doors and the same actions as the pages, as JSON."""
