"""The HTTP API: the same access and the same actions as the pages, as JSON."""
