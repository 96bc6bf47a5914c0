"""The public pages of a stage: bracket, standings, draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.models import audience
from tournaments import access
from tournaments.access import Visitor
from tournaments.formats import FORMATS, Shape, Take
from tournaments.models import Commitment, Draw, Pairing, Stage
from tournaments.queries.draws.bracket import BracketView, RoundView, bracket
from tournaments.queries.draws.deadlines import has_match_days
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.lots import chains_of
from tournaments.queries.draws.round_grid import round_grid
from tournaments.queries.draws.standings import standings
from tournaments.queries.publicity import names_of_entrants
from tournaments.queries.results.ties import decided_ties
from tournaments.queries.state import feeds_of
from tournaments.web.events.event_frame import TabName, event_frame, stages_of
from tournaments.web.events.event_now import now_strip
from tournaments.web.events.public import entry_of, has_ended
from tournaments.web.frame import etags
from tournaments.web.frame.microcache import Recent
from tournaments.web.frame.numbers import number_typed
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.sharing import Shared, days, place_of, shared
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.templatetags.videau import stage_page_name

from .ladder_page import ladder_page

# With more matches than this, a page lists one round only.
_MOST_LISTED = 300
_RECENT: Recent[BracketView | None] = Recent()


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A line of a draw, counted from 1; `uid` is empty for a bye."""

    number: int
    uid: str
    name: str
    seed: int | None
    lots: int = 1
    is_wild_card: bool = False


@require_safe
def bracket_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the bracket of a stage with one entrant's path highlighted: the requested one, else the visitor's own."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    context = bracket_context(request, visitor, stage)
    access.share(request, visitor, tournament, parameters=usual_parameters(request, context))
    name = stage.title or stage_page_name(stage)
    stages = stages_of(stage.event)
    context["is_renewed"] = not has_ended(stage.event, stages)
    context |= event_frame(
        stage.event,
        stages,
        tab=TabName.STAGE,
        stage=stage,
        player=context.get("chosen") or "",
    )
    context["crumbs"] = [*way_to(tournament, stage.event), Crumb(name)]
    context["shared"] = _shared_player(request, stage, context.get("chosen_name", "")) or shared(
        request,
        tournament,
        f"{stage.event.name} · {name}",
        tournament.name,
        days(tournament),
        place_of(tournament),
    )
    return show(request, tournament, "tournaments/bracket.html", context)


@require_safe
def bracket_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the bracket, or answer 304 if it has not changed; after the end the whole page is loaded once more."""
    visitor = visitor_of(request)
    stem = etags.tag(request, uid)
    # All entries of the event concern the page, because its tag lists the event.
    current_etag = etags.still_good(
        request,
        stem,
        access.tournament_of_stage(visitor, uid),
        concerns=lambda one: one.event is None,
    )
    if current_etag is not None:
        return etags.unchanged(current_etag)
    stage = access.stage_to_see(visitor, uid)

    def made(context: dict[str, Any]) -> HttpResponse:
        return show(request, stage.event.tournament, "tournaments/_stage.html", context)

    # What is shared is kept as the newest version, and so it is.
    client_version = None if visitor.is_stranger else etags.version_known(request, stem)
    context = bracket_context(request, visitor, stage, client_version=client_version)
    access.share(request, visitor, stage.event.tournament, parameters=usual_parameters(request, context))
    response = etags.tagged(made(context), context["etag"])
    # The podium and the card of the own entry stand outside of this part.
    if stage.standings is not None and has_ended(stage.event, stages_of(stage.event)):
        response["HX-Refresh"] = "true"
    return response


@require_safe
def standings_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the standings of a stage."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    access.share(request, visitor, tournament)
    context = standings_context(visitor, stage)
    title = f"{stage.event.name} · {_('Standings')}"
    context["shared"] = shared(
        request, tournament, title, tournament.name, days(tournament), place_of(tournament)
    )
    context["crumbs"] = [*way_to(tournament, stage.event, stage), Crumb(_("Standings"))]
    return show(request, tournament, "tournaments/standings.html", context)


def standings_context(visitor: Visitor, stage: Stage) -> dict[str, Any]:
    """Return the template context of the standings, with the visitor's own entrant; None before the draw."""
    own = entry_of(visitor.player_in(stage.event.tournament), stage.event)
    return {
        "stage": stage,
        "standings": standings(stage),
        # In a bracket, entrants still in have no place yet; in other formats everybody has one.
        "has_open_places": FORMATS[stage.format].shape is Shape.BRACKET,
        "own": own.uid if own else "",
        "decided": decided_ties(stage),
    }


