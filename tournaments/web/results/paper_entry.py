"""The page on which a hall's results from paper are typed in one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.actions import results
from tournaments.actions.results import LineOutcome
from tournaments.errors.results import PaperNotPaired
from tournaments.formats import FORMATS, Shape
from tournaments.models import Event, Stage
from tournaments.queries.results.matches import MatchLine, open_matches
from tournaments.web.desk.pages import UNPROCESSABLE, event_page
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

_ROWS = 12
_MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of the form: what was typed, and why it was refused."""

    text: str = ""
    why: Sequence[str] = ()


@require_page_or_form
def enter(request: HttpRequest, uid: str) -> HttpResponse:
    """Show rows for results from paper; on POST enter them in order, and keep those that were refused."""
    visitor = visitor_of(request)
    event = access.event_to_enter(visitor, uid)
    outcomes: tuple[LineOutcome, ...] = ()
    if request.method == "POST":
        lines = [*request.POST.getlist("line"), *request.POST.get("lines", "").splitlines()]
        outcomes = results.enter_in_order(event, by=visitor.account, lines=lines[:_MOST_LINES])
        event.tournament.refresh_from_db()
    return _page(request, event, outcomes)


def _page(request: HttpRequest, event: Event, outcomes: Sequence[LineOutcome]) -> HttpResponse:
    rest = [PaperRow(one.text, reasons(one.refusal)) for one in outcomes if one.refusal is not None]
    # At least half of the rows are free.
    free = max(_ROWS - len(rest), _ROWS // 2)
    lines = sorted(
        (line for line in open_matches(event) if not line.has_boards),
        key=lambda line: (line.stage.order, line.round, line.slot),
    )
    is_otherwise = any(isinstance(one.refusal, PaperNotPaired) for one in outcomes)
    may_pair = is_otherwise and visitor_of(request).may_direct(event.tournament)
    context = {
        "rows": [*rest, *[PaperRow()] * free],
        "entered": [one for one in outcomes if one.refusal is None],
        "refused_rows": len(rest),
        "open_lines": lines,
        "stages_by_hand": _stages_by_hand(lines) if may_pair else (),
    }
    status = UNPROCESSABLE if rest else 200
    return event_page(
        request,
        event,
        "desk/paper_entry.html",
        context,
        tab="control",
        here=_("Enter from paper"),
        status=status,
    )


def _stages_by_hand(lines: Sequence[MatchLine]) -> Sequence[Stage]:
    """Return the stages of these matches whose rounds a director pairs by hand."""
    stages = {line.stage.uid: line.stage for line in lines}
    return [stage for stage in stages.values() if FORMATS[stage.format].shape is Shape.ROUNDS]
