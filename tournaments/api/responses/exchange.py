"""Files between installations: result files, submissions and directories."""

from __future__ import annotations

from datetime import date, datetime

from tournaments.actions.exchange.submissions import SubmissionCheck
from tournaments.api.response import Response, of
from tournaments.exchange.results import ResultChanges
from tournaments.models import ResultFile, Submission, SubmissionState
from tournaments.queries.exchange.people import UnknownPerson
from tournaments.queries.exchange.results import FileStatus
from tournaments.queries.people.names import Candidate
from tournaments.queries.ratings.later_lists import CODE, LaterList

from .people import PlayerResponse


class ResultFileResponse(Response, row=ResultFile):
    """A result file of an event; its bytes are at `result-files/<id>/content/`."""

    id: str = of("uid")
    event: str = of("event.uid")
    federation: str = of("federation.uid")
    number: int
    digest: str
    made_at: datetime


class ResultChangesResponse(Response, row=ResultChanges):
    """What differs from the file before, matches by their ids."""

    added: list[str]
    changed: list[str]
    removed: list[str]
    has_other_positions: bool
    has_other_terms: bool


class FileStatusResponse(Response, row=FileStatus):
    """The last result file for a federation, and what it must be sent again."""

    federation: str = of("federation.uid")
    code: str = of("federation.code")
    last: ResultFileResponse | None
    changes: ResultChangesResponse
    matches: int


class SubmissionResponse(Response, row=Submission):
    """A result file as a federation received it; nothing of it counts before it is accepted."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    event: str = of("event_uid")
    event_name: str
    tournament_name: str
    number: int
    digest: str
    supersedes: str
    state: SubmissionState
    sent_at: datetime
    decided_at: datetime | None
    reason: str
    answer: str


class UnratedCountResponse(Response, row=tuple):
    """How many matches are not rated for a reason, by its code."""

    reason: str = of(get=lambda pair: pair[0].value)
    count: int = of(get=lambda pair: pair[1])


class SentResultsResponse(Response, row=tuple):
    """What a federation has received of an event: the submission, and what its file holds."""

    id: str = of(get=lambda sent: sent[0].uid)
    state: SubmissionState = of(get=lambda sent: sent[0].state)
    matches: int = of(get=lambda sent: sent[1].matches)
    rated: int | None = of(
        get=lambda sent: sent[1].rated, words="Null where the federation has no counting rules."
    )
    not_rated: list[UnratedCountResponse] = of(get=lambda sent: sent[1].not_rated)
    people: int = of(get=lambda sent: sent[1].people)
    numbered: int = of(get=lambda sent: sent[1].numbered, words="How many of the people have a number in it.")


class CandidateResponse(Response, row=Candidate):
    """A player here who may be meant."""

    player: str = of("uid")
    name: str


class UnknownPersonResponse(Response, row=UnknownPerson):
    """A person of a result file whom nobody has named yet."""

    person: str = of("person.player")
    number: str = of("person.number")
    name: str = of("person.name")
    country: str = of("person.country")
    club: str = of("person.club")
    candidates: list[CandidateResponse]


class LaterListResponse(Response, row=LaterList):
    """A list that begins after some of the matches, so that they do not count in it, with a code and its words."""

    list: str = of("list.uid")
    name: str = of("list.name")
    starts_on: date
    matches: int
    code: str = of(get=lambda _later: CODE)
    words: str


class SubmissionCheckResponse(Response, row=SubmissionCheck):
    """What a result file holds: who is unknown, and what differs from what is in force of the event."""

    event: str = of("results.head.event")
    event_name: str = of("results.head.event_name")
    number: int = of("results.head.number")
    people: int = of(get=lambda check: len(check.results.people))
    matches: int = of(get=lambda check: len(check.results.matches))
    unknown: list[UnknownPersonResponse]
    changes: ResultChangesResponse
    in_force: str | None = of("in_force.uid")
    later: list[LaterListResponse]


class DirectoryFileResponse(Response):
    """A directory file; `content` is its bytes in Base64."""

    file_name: str
    digest: str
    content: str


class ProposedPersonResponse(Response):
    """A number of a directory, and who may be meant here; nobody is stored until it is said."""

    number: str
    candidates: list[PlayerResponse]


class DirectoryPlanResponse(Response):
    """What the import of a directory has done or would do, as numbers of members."""

    federation: str | None
    known: list[str]
    added: list[str]
    proposed: list[ProposedPersonResponse]
