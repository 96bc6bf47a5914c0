"""The exceptions of the rules package, each with a stable code that its caller puts into words."""

from __future__ import annotations


class RulesError(ValueError):
    """A value or an action the rules refuse; `code` is stable snake_case, `data` what a message needs.

    >>> try:
    ...     MatchScore(0)
    ... except RulesError as error:
    ...     error.code, error.data
    ('length_not_positive', {'length': 0})
    """

    def __init__(self, code: str, **data: int | str) -> None:
        self.code = code
        self.data = data
        details = ", ".join(f"{key}={value}" for key, value in data.items())
        super().__init__(f"{code} ({details})" if details else code)


class InvalidNotation(RulesError):
    """Text or bytes that are not what the notation says they are.

    >>> Board().push("31: e4")
    Traceback (most recent call last):
    rules.errors.InvalidNotation: not_a_play (found=e4)
    """


class InvalidPosition(RulesError):
    """Checker counts that no board can show.

    >>> Position.checked([0] * 26, [0] * 26)
    Traceback (most recent call last):
    rules.errors.InvalidPosition: wrong_number_of_checkers (side=own, found=0)
    """


class IllegalPlay(RulesError):
    """A play of checkers that B1 to C5 do not allow.

    >>> Board().push("31: 24/20 6/5")
    Traceback (most recent call last):
    rules.errors.IllegalPlay: too_many_moves (play=31: 24/20 6/5, count=16, legal=24/20, 24/21 6/5, 24/23 8/5)
    """


class IllegalAction(RulesError):
    """A double, take, drop, roll or resignation at a moment that does not allow it (E1 to E5, D5).

    >>> Game.start().double(by=Side.ONE)
    Traceback (most recent call last):
    rules.errors.IllegalAction: not_your_turn (by=one)
    """


class Unwritable(RulesError):
    """A fact that a notation cannot express.

    >>> write(Match(7).transcript, "pgn")
    Traceback (most recent call last):
    rules.errors.Unwritable: unknown_format (found=pgn, expected=...)
    """
