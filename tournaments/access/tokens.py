"""API tokens: a change of the password revokes them."""

from __future__ import annotations

from django.contrib.auth.password_validation import NumericPasswordValidator

from matches.models import Player
from tournaments.actions.people import tokens


class EndTokens(NumericPasswordValidator):
    """Refuses a password of digits alone, and revokes API tokens when the password changes.

    Django calls every password validator after a change of the password. One without a rule of its own would be an
    empty line among the rules of the form.
    """

    def password_changed(self, password: str, user: Player | None = None) -> None:
        """Revoke the account's API tokens."""
        if user is not None:
            tokens.revoke_all(user)
