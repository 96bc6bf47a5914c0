"""Players, notices and the visitor's own account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import get_language

from matches.models import Player
from tournaments.api import response
from tournaments.api.response import Response, of
from tournaments.models import Notice, RoleKind
from tournaments.notices import NoticeCode, RenderedNotice, render


class PlayerResponse(Response):
    """A player as everybody may see them, without an e-mail address."""

    id: str = of("uid")
    name: str
    country: str
    club: str


def players_shown(players: Iterable[Player]) -> list[dict[str, str]]:
    """Return players as `PlayerResponse` shows them, for a field whose rows the schema does not describe."""
    content: list[dict[str, str]] = response.render(list[PlayerResponse], players)
    return content


class OfficeResponse(Response):
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


class NoticeResponse(Response):
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
