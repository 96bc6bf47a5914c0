"""Tokens of the API: whoever changes a password ends them, as it ends the other sessions."""

from __future__ import annotations

from rest_framework.authtoken.models import Token

from matches.models import Player


class EndTokens:
    """Ends the tokens of an account with its password, by whichever page or command that is changed.

    Django tells its password validators of every change; this one finds fault with none.
    """

    def validate(self, password: str, user: Player | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        """Say nothing beside the field."""
        return ""

    def password_changed(self, password: str, user: Player | None = None) -> None:
        """End what was made under the password before."""
        if user is not None:
            Token.objects.filter(user=user).delete()
