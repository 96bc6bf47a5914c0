"""The exceptions of the rules package, each with a stable code that its caller puts into words."""

from __future__ import annotations


class RulesError(ValueError):
    """A value or an action the rules refuse; `code` is stable snake_case, `data` what a message needs."""

    def __init__(self, code: str, **data: int | str) -> None:
        self.code = code
        self.data = data
        details = ", ".join(f"{key}={value}" for key, value in data.items())
        super().__init__(f"{code} ({details})" if details else code)


class InvalidNotation(RulesError):
    """Text or bytes that are not what the notation says they are."""


class InvalidPosition(RulesError):
    """Checker counts that no board can show."""


class IllegalPlay(RulesError):
    """A play of checkers that B1 to C5 do not allow."""


class IllegalAction(RulesError):
    """A double, take, drop, roll or resignation at a moment that does not allow it (E1 to E5, D5)."""


class Unwritable(RulesError):
    """A fact that a notation cannot express."""
