"""Private links, lists of players, officers, announcements and the log."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.actions.entrants.list_reading import ListColumn
from tournaments.actions.entrants.list_rows import CheckedRow, RowStatus
from tournaments.api.response import Response, given, of
from tournaments.models import AccessLink, Actor, Announcement, LogEntry, Purpose, Role, RoleKind, Tournament
from tournaments.queries.people.names import Candidate

from .people import PlayerResponse


class PrivateLinkResponse(Response, row=AccessLink):
    """A private link; its address is shown when it is made, and never again."""

    id: str = of("uid")
    purpose: Purpose
    player: str | None = of("player.uid")
    event: str | None = of("event.uid")
    made_by: str | None = of("made_by.uid")
    made_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class NewPrivateLinkResponse(PrivateLinkResponse):
    """A private link with its address, which is shown only once."""

    address: str | None = given("Null in the answer to a request that is repeated by its key, if need be.")


class CalendarEndedResponse(Response, row=Tournament):
    """The confirmation that no calendar address of the visitor is valid any more."""

    tournament: str = of("uid")


class ListedCandidateResponse(Response, row=Candidate):
    """An existing player whom a row may mean."""

    id: str = of("uid")
    name: str
    club: str
    country: str


class ListedRowResponse(Response, row=CheckedRow):
    """A row of a list with its status; `ok` and `exists` are entered."""

    row: int = of("listed.line", "Counted from 1, the heading included.")
    name: str = of("listed.name")
    status: RowStatus
    code: str
    detail: str = of("why")
    warning: str = of(words="What of the row is not used, as a country that is none.")
    may_be_answered: bool = of(words="Whether `answers` may say who it is.")
    candidates: list[ListedCandidateResponse]


class ListColumnResponse(Response, row=ListColumn):
    """A column of a list: `field` is what it holds, null for nothing that is used."""

    position: int
    title: str
    field: str | None


class ImportResponse(Response):
    """The result of an import: every row, and the new entrants in their order; none in a check."""

    entrants: list[str]
    rows: list[ListedRowResponse]
    columns: list[ListColumnResponse]
    unused_columns: list[str] = of(words="The titles of columns with cells of which nothing is taken.")
    encoding: str
    heading_line: int = of(words="The line of the titles; 0 for none.")


class OfficerResponse(Response, row=Role):
    """An officer and the office."""

    player: PlayerResponse
    kind: RoleKind


class AnnouncementResponse(Response, row=Announcement):
    """An announcement in the hall; it ends after `until`, null for no end."""

    id: str = of("uid")
    text: str
    counts_down_to: datetime | None
    at: datetime
    until: datetime | None


class LogEntryResponse(Response, row=LogEntry):
    """An entry of the log, in codes and ids."""

    number: int = of("seq")
    at: datetime
    code: str
    actor: Actor
    by: str | None = of("by.uid")
    event: str | None = of("event.uid")
    subject: str = of(words="The id of what it is about.")


class LogLineResponse(LogEntryResponse):
    """An entry of the log with its reason, and whether you may try to undo it."""

    may_undo: bool = of(
        get=lambda _entry: False,
        words="Whether the visitor may try; whether anything depends on it is found out by trying.",
    )
    reason: str = of(get=lambda _entry: "", words="What was written with it; empty for most.")


class CheckedInResponse(Response):
    """The number of entrants newly checked in."""

    checked_in: int


class PayoutResponse(Response):
    """The prize structure of an event; all null for no prizes."""

    structure: str | None
    percent: int | None
    added: int | None
    unit: int | None
    own: dict[str, Any] | None = of(words="The prizes of the structure `own`.")
    splits: list[dict[str, int]] | None = of(
        words="What winners get by their agreements, by the id of the entrant."
    )
