"""The results of all public tournaments and accepted files after a cursor, in pages or streamed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments import access
from tournaments.api.errors import InvalidCursor
from tournaments.api.naming import named
from tournaments.api.pagination import LARGEST_PAGE, PAGE_SIZE, page_size
from tournaments.api.reading import Look, Read, reads
from tournaments.api.response import cells_of, render
from tournaments.api.responses.feed import ResultResponse, ResultsSinceResponse
from tournaments.api.streaming import STREAMED, stream
from tournaments.models import (
    Club,
    CountingRule,
    Event,
    FeedRow,
    Submission,
    SubmissionState,
    Tournament,
    Visibility,
)
from tournaments.queries.feed import results as feed
from tournaments.queries.feed.results import ResultsReader

_PARAMETERS = (
    OpenApiParameter("since", int, description="The `next_since` of the answer before; 0 begins."),
    OpenApiParameter(
        "page_size", int, description=f"Rows of a page: {PAGE_SIZE} when absent, at most {LARGEST_PAGE}."
    ),
    OpenApiParameter(
        "federation",
        str,
        description="The id of a federation: its numbers, classes and verdicts, and no files of others.",
    ),
    OpenApiParameter(
        "club", str, description="The id of a club of that federation, by whose rules is judged."
    ),
    OpenApiParameter("tournament", str, description="The id of a public tournament."),
    OpenApiParameter("event", str, description="The id of an event."),
    OpenApiParameter("player", str, description="The id of a person with a public profile."),
    OpenApiParameter("first_day", date, description="Only matches of this day and later."),
    OpenApiParameter(
        "rated", str, enum=["true", "false"], description="By the rules of the federation or club."
    ),
)


@dataclass(frozen=True, slots=True)
class _ResultsQuery:
    """What is asked: rows that are not read yet, for whom, and how far the feed goes."""

    rows: QuerySet[FeedRow]
    reader: ResultsReader
    until: int


class ResultsRead(Read[QuerySet[FeedRow]]):
    """A read that is followed by a cursor; CSV and NDJSON hold all rows after it."""

    def _stream(self, row: QuerySet[FeedRow], look: Look) -> StreamingHttpResponse:
        question = _question(row, look)
        return stream(
            look.http,
            question.rows,
            order=("number",),
            show=partial(render, ResultResponse),
            cells=cells_of(ResultResponse),
            fill=partial(feed.shown_results, reader=question.reader),
        )


@reads(
    "results/",
    access.results_to_list,
    ResultsSinceResponse,
    kind=ResultsRead,
    parameters=_PARAMETERS,
    renderers=STREAMED,
    has_etag=False,
)
def results_since(public: QuerySet[FeedRow], look: Look) -> dict[str, Any]:
    """List what became of matches, in the order in which it was known; begin without `since`, go on with `next_since`."""
    question, size = _question(public, look), page_size(look.http)
    rows = list(question.rows.order_by("number")[: size + 1])
    has_more = len(rows) > size
    page = rows[:size]
    return {
        "results": feed.shown_results(page, question.reader),
        "next_since": page[-1].number if has_more else question.until,
        "has_more": has_more,
    }


def _question(public: QuerySet[FeedRow], look: Look) -> _ResultsQuery:
    """Return what the parameters ask for; raise ValidationError for a value that is not known."""
    values = look.http.query_params
    # The end is read first, so that no row up to it can come later.
    until = feed.last_number()
    since = _since(values.get("since", "0"), until=until)
    reader = _reader(look)
    rows = feed.rows_for(public, reader).filter(number__gt=since, number__lte=until)
    if "tournament" in values:
        every = Tournament.objects.filter(visibility=Visibility.PUBLIC)
        rows = rows.filter(tournament=named(every, values["tournament"], field="tournament"))
    if "event" in values:
        rows = rows.filter(event_uid=_event(values["event"]))
    if "player" in values:
        player = named(access.persons_to_list(look.visitor), values["player"], field="player")
        rows = feed.rows_of_player(rows, player)
    if "first_day" in values:
        rows = rows.filter(day__gte=_day(values["first_day"]))
    if "rated" in values:
        rows = _by_verdict(rows, reader, values["rated"])
    return _ResultsQuery(rows, reader, until)


def _since(text: str, *, until: int) -> int:
    """Return the cursor; one beyond the end is of another installation, or of one that was restored."""
    if not (text.isascii() and text.isdigit() and len(text) < 16) or int(text) > until:
        raise InvalidCursor
    return int(text)


def _reader(look: Look) -> ResultsReader:
    values = look.http.query_params
    if "federation" not in values:
        if "club" in values:
            raise _refused("club", _("Name its federation too."))
        return ResultsReader()
    federation = named(access.federations_to_list(look.visitor), values["federation"], field="federation")
    club = None
    if "club" in values:
        club = named(Club.objects.filter(federation=federation), values["club"], field="club")
    rules = CountingRule.objects.filter(federation=federation, club=club, name="", ended_at=None)
    return ResultsReader(federation, rules.first())


def _event(uid: str) -> str:
    """Return the id of an event of a public tournament, or of an accepted file if the event is not here."""
    here = Event.objects.filter(uid=uid).select_related("tournament").first()
    if here is not None:
        is_known = here.tournament.visibility == Visibility.PUBLIC
    else:
        is_known = Submission.objects.filter(state=SubmissionState.ACCEPTED, event_uid=uid).exists()
    if is_known:
        return uid
    return named(Event.objects.none(), uid, field="event").uid


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise _refused("first_day", _("A day, as in 2026-03-07.")) from error
    if day.isoformat() != text:
        raise _refused("first_day", _("A day, as in 2026-03-07."))
    return day


def _by_verdict(rows: QuerySet[FeedRow], reader: ResultsReader, text: str) -> QuerySet[FeedRow]:
    if text not in ("true", "false"):
        raise _refused("rated", _("One of: %(known)s.") % {"known": "true, false"})
    if reader.rule is None:
        raise _refused("rated", _("Name a federation that has counting rules."))
    return feed.rows_by_verdict(rows, reader.rule, is_rated=text == "true")


def _refused(field: str, words: str) -> ValidationError:
    return ValidationError({field: [ErrorDetail(words, code="invalid")]})
