"""Pairs and teams: partners, substitutes, line-ups."""

from __future__ import annotations

from .codes import SIDES
from .fields import Maybe, Request, choice, email, items, text


class RegistrationRequest(Request):
    """Who plays with the player that registers; nobody in singles."""

    partners: Maybe[list[str]] = items(
        child=text(max_length=120),
        required=False,
        max_length=20,
        help_text="The names or ids of the other players of the pair or team; they are told.",
    )
    name: Maybe[str] = text(max_length=120, required=False, allow_blank=True, help_text="The name of a team.")
    newcomer: Maybe[str] = text(
        max_length=120,
        required=False,
        help_text="With a link of registration and without an account: the own name.",
    )
    email: Maybe[str] = email(
        required=False,
        allow_blank=True,
        help_text="With a link of registration: the own address, for notices.",
    )


class SubstitutionRequest(Request):
    """Who plays for whom from now on."""

    out: str = text(max_length=20, help_text="The id of the player who stands down.")
    substitute: str = text(max_length=120, help_text="The id of the substitute, or the name of a new player.")
    reason: Maybe[str] = text(
        max_length=500, required=False, allow_blank=True, help_text="Needed after the draw."
    )


class NamingRequest(Request):
    """What is written of a player; what is left out stays as it is."""

    player: str = text(max_length=20, help_text="The id of the player.")
    name: Maybe[str] = text(max_length=120, required=False)
    club: Maybe[str] = text(max_length=80, required=False, allow_blank=True)
    country: Maybe[str] = text(
        max_length=2, required=False, allow_blank=True, help_text="Two letters, as in FR."
    )


class NewMemberRequest(Request):
    """A player who joins a team."""

    player: str = text(max_length=120, help_text="The id of the player, or the name of a new one.")
    reason: Maybe[str] = text(
        max_length=500, required=False, allow_blank=True, help_text="Needed after the draw."
    )


class LineupRequest(Request):
    """Who plays at each board of a team match."""

    players: list[str] = items(
        child=text(max_length=20), min_length=1, max_length=19, help_text="Their ids, the first board first."
    )
    side: Maybe[str] = choice(
        choices=SIDES, required=False, help_text="Whose line-up; a captain names the own team's."
    )
