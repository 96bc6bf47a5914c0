"""Pairs and teams: partners, substitutes, line-ups."""

from __future__ import annotations

from .codes import SIDES
from .fields import Maybe, Request, choice, email, flag, items, text, uid
from .people import PublicNameRequest


class RegistrationRequest(PublicNameRequest):
    """The partners of the player who registers, none in singles; and what shall be public of a newcomer."""

    partners: Maybe[list[str]] = items(
        "The names or ids of the other players of the pair or team; they are told.",
        child=text(max_length=120),
        max_length=20,
    )
    name: Maybe[str] = text("The name of a team.", max_length=120, allow_blank=True)
    newcomer: Maybe[str] = text(
        "With a link of registration and without an account: the own name.", max_length=120
    )
    agrees: Maybe[bool] = flag(
        "With a link of registration and without an account: that the person, or the guardian of a minor, agrees to be "
        "shown as the page on privacy says. Needed of who is new here."
    )
    email: Maybe[str] = email("With a link of registration: the own address, for notices.", allow_blank=True)


class SubstitutionRequest(Request):
    """The player to be replaced, and the substitute."""

    out: str = uid("The id of the player who stands down.")
    substitute: str = text("The id of the substitute, or the name of a new player.", max_length=120)
    reason: Maybe[str] = text("Needed after the draw.", max_length=500, allow_blank=True)


class NamingRequest(Request):
    """The corrected name, club and country of a player; absent fields stay as they are."""

    player: str = uid("The id of the player.")
    name: Maybe[str] = text(max_length=120)
    club: Maybe[str] = text(max_length=80, allow_blank=True)
    country: Maybe[str] = text("Two letters, as in FR.", max_length=2, allow_blank=True)


class NewMemberRequest(Request):
    """A player who joins a team."""

    player: str = text("The id of the player, or the name of a new one.", max_length=120)
    reason: Maybe[str] = text("Needed after the draw.", max_length=500, allow_blank=True)


class LineupRequest(Request):
    """The players at the boards of a team match."""

    players: list[str] = items("Their ids, the first board first.", child=uid(), min_length=1, max_length=19)
    side: Maybe[str] = choice("Whose line-up; a captain names the own team's.", choices=SIDES)
