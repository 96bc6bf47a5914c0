"""People: how they are named in public, codes to claim a player, invitations, and API tokens."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.models import PublicAs
from tournaments.models import OF_TOURNAMENTS, OfficeKind, RoleKind, TokenScope

from .fields import ABSENT, Maybe, Request, Words, choice, email, flag, items, number, text, uid

_CODE_DAYS = 90
_EMAIL = "Where it is mailed; without it the answer has the code to hand over."
_TOKEN_DAYS = 366


class PublicNameRequest(Request):
    """What a person wishes to be public; absent fields stay as they are."""

    public_as: Maybe[str] = choice("How everybody reads the person's name.", choices=PublicAs)
    pseudonym: Maybe[str] = text("It has no part of the name.", max_length=40, allow_blank=True)
    has_profile: Maybe[bool | None] = flag(
        "Whether the person has a public page of results and stands in searches; null: as usual, an adult with an account."
    )
    birth_year: Maybe[int | None] = number(
        "The year of birth of a minor, which is never public; null for an adult.",
        min_value=1900,
        max_value=9999,
    )


class PlayerPublicNameRequest(PublicNameRequest):
    """What a player of the entrant wishes to be public, as the desk was told."""

    player: str = uid("The id of the player.")


class ClaimMailRequest(Request):
    """The player to whom a code is mailed."""

    player: Maybe[str] = uid("Which player of a pair or team; the only one when absent.")
    guardian_agrees: Maybe[bool] = flag("That the guardian of a minor agrees, as the desk was told.")


class ClaimCodeRequest(ClaimMailRequest):
    """The values of a new code."""

    days: Maybe[int] = number("How long it is valid; 14 when absent.", min_value=1, max_value=_CODE_DAYS)


class NewAccountRequest(Request):
    """How the player signs in from now on."""

    email: Maybe[str] = email("The address; that of the mail when absent, where the code was mailed.")
    password: str = text(
        "At least eight characters, and not a common one.", max_length=200, trim_whitespace=False
    )
    agrees: Maybe[bool] = flag(
        "That the person, or the guardian of a minor, agrees to be shown as the page on privacy says. Needed."
    )


class ClaimUndoRequest(Request):
    """The claim to be undone."""

    claim: str = uid("The id of the claim.")


class TournamentInvitationRequest(Request):
    """An office of a tournament to which somebody is invited."""

    kind: str = choice(choices=RoleKind.choices)
    email: Maybe[str] = email(_EMAIL)


class OfficeInvitationRequest(Request):
    """An office of a federation to which somebody is invited."""

    kind: str = choice(choices=OfficeKind.choices)
    email: Maybe[str] = email(_EMAIL)


class NumberInvitationRequest(Request):
    """A number that somebody is invited to accept."""

    number: str = text(max_length=20, example="FR-1042")
    email: Maybe[str] = email(_EMAIL)


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
    days: Maybe[int] = number("How long it is valid; 90 when absent.", min_value=1, max_value=_TOKEN_DAYS)
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
