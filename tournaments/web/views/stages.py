"""The public pages of a stage: bracket, standings, draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.access import Visitor
from tournaments.models import Draw, Entrant, Stage
from tournaments.queries.bracket import BracketView, RoundView, bracket
from tournaments.queries.standings import standings
from tournaments.web import freshness
from tournaments.web.numbers import number_typed
from tournaments.web.pages import Crumb, show, way_to
from tournaments.web.visitors import visitor_of

from .tournaments import entry_of


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A line of a draw, counted from 1; `uid` is empty where it gives a bye."""

    number: int
    uid: str
    name: str
    seed: int | None


@require_safe
def bracket_page(request: HttpRequest, uid: str) -> HttpResponse:
    """The bracket of a stage, with one entrant's path marked: the one asked for, else the visitor's own."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    context = _bracket(request, visitor, stage)
    context["crumbs"] = [*way_to(tournament, stage.event), Crumb(stage.name or _("Bracket"))]
    return show(request, tournament, "tournaments/bracket.html", context)


@require_safe
def bracket_live(request: HttpRequest, uid: str) -> HttpResponse:
    """The bracket alone, or 304."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    etag = freshness.tag(request, tournament.log_seq)
    if freshness.is_known(request, etag):
        return freshness.unchanged(etag)
    context = _bracket(request, visitor, stage)
    with timezone.override(tournament.time_zone):
        return freshness.tagged(render(request, "tournaments/_bracket.html", context), etag)


@require_safe
def standings_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Who stands where."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    own = entry_of(visitor.player_in(tournament), stage.event)
    context = {
        "stage": stage,
        "standings": standings(stage),
        "own": own.uid if own else "",
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(_("Standings"))],
    }
    return show(request, tournament, "tournaments/standings.html", context)


@require_safe
def draw_page(request: HttpRequest, uid: str) -> HttpResponse:
    """How the stage was drawn, so that anybody can repeat it; draws taken back stay here."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    draws = list(Draw.objects.filter(stage=stage).select_related("by", "voided_by").order_by("-pk"))
    valid = next((draw for draw in draws if draw.voided_at is None), None)
    context = {
        "stage": stage,
        "valid": valid,
        "void": [draw for draw in draws if draw.voided_at is not None],
        "lines": (lines := _lines(valid) if valid else []),
        "is_seeded": any(line.seed for line in lines),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(_("Draw"))],
    }
    return show(request, tournament, "tournaments/draw.html", context)


def _bracket(request: HttpRequest, visitor: Visitor, stage: Stage) -> dict[str, Any]:
    """The bracket with the round that a phone shows: the one asked for, else the first not yet decided."""
    etag = freshness.tag(request, stage.event.tournament.log_seq)
    own = entry_of(visitor.player_in(stage.event.tournament), stage.event)
    chosen = request.GET.get("player") or (own.uid if own else None)
    found = bracket(stage, path=chosen)
    return {
        "stage": stage,
        "bracket": found,
        "etag": etag,
        "query": request.GET.urlencode(),
        "chosen": chosen if found and _name_in(found, chosen) else "",
        "chosen_name": _name_in(found, chosen) if found and chosen else "",
        "is_own": bool(own and own.uid == chosen),
        "shown_round": _shown_round(found, request.GET.get("round", "")) if found else 0,
    }


def _shown_round(found: BracketView, asked: str) -> int:
    """The round asked for, else the last one on the marked path, else the first that is not decided."""
    numbers = [of.number for of in found.rounds]
    chosen = number_typed(asked)
    if chosen in numbers:
        return chosen
    on_path = [of.number for of in found.rounds if any(slot.is_on_path for slot in of.slots)]
    undecided = [of.number for of in found.rounds if not _is_decided(of)]
    return (on_path[-1:] or undecided[:1] or numbers[-1:] or [0])[0]


def _is_decided(of: RoundView) -> bool:
    return all(slot.winner is not None or slot.state in ("empty", "final") for slot in of.slots)


def _name_in(found: BracketView, entrant: str | None) -> str:
    """The name of an entrant of the first round."""
    sides = (side for slot in found.rounds[0].slots for side in slot.sides) if found.rounds else ()
    return next((side.name for side in sides if side.entrant and side.entrant == entrant), "")


def _lines(draw: Draw) -> list[DrawLine]:
    """The lines of the draw as it was made."""
    uids = [uid for uid in draw.placement if uid]
    names = dict(Entrant.objects.filter(uid__in=uids).values_list("uid", "side__name"))
    seeds = {entry["uid"]: entry["seed"] for entry in draw.input["entries"]}
    return [
        DrawLine(number, uid or "", names.get(uid, ""), seeds.get(uid))
        for number, uid in enumerate(draw.placement, start=1)
    ]
