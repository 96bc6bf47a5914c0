"""Template context of the control board, of a whole tournament or of one of its events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from matches.models import Match, Player, name_key
from tournaments.actions import results
from tournaments.models import Event, Tournament, played_for
from tournaments.queries.events.hall_forecasts import expected_end
from tournaments.queries.hall.board import ControlBoard, Running, board, final_matches, number_of_finals
from tournaments.queries.results.matches import MatchLine, open_matches
from tournaments.web.desk.refusals import reasons
from tournaments.web.frame import etags
from tournaments.web.frame.visitors import visitor_of

from .quick_result import quick_results

# So many lines beside the map of the tables fit on a laptop; of the matches that are ready, at least some are in sight.
_LINES = 14
_FEWEST_READY = 5
# The results of an event that stand below its board.
_LATEST = 8
# The keys of the board with their descriptions, for its help.
KEYS = (
    ("/", gettext_lazy("to the line that enters results")),
    ("Esc", gettext_lazy("from the line to the lists")),
    ("j k ↓ ↑", gettext_lazy("to the next and the previous match or table")),
    ("c", gettext_lazy("call to the first free table")),
    ("t", gettext_lazy("call to a table that you type")),
    ("n", gettext_lazy("call the next match to this table")),
    ("s", gettext_lazy("start, or resume what is suspended")),
    ("g", gettext_lazy("second call")),
    ("a b", gettext_lazy("the first or second side is missing, or has arrived")),
    ("p", gettext_lazy("give the penalty that the rules propose")),
    ("f", gettext_lazy("open what else can be done; then 1 or 2: that side forfeits, 0: both")),
    ("w u", gettext_lazy("suspend the match, free the table")),
    ("l", gettext_lazy("let a report stand")),
    ("o r", gettext_lazy("open the match, rule on a dispute")),
    ("z", gettext_lazy("undo the last result")),
)


@dataclass(frozen=True, slots=True)
class BoardScope:
    """What a board shows: the matches of a tournament, or those of one event.

    Of an event it shows results too: the latest ones, `results="all"` of them, or those of the players to `find`.
    """

    tournament: Tournament
    event: Event | None = None
    results: str = ""
    find: str = ""

    @property
    def address(self) -> str:
        """The address of the page."""
        if self.event is None:
            return reverse("desk_board", args=[self.tournament.uid])
        return reverse("desk_event", args=[self.event.uid])

    @property
    def query(self) -> str:
        """What the addresses of the fragments carry, with the question mark, or nothing."""
        if self.event is None:
            return ""
        fields = {"within": self.event.uid, "results": self.results, "find": self.find}
        return "?" + urlencode({name: value for name, value in fields.items() if value})

    def board(self) -> ControlBoard:
        """Return the board of now."""
        lists = board(self.tournament, now=timezone.now())
        return lists if self.event is None else lists.within(self.event)

    def open_matches(self) -> tuple[MatchLine, ...]:
        """Return the open matches."""
        return open_matches(self.tournament if self.event is None else self.event)


def scope_of(request: HttpRequest, tournament: Tournament, event: Event | None = None) -> BoardScope:
    """Return the scope that a request names, by the event of its page or the field `within`."""
    uid = request.POST.get("within") or request.GET.get("within", "")
    if event is None and uid:
        event = tournament.events.filter(uid=uid).first()
        if event is None:
            raise Http404
        event.tournament = tournament
    if event is None:
        return BoardScope(tournament)
    return BoardScope(tournament, event, request.GET.get("results", ""), request.GET.get("find", "").strip())


def board_context(request: HttpRequest, scope: BoardScope, *, errors: Sequence[str] = ()) -> dict[str, Any]:
    """Return the context of the lists.

    The ETag is computed before the lists are read, so that they are never older than the ETag.
    """
    tournament = scope.tournament
    etag = board_tag(request, scope)
    lists = scope.board()
    urgent = len(lists.disputed) + len(lists.unconfirmed) + len(lists.late)
    first = max(_LINES - urgent, _FEWEST_READY)
    return {
        "tournament": tournament,
        "scope": scope,
        "board": lists,
        "matches_offline": offline_matches(lists),
        "tables_offline": json.dumps([table.name for table in lists.ordinary_tables], ensure_ascii=False),
        "ready_first": lists.ready[:first],
        "ready_rest": lists.ready[first:],
        "etag": etag,
        "seen": tournament.log_seq,
        "may_direct": visitor_of(request).may_direct(tournament),
        "may_enter": visitor_of(request).may_enter_slips(tournament),
        "board_refused": errors,
        "keys": KEYS,
        **_of_event(scope),
    }


def _of_event(scope: BoardScope) -> dict[str, Any]:
    """Return when the event ends, and its results: the latest, all, or those of some players."""
    if scope.event is None:
        return {}
    is_long = bool(scope.find) or scope.results == "all"
    return {
        "outlook": expected_end(scope.event),
        "results_shown": final_matches(scope.event, find=scope.find, most=None if is_long else _LATEST),
        "results_number": number_of_finals(scope.event),
    }


def offline_matches(lists: ControlBoard) -> str:
    """Return the open matches with which the desk goes on without a connection, as JSON for the script."""
    rows = [
        {
            "uid": line.uid,
            "one": line.match.one.name,
            "two": line.match.two.name,
            "length": line.match.length,
            "table": line.table,
            "event": line.event.name,
            "begun": line.match.started_at is not None,
            "key_one": name_key(line.match.one.name),
            "key_two": name_key(line.match.two.name),
            "key_table": name_key(line.table),
        }
        for line in lists.lines
        if not line.has_boards and line.dispute is None
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def board_tag(request: HttpRequest, scope: BoardScope) -> str:
    """Return an ETag that changes with the log, every minute, and with the forecast of an event."""
    outlook = None if scope.event is None else expected_end(scope.event)
    minute = timezone.now().strftime("%H:%M")
    return etags.tag(request, scope.tournament.log_seq, minute, "" if outlook is None else outlook.at)


def line_context(words: str, among: Sequence[MatchLine]) -> dict[str, Any]:
    """Return the context of the quick line: the open matches and results that fit its text."""
    return {"words": words, "results": quick_results(words, among) if words else None}


def start_all(calls: Sequence[Running], *, by: Player | None) -> list[str]:
    """Start each called match without absent players; return the errors with the players' names."""
    errors = []
    for one in calls:
        if one.late is None or not one.late.absent:
            try:
                results.start(one.line.match, by=by)
            except DomainError as error:
                label = str(one.line.match)
                errors += [
                    _("%(label)s: %(value)s") % {"label": label, "value": reason} for reason in reasons(error)
                ]
    return errors


def match_of(tournament: Tournament, uid: str) -> Match | None:
    """Return a match of the tournament with its result, or None, in one query."""
    rows = Match.objects.filter(played_for(stage__event__tournament=tournament), uid=uid)
    return rows.select_related("one", "two", "accepted_report").first()