@require_safe
def pairing_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show why two entrants meet, or why one has a bye."""
    visitor = visitor_of(request)
    pairing = access.pairing_to_see(visitor, uid)
    stage = pairing.stage
    tournament = stage.event.tournament
    context = _why(pairing)
    context["crumbs"] = [*way_to(tournament, stage.event, stage), Crumb(context["title"])]
    return show(request, tournament, "tournaments/pairing.html", context)


@require_safe
def pairing_why(request: HttpRequest, uid: str) -> HttpResponse:
    """Render only the reasons of a pairing, for the page of the match."""
    return render(request, "tournaments/_why.html", _why(access.pairing_to_see(visitor_of(request), uid)))


@require_safe
def draw_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show how the stage was drawn, so that anybody can verify it; void draws stay listed."""
    visitor = visitor_of(request)
    stage = access.stage_to_see(visitor, uid)
    tournament = stage.event.tournament
    access.share(request, visitor, tournament)
    draws = list(
        Draw.objects.filter(stage=stage).select_related("by", "voided_by", "commitment").order_by("-pk")
    )
    announced = list(Commitment.objects.filter(stage=stage).select_related("draw").order_by("-pk"))
    valid = next((draw for draw in draws if draw.voided_at is None), None)
    context = {
        "stage": stage,
        "valid": valid,
        "is_bracket": FORMATS[stage.format].shape is Shape.BRACKET,
        "waiting": next((one for one in announced if one.revealed_at is None), None),
        "taken_back": [one for one in announced if one.taken_back_reason],
        "kept": _kept(valid.commitment) if valid is not None and valid.commitment is not None else None,
        "void": [draw for draw in draws if draw.voided_at is not None],
        "lines": (lines := _lines(valid) if valid else []),
        "is_seeded": any(line.seed for line in lines),
        "chains": chains_of(valid) if valid is not None else (),
        "is_by_groups": any(feed.take in {Take.GROUP_TOP, Take.BEST_OF_PLACE} for feed in feeds_of(stage)),
        "has_lots": any(line.lots != 1 for line in lines),
        "crumbs": [*way_to(tournament, stage.event, stage), Crumb(_("Draw"))],
    }
    return show(request, tournament, "tournaments/draw.html", context)


def _shared_player(request: HttpRequest, stage: Stage, name: str) -> Shared | None:
    """Return the social card of a player's path through the stage, if the address names a player."""
    player = request.GET.get("player", "")
    if not (player and name):
        return None
    tournament = stage.event.tournament
    about = (stage.event.name, tournament.name, days(tournament), place_of(tournament))
    path = f"{request.path}?{urlencode({'player': player})}"
    return shared(request, tournament, name, *about, path=path)


def bracket_context(
    request: HttpRequest, visitor: Visitor, stage: Stage, *, client_version: int | None = None
) -> dict[str, Any]:
    """Return the template context of the bracket, with the round shown on a phone.

    A browser that has the version `client_version` may get a bracket some moments old, with the tag of that version.
    """
    etag = _etag(request, stage)
    own = entry_of(visitor.player_in(stage.event.tournament), stage.event)
    entrant_uid = request.GET.get("player") or (own.uid if own else None)
    if FORMATS[stage.format].shape is Shape.LADDER:
        ladder = ladder_page(visitor, stage, own=own)
        bracket_view = None if ladder is None else ladder.bracket
        return {
            "stage": stage,
            "bracket": bracket_view,
            "ladder": ladder,
            "etag": etag,
            "chosen": entrant_uid,
        }
    version, view = _RECENT.get(
        f"{stage.uid} {audience().value}",
        version=stage.event.tournament.log_seq,
        client_version=client_version,
        make=lambda: bracket(stage),
    )
    etag = _etag(request, stage, version=version)
    bracket_view = None if view is None else view.with_path(entrant_uid)
    round_number = _shown_round(bracket_view, request.GET.get("round", "")) if bracket_view else 0
    return {
        "stage": stage,
        "bracket": bracket_view,
        "strip": now_strip(bracket_view),
        "grid": round_grid(bracket_view) if bracket_view else None,
        "etag": etag,
        "query": request.GET.urlencode(),
        "chosen": entrant_uid if bracket_view and _name_in(bracket_view, entrant_uid) else "",
        "chosen_name": _name_in(bracket_view, entrant_uid) if bracket_view and entrant_uid else "",
        "has_fixtures": has_match_days(stage),
        "is_own": bool(own and own.uid == entrant_uid),
        "shown_round": round_number,
        "listed_rounds": _listed(bracket_view, round_number) if bracket_view else [],
    }


