"""Players, notices, and the visitor's own account with its API tokens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import get_language

from matches.models import Player, PublicAs
from tournaments.api import response
from tournaments.api.response import Blank, Response, given, of
from tournaments.models import ApiToken, Consent, ConsentPlace, Member, Notice, Role, RoleKind, TokenScope
from tournaments.notices import NoticeCode, RenderedNotice, render
from tournaments.queries.publicity import public_persons, shown_uid


class PlayerResponse(Response, row=Player):
    """A player as the public sees them, without an e-mail address."""

    id: str = of("uid")
    name: str = of("shown_name", "As the person is named for this visitor.")
    country: str
    club: str


class SidePlayerResponse(Response, row=Player):
    """A player of a side; strangers read the id of somebody with a public profile alone."""

    id: str | None = of(words="Null for strangers where the person has no public profile.", get=shown_uid)
    name: str = of("shown_name", "As the person is named for this visitor.")
    country: str
    club: str


class NumberResponse(Response, row=Member):
    """The number of a person in a federation."""

    federation: str = of("federation.code", "Its short name.")
    number: str


class PersonResponse(PlayerResponse):
    """A person with a public profile; who is not public by name has no numbers here."""

    numbers: list[NumberResponse] = of(
        get=lambda person: [] if person.public_name else list(person.numbers.all())
    )


def players_shown(players: Iterable[Player]) -> list[dict[str, str | None]]:
    """Return players as `SidePlayerResponse` shows them, for a field whose rows the schema does not describe."""
    content: list[dict[str, str | None]] = response.render(list[SidePlayerResponse], players)
    return content


class PublicNameResponse(Response, row=Player):
    """How a person is named in public, for that person and the desk."""

    player: str = of("uid")
    name: str = of("name", "The full name.")
    public_name: str = of("name_for_everybody", "What everybody reads.")
    public_as: PublicAs | Blank = of(words="Empty while nothing was chosen: by name.")
    pseudonym: str
    has_profile: bool | None
    birth_year: int | None
    is_public: bool = of(
        words="Whether the person has a public page of results and stands in searches.",
        get=lambda player: public_persons().filter(pk=player.pk).exists(),
    )


class ConsentResponse(Response, row=Consent):
    """That you agreed to a text on privacy, and until when."""

    id: str = of("uid")
    place: ConsentPlace = of(words="Where you agreed.")
    tournament: str | None = of("tournament.uid", "The tournament whose log proves it.")
    text_version: int
    is_present: bool = of("is_of_present_text", "Whether it is about the text that is shown now.")
    by_guardian: bool = of(words="Whether a guardian agreed, for a minor.")
    given_at: datetime
    withdrawn_at: datetime | None


class OfficeResponse(Response, row=Role):
    """An office that the visitor holds."""

    tournament: str = of("tournament.uid")
    kind: RoleKind


class MeResponse(Response):
    """The visitor: the player whom they act as, by account or by private link, with their offices."""

    player: PlayerResponse
    is_via_link: bool
    offices: list[OfficeResponse]


def _words(notice: Notice) -> RenderedNotice:
    return render(notice, get_language() or "en")


class NoticeResponse(Response, row=Notice):
    """A notice, as codes and in the words of the reader's language."""

    id: str = of("uid")
    code: NoticeCode
    tournament: str | None = of("tournament.uid")
    match: str | None = of("match.uid")
    params: dict[str, Any]
    subject: str = of(words="One line.", get=lambda notice: _words(notice).subject)
    text: str = of(words="One or two sentences.", get=lambda notice: _words(notice).text)
    url: str = of(words="The path of the page it is about.", get=lambda notice: _words(notice).url)
    made_at: datetime
    read_at: datetime | None


class TokenResponse(Response, row=ApiToken):
    """A token of the account, which nobody can read any more; `prefix` is its beginning."""

    id: str = of("uid")
    name: str
    prefix: str
    scopes: list[TokenScope] = of("scope_list")
    tournament: str | None = of("tournament.uid")
    federation: str | None = of("federation.uid")
    made_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None = of(words="Noted at most once an hour.")
    revoked_at: datetime | None


class NewTokenResponse(TokenResponse):
    """A token with its text, which is shown only once."""

    token: str | None = given("Null in the answer to a request that is repeated by its key.")
