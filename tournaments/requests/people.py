"""How people are named in public."""

from __future__ import annotations

from matches.models import PublicAs

from .fields import Maybe, Request, choice, flag, number, text, uid


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
