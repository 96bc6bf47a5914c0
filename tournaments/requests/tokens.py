"""API tokens."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.models import OF_TOURNAMENTS, TokenScope

from .fields import ABSENT, Maybe, Request, Words, choice, items, number, text, uid

_MOST_DAYS = 366


class TokenRequest(Request):
    """The values of a new token."""

    name: str = text("What uses the token, for its owner.", max_length=60, example="Website")
    scopes: list[str] = items(
        "What the token allows; each scope of tournaments includes those before it.",
        child=choice(choices=TokenScope),
        min_length=1,
        max_length=len(TokenScope),
        example=["read"],
    )
    days: Maybe[int] = number("How long it is valid; 90 when absent.", min_value=1, max_value=_MOST_DAYS)
    tournament: Maybe[str] = uid("The only tournament in which it is valid.")
    federation: Maybe[str] = uid("The only federation in which it is valid.")

    def faults(self) -> dict[str, Words]:
        """Return the faults of a binding that allows nothing."""
        scopes = set(self.scopes)
        if self.tournament is not ABSENT and self.federation is not ABSENT:
            return {"federation": _("A token is bound to a tournament or to a federation, not to both.")}
        if self.tournament is not ABSENT and not scopes <= OF_TOURNAMENTS:
            return {"scopes": _("A token of one tournament has no scope in federations.")}
        if self.federation is not ABSENT and scopes & OF_TOURNAMENTS:
            return {"scopes": _("A token of one federation has no scope in tournaments.")}
        return {}
