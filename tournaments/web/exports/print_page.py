"""The page that asks what is printed, of which round and in which size, and leads to the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.formats import FORMATS, Shape
from tournaments.models import Event, Stage
from tournaments.queries.exports.paper import PrintedStage, printed_stages
from tournaments.web.desk.bar import Room
from tournaments.web.desk.pages import UNPROCESSABLE, event_page, tournament_page
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.visitors import visitor_of

SIZES = (
    ("a4", gettext_lazy("A4")),
    ("landscape", gettext_lazy("A4, landscape")),
    ("a5", gettext_lazy("A5")),
    ("a3", gettext_lazy("A3, a poster for the wall")),
)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that can be printed: the view that shows it, and what its address says beside the round and the size.

    `shape` is that of the stages that have it, None for all; `is_of_stage` is false for a paper of the whole event.
    """

    code: str
    words: str | Promise
    view: str
    query: tuple[tuple[str, str], ...] = ()
    is_of_stage: bool = True
    has_round: bool = False
    is_of_open_matches: bool = False
    shape: Shape | None = None
    sizes: tuple[tuple[str, str], ...] = ()

    def of_size(self, size: str) -> str:
        """Return the size as its address names it, empty for A4; a paper without that size is on A4."""
        return dict(self.sizes).get(size, "")


_LIST = (("landscape", "landscape"), ("a5", "a5"), ("a3", "a3"))
PAPERS = (
    Paper("pairings", gettext_lazy("Pairings, by table"), "desk_print_pairings", has_round=True, sizes=_LIST),
    Paper(
        "names",
        gettext_lazy("Pairings, by name"),
        "desk_print_pairings",
        (("by", "name"),),
        has_round=True,
        sizes=_LIST,
    ),
    Paper("slips", gettext_lazy("Match slips"), "desk_print_slips", has_round=True, is_of_open_matches=True),
    Paper(
        "scoresheets",
        gettext_lazy("Scoresheets"),
        "desk_print_scoresheets",
        has_round=True,
        is_of_open_matches=True,
    ),
    Paper("rounds", gettext_lazy("All rounds, with their results"), "desk_print_rounds", sizes=_LIST),
    Paper(
        "overdue",
        pgettext_lazy("paper", "Overdue matches"),
        "desk_print_rounds",
        (("only", "overdue"),),
        sizes=_LIST,
    ),
    Paper("standings", gettext_lazy("Standings"), "desk_print_standings", sizes=_LIST),
    Paper(
        "bracket",
        gettext_lazy("Bracket"),
        "desk_print_bracket",
        shape=Shape.BRACKET,
        sizes=(("a4", "a4"), ("landscape", "a4"), ("a5", "a4"), ("a3", "a3")),
    ),
    Paper(
        "cross",
        gettext_lazy("Cross table"),
        "desk_print_cross",
        shape=Shape.TABLE,
        sizes=(("a4", "portrait"), ("landscape", "landscape"), ("a5", "portrait"), ("a3", "landscape")),
    ),
    Paper(
        "entrants",
        gettext_lazy("Entrants, with what is paid and due"),
        "desk_print_entrants",
        is_of_stage=False,
        sizes=_LIST,
    ),
    Paper("finish", gettext_lazy("Final standings"), "desk_print_finish", is_of_stage=False, sizes=_LIST),
    Paper(
        "prizes", gettext_lazy("Prizes, with signatures"), "desk_print_prizes", is_of_stage=False, sizes=_LIST
    ),
)
_BY_CODE = {paper.code: paper for paper in PAPERS}


@dataclass(frozen=True, slots=True)
class PaperChoice:
    """What is asked for: the paper, the stage with its round, and the size."""

    paper: Paper | None
    stage: str
    round: int | None
    size: str

    @classmethod
    def of(cls, values: QueryDict) -> PaperChoice:
        """Return the choice of these values; what is unknown is left open."""
        stage, _colon, number = values.get("of", "").partition(":")
        size = values.get("size", "a4")
        return cls(
            _BY_CODE.get(values.get("what", "")),
            stage,
            number_typed(number),
            size if size in dict(SIZES) else "a4",
        )

    def address(self, event: Event, stages: Sequence[PrintedStage]) -> str | None:
        """Return the address of the paper, None where there is none such."""
        paper = self.paper
        if paper is None:
            return None
        query = dict(paper.query)
        if size := paper.of_size(self.size):
            query["paper"] = size
        if not paper.is_of_stage:
            return _with_query(reverse(paper.view, args=[event.uid]), query)
        stage = self._stage(stages, paper)
        if stage is None:
            return None
        if paper.has_round and self.round is not None:
            query["round"] = str(self.round)
        return _with_query(reverse(paper.view, args=[stage.stage.uid]), query)

    def _stage(self, stages: Sequence[PrintedStage], paper: Paper) -> PrintedStage | None:
        """Return the chosen stage, else the newest that is drawn, among those that have the paper."""
        able = [one for one in stages if one.is_drawn and _has(one, paper)]
        if self.stage:
            return next((one for one in able if one.stage.uid == self.stage), None)
        return able[-1] if able else None


