"""API tokens: a change of the password revokes them."""

from __future__ import annotations

from matches.models import Player
from tournaments.actions.people import tokens


class EndTokens:
    """A password validator that accepts every password and revokes API tokens when the password changes.

    Django calls every password validator after a change of the password.
    """

    def validate(self, password: str, user: Player | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        """Return an empty help text."""
        return ""

    def password_changed(self, password: str, user: Player | None = None) -> None:
        """Revoke the account's API tokens."""
        if user is not None:
            tokens.revoke_all(user)
