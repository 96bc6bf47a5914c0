"""API tokens: a change of the password deletes them."""

from __future__ import annotations

from rest_framework.authtoken.models import Token

from matches.models import Player


class EndTokens:
    """A password validator that accepts every password and deletes API tokens when the password changes.

    Django calls every password validator after a change of the password.
    """

    def validate(self, password: str, user: Player | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        """Return an empty help text."""
        return ""

    def password_changed(self, password: str, user: Player | None = None) -> None:
        """Delete the account's API tokens."""
        if user is not None:
            Token.objects.filter(user=user).delete()
