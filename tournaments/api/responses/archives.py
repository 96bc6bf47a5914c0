"""Archives of old results, and the finishing positions in them."""

from __future__ import annotations

from datetime import date, datetime

from tournaments.actions.exchange.archives import ArchiveCheck
from tournaments.api.response import Response, of
from tournaments.exchange import ROW_WORDS
from tournaments.exchange.faults import RowFault
from tournaments.models import Archive, ArchiveKind, ArchiveState, Confidence
from tournaments.models.wording import in_words
from tournaments.queries.exchange.archives import MatchedPerson, UnnamedPerson
from tournaments.queries.feed.results import ShownPosition

from .exchange import LaterListResponse
from .people import PlayerResponse


class ArchiveResponse(Response, row=Archive):
    """A table of old results with its source; it counts while it is imported."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    kind: ArchiveKind
    source: str
    confidence: Confidence
    event_class: str
    digest: str
    state: ArchiveState
    sent_at: datetime
    imported_at: datetime | None
    undone_at: datetime | None


class RefusedRowResponse(Response, row=RowFault):
    """A refused row by its line, which counts from 1 and includes the heading, with a code and its words."""

    line: int
    code: str = of(get=lambda fault: fault.code.value)
    words: str = of(get=lambda fault: str(in_words(ROW_WORDS[fault.code])))


class UnnamedPersonResponse(Response, row=UnnamedPerson):
    """A person of an archive whom nobody has named, with the players of the same name."""

    key: str
    name: str = of("person.name")
    number: str = of("person.number")
    candidates: list[PlayerResponse]


class MatchedPersonResponse(Response, row=MatchedPerson):
    """A person of an archive who is known by number, or was named."""

    key: str
    name: str = of("person.name")
    player: PlayerResponse
    is_by_number: bool


class ArchiveCheckResponse(Response, row=ArchiveCheck):
    """What a table of old results holds: its good lines, every refused row, and who is known or unnamed."""

    lines: int
    events: int
    named: int
    matched: list[MatchedPersonResponse]
    refused: list[RefusedRowResponse] = of("faults")
    unnamed: list[UnnamedPersonResponse]
    later: list[LaterListResponse]


class ArchivedPositionResponse(Response, row=ShownPosition):
    """A finishing position of long ago; `player` and `name` are empty without a public profile."""

    day: date
    event: str
    position: int
    player: str
    name: str