def usual_parameters(request: HttpRequest, context: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters of the address that have a meaning on this bracket; on a ladder none is looked up."""
    if "shown_round" not in context:
        return {}
    values = {"player": context["chosen"], "round": str(context["shown_round"])}
    return {name: value for name, value in values.items() if value and name in request.GET}


def _etag(request: HttpRequest, stage: Stage, *, version: int | None = None) -> str:
    stem = etags.tag(request, stage.uid)
    newest = stage.event.tournament.log_seq
    return etags.grown(stem, newest if version is None else version, waits=[stage.event_id])


def _shown_round(view: BracketView, text: str) -> int:
    """Return the requested round, else the last on the highlighted path, else the first undecided one."""
    numbers = [of.number for of in view.played_rounds]
    number = number_typed(text)
    if number in numbers:
        return number
    if any(of.begins_at for of in view.rounds):
        open_days = [of.number for of in view.paired_rounds if not _is_decided(of)]
        return (open_days[:1] or numbers[-1:] or [0])[0]
    if view.shape is not Shape.BRACKET:
        round_numbers = [of.number for of in view.paired_rounds if any(slot.pairing for slot in of.slots)]
        return (round_numbers[-1:] or numbers[:1] or [0])[0]
    on_path = [of.number for of in view.played_rounds if any(slot.is_on_path for slot in of.slots)]
    open_rounds = [of.number for of in view.played_rounds if not _is_decided(of)]
    return (on_path[-1:] or open_rounds[:1] or numbers[-1:] or [0])[0]


def _listed(view: BracketView, round_number: int) -> list[RoundView]:
    """Return the rounds listed on a page; only the chosen one if there are many matches.

    The chosen one comes first, then paired rounds, the newest first, then later ones.
    """
    rounds = [of for of in view.rounds if of.slots or of.number == round_number]
    if sum(len(of.slots) for of in rounds) > _MOST_LISTED:
        return [of for of in rounds if of.number == round_number]
    if any(of.begins_at for of in rounds):
        return sorted(rounds, key=lambda of: (of.number != round_number, of.number))
    numbers = {of.number for of in rounds if any(slot.pairing for slot in of.slots)}
    return sorted(
        rounds,
        key=lambda of: (
            of.number != round_number,
            of.number not in numbers,
            -of.number if of.number in numbers else of.number,
        ),
    )


def _why(pairing: Pairing) -> dict[str, Any]:
    """Return the template context of a pairing with its reasons in words."""
    pairing_view = explanation(pairing)
    sides = [pairing_view.entrants[uid] for uid in pairing_view.seated]
    return {
        "pairing": pairing,
        "stage": pairing.stage,
        "title": " – ".join(sides) if len(sides) > 1 else _("%(name)s: bye") % {"name": sides[0]},
        "round": pairing_view.round_words(pairing.stage.uid, pairing.round),
        "reasons": pairing_view.sentences,
    }


def _is_decided(of: RoundView) -> bool:
    return all(slot.winner is not None or slot.state in ("empty", "final") for slot in of.slots)


def _name_in(view: BracketView, entrant: str | None) -> str:
    """Return the name of an entrant of the stage, or an empty text."""
    sides = (side for of in view.rounds for slot in of.slots for side in slot.sides)
    return next((side.name for side in sides if side.entrant and side.entrant == entrant), "")


def _kept(announced: Commitment) -> dict[str, Any]:
    """Return the announcement of a draw with its hashed text, line by line."""
    line, secret, _end = announced.text.split("\n")
    return {"announced": announced, "line": line, "secret": secret}


def _lines(draw: Draw) -> list[DrawLine]:
    """Return the lines of the draw."""
    uids = [uid for uid in draw.placement if uid]
    names = names_of_entrants(uids)
    seeds = {entry.uid: entry.seed for entry in draw.basis.entries}
    lots = {entry.uid: entry.bye_lots for entry in draw.basis.entries}
    cards = {entry.uid for entry in draw.basis.entries if entry.is_wild_card}
    return [
        DrawLine(
            number, uid or "", names.get(uid, ""), seeds.get(uid), lots.get(uid, 1), is_wild_card=uid in cards
        )
        for number, uid in enumerate(draw.placement, start=1)
    ]
