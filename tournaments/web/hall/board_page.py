"""Template context of the control board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from matches.models import Match, Player
from tournaments.actions import results
from tournaments.models import Tournament, played_for
from tournaments.queries.hall.board import ControlBoard, Running, board
from tournaments.queries.results.matches import MatchLine
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame import etags
from tournaments.web.frame.visitors import visitor_of

from .quick_result import quick_results

# The keys of the board with their descriptions, for its help.
KEYS = (
    ("/", gettext_lazy("to the line that enters results")),
    ("Esc", gettext_lazy("from the line to the lists")),
    ("j k ↓ ↑", gettext_lazy("to the next and the previous match or table")),
    ("c", gettext_lazy("call to the table that is named, else to the first free one")),
    ("n", gettext_lazy("call the next match to this table")),
    ("s", gettext_lazy("start, or resume what is suspended")),
    ("g", gettext_lazy("second call")),
    ("a b", gettext_lazy("the first or the second side is missing, or is there after all")),
    ("p", gettext_lazy("give the penalty that the rules propose")),
    ("f", gettext_lazy("open what else can be done; then 1 or 2: that side forfeits, 0: both")),
    ("w u", gettext_lazy("suspend the match, free the table")),
    ("l", gettext_lazy("let a report stand")),
    ("o r", gettext_lazy("open the match, rule on a dispute")),
    ("z", gettext_lazy("take back the result entered last")),
)


def board_context(
    request: HttpRequest, tournament: Tournament, *, errors: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the context of the lists.

    The ETag is computed before the lists are read, so that they are never older than the ETag.
    """
    etag = board_tag(request, tournament)
    lists = board(tournament, now=timezone.now())
    return {
        "tournament": tournament,
        "board": lists,
        "etag": etag,
        "seen": tournament.log_seq,
        "may_direct": visitor_of(request).may_direct(tournament),
        "may_enter": visitor_of(request).may_enter_slips(tournament),
        "board_refused": errors,
        "keys": KEYS,
    }


def board_tag(request: HttpRequest, tournament: Tournament) -> str:
    """Return an ETag that changes with the log and every minute."""
    return etags.tag(request, tournament.log_seq, timezone.now().strftime("%H:%M"))


def line_context(
    lists: ControlBoard | None, words: str, *, lines: Sequence[MatchLine] = ()
) -> dict[str, Any]:
    """Return the context of the quick line: the open matches and results that fit its text."""
    among = lines if lists is None else lists.lines
    return {"words": words, "results": quick_results(words, among) if words else None}


def start_all(calls: Sequence[Running], *, by: Player | None) -> list[str]:
    """Start each called match without absent players; return the errors with the players' names."""
    errors = []
    for one in calls:
        if one.late is None or not one.late.absent:
            try:
                results.start(one.line.match, by=by)
            except DomainError as error:
                errors += [f"{one.line.match}: {reason}" for reason in reasons(error)]
    return errors


def match_of(tournament: Tournament, uid: str) -> Match | None:
    """Return a match of the tournament with its result, or None, in one query."""
    rows = Match.objects.filter(played_for(stage__event__tournament=tournament), uid=uid)
    return rows.select_related("one", "two", "accepted_report").first()