def _has(stage: PrintedStage, paper: Paper) -> bool:
    if paper.code == "overdue" and not stage.has_deadlines:
        return False
    if paper.is_of_open_matches and not any(round_.is_open for round_ in stage.rounds):
        return False
    return paper.shape is None or FORMATS[stage.stage.format].shape is paper.shape


def _with_query(address: str, query: dict[str, str]) -> str:
    return f"{address}?{urlencode(query)}" if query else address


@dataclass(frozen=True, slots=True)
class PrintForm:
    """What can be asked for of one event: its papers, and the stages that are drawn with their rounds."""

    event: Event
    papers: tuple[Paper, ...]
    drawn: tuple[PrintedStage, ...]

    @classmethod
    def of(cls, event: Event, stages: Sequence[PrintedStage]) -> PrintForm:
        """Return the form of an event, among these stages."""
        drawn = tuple(one for one in stages if one.stage.event_id == event.pk and one.is_drawn)
        papers = (
            paper for paper in PAPERS if not paper.is_of_stage or any(_has(one, paper) for one in drawn)
        )
        return cls(event, tuple(papers), drawn)


def address_of_choice(request: HttpRequest, event: Event, stage: Stage | None) -> str:
    """Return the address of the print page on which the paper of this request is chosen."""
    view = "" if request.resolver_match is None else request.resolver_match.view_name
    sent = request.GET
    able = [paper for paper in PAPERS if paper.view == view and all(sent.get(k) == v for k, v in paper.query)]
    query = {}
    if able:
        paper = max(able, key=lambda one: len(one.query))
        query["what"] = paper.code
        query["size"] = next((size for size, name in paper.sizes if name == sent.get("paper")), "a4")
    if stage is not None:
        query["of"] = f"{stage.uid}:{sent.get('round', '')}"
    return _with_query(reverse("desk_print", args=[event.uid]), query)


@require_safe
def of_tournament(request: HttpRequest, uid: str) -> HttpResponse:
    """Ask what is printed of each event of a tournament."""
    tournament = access.tournament_to_desk(visitor_of(request), uid)
    events = list(tournament.events.order_by("order", "pk"))
    stages = printed_stages(*events)
    context = {"forms": [PrintForm.of(event, stages) for event in events], "sizes": SIZES}
    return tournament_page(
        request, tournament, "print/of_tournament.html", context, here=_("Print"), room=Room.PRINT
    )


@require_safe
def of_event(request: HttpRequest, uid: str) -> HttpResponse:
    """Ask what is printed of an event, and list its files."""
    event = access.event_to_desk(visitor_of(request), uid)
    return _page(request, event, printed_stages(event))


@require_safe
def show_paper(request: HttpRequest, uid: str) -> HttpResponse:
    """Lead to the paper that was asked for, or say that there is none."""
    event = access.event_to_desk(visitor_of(request), uid)
    stages = printed_stages(event)
    address = PaperChoice.of(request.GET).address(event, stages)
    if address is None:
        words = _("This stage has no such paper. Choose another paper, or another stage.")
        return _page(request, event, stages, errors=[words])
    return redirect(address)


def _page(
    request: HttpRequest, event: Event, stages: Sequence[PrintedStage], *, errors: Sequence[str] = ()
) -> HttpResponse:
    context = {
        "form": PrintForm.of(event, stages),
        "sizes": SIZES,
        "choice": PaperChoice.of(request.GET),
        "refused": errors,
    }
    status = UNPROCESSABLE if errors else 200
    return event_page(request, event, "print/of_event.html", context, tab="", here=_("Print"), status=status)
