"""What is refused in a scheme, an event or a season: a stable code, the place in the data, and a sentence."""


class InvalidPoints(ValueError):
    """A value that cannot be; `path` leads to it, as `wins.points` or `entrants[2].places[0].from`."""

    def __init__(self, code: str, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.code = code
        self.path = path
