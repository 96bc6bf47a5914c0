"""Pages for frames on other sites and in streams: matches, brackets and standings of public events, without cookies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Draw, Event, Stage, Tournament
from tournaments.queries.hall.stream import streamed_match
from tournaments.web.draws.stages import bracket_context, standings_context
from tournaments.web.frame import etags
from tournaments.web.frame.pages import show
from tournaments.web.frame.visitors import hold_as_stranger, visitor_of

_POLICY = {"frame-ancestors": ["*"], "form-action": [NONE]}
_SCHEMES = ("light", "dark")
_CLEAR = ("ground", "none")
_USUAL = {
    _CLEAR,
    *(("theme", scheme) for scheme in _SCHEMES),
    *(("lang", code) for code, _name in settings.LANGUAGES),
}
View = Callable[..., Any]
Content = Callable[[HttpRequest, Stage], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Frame:
    """The colour scheme of an embedded page, whether its ground is transparent, and its query string for links.

    Without a scheme the page follows the setting of the reader's browser.
    """

    scheme: str
    query: str
    is_clear: bool = False

    @classmethod
    def read(cls, request: HttpRequest) -> Frame:
        """Return the options in the query string, ignoring invalid values."""
        options = {name: request.GET[name] for name in ("theme", "lang", "ground") if name in request.GET}
        scheme = options.get("theme", "")
        is_clear = _CLEAR in options.items()
        return cls(scheme if scheme in _SCHEMES else "", urlencode(options), is_clear=is_clear)


def _framed(view: View) -> View:
    """Decorate a view for frames: treat every visitor as anonymous, take the language from `?lang=`."""

    @require_safe
    @xframe_options_exempt
    @csp_replace(_POLICY)  # type: ignore[arg-type]
    @wraps(view)
    def framed(request: HttpRequest, uid: str) -> Any:
        hold_as_stranger(request)
        language = request.GET.get("lang", "")
        with override(language if language in dict(settings.LANGUAGES) else get_language()):
            response = view(request, uid)
            response["Content-Language"] = get_language()
            return response

    return framed


@_framed
def event(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the newest drawn stage of an event, or its first stage before any draw."""
    row = access.event_to_embed(uid)
    stages = _stages(row)
    valid = set(Draw.objects.filter(stage__in=stages, voided_at=None).values_list("stage_id", flat=True))
    with_draw = [stage for stage in stages if stage.pk in valid]
    if not stages:
        return show(request, row.tournament, "embed/nothing.html", {"frame": Frame.read(request)})
    return _page(request, (with_draw or stages[:1])[-1], stages, _bracket, live="embed_bracket_live")


@_framed
def bracket(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the bracket, rounds or ladder of a stage."""
    stage = access.stage_to_embed(uid)
    return _page(request, stage, _stages(stage.event), _bracket, live="embed_bracket_live")


@_framed
def bracket_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the bracket fragment alone, or 304 if the ETag matches."""
    return _fragment(request, access.stage_to_embed(uid), _bracket)


@_framed
def standings(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the standings of a stage."""
    stage = access.stage_to_embed(uid)
    return _page(request, stage, _stages(stage.event), _standings, live="embed_standings_live")


@_framed
def standings_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the standings fragment alone, or 304 if the ETag matches."""
    return _fragment(request, access.stage_to_embed(uid), _standings)


@_framed
def stream(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the match at the streaming table on a transparent ground; `?table=` names another table, `?place=` a side."""
    tournament = access.tournament_to_embed(uid)
    query = request.GET.urlencode()
    address = f"{reverse('embed_stream_live', args=[uid])}{'?' if query else ''}{query}"
    context = _stream(request, tournament) | {
        "frame": replace(Frame.read(request), is_clear=True),
        "place": "bottom" if request.GET.get("place") == "bottom" else "top",
        "live_address": address,
    }
    return show(request, tournament, "embed/stream.html", context)


@_framed
def stream_live(request: HttpRequest, uid: str) -> HttpResponse:
    """Return the match at the streaming table alone, or 304 if the ETag matches."""
    tournament = access.tournament_to_embed(uid)
    etag = _etag_of_stream(request, tournament)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)
    return etags.tagged(show(request, tournament, "embed/_stream.html", _stream(request, tournament)), etag)


def _stream(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    match = streamed_match(tournament, table=request.GET.get("table", ""), now=timezone.now())
    return {"match": match, "etag": _etag_of_stream(request, tournament)}


def _etag_of_stream(request: HttpRequest, tournament: Tournament) -> str:
    """Return an ETag that changes with the log and every minute, because a result leaves the picture by itself."""
    return etags.tag(request, "stream", tournament.log_seq, int(timezone.now().timestamp()) // 60)


def _page(
    request: HttpRequest, stage: Stage, stages: Sequence[Stage], content: Content, *, live: str
) -> HttpResponse:
    query = request.GET.urlencode()
    context = content(request, stage) | {
        "stages": stages,
        "live_address": f"{reverse(live, args=[stage.uid])}{'?' if query else ''}{query}",
        "etag": _etag(request, stage, content),
    }
    return show(request, stage.event.tournament, "embed/frame.html", context)


def _fragment(request: HttpRequest, stage: Stage, content: Content) -> HttpResponse:
    """Return the changing part of the page, or 304 if the ETag matches.

    All visitors are anonymous, so a response to a usual query string is cached for all of them.
    """
    etag = _etag(request, stage, content)
    if etags.is_known(request, etag):
        return etags.unchanged(etag)

    def made() -> HttpResponse:
        context = content(request, stage) | {"etag": etag}
        return show(request, stage.event.tournament, "embed/_content.html", context)

    is_usual = all(item in _USUAL for item in request.GET.items())
    return etags.kept(etag, made) if is_usual else etags.tagged(made(), etag)


def _etag(request: HttpRequest, stage: Stage, content: Content) -> str:
    return etags.tag(request, content.__name__, stage.uid, stage.event.tournament.log_seq)


def _bracket(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    context = bracket_context(request, visitor_of(request), stage)
    return context | {"frame": Frame.read(request), "is_drawn": context["bracket"] is not None}


def _standings(request: HttpRequest, stage: Stage) -> dict[str, Any]:
    context = standings_context(visitor_of(request), stage)
    is_drawn = context["standings"] is not None
    return context | {"frame": Frame.read(request), "is_drawn": is_drawn, "is_standings": True}


def _stages(row: Event) -> list[Stage]:
    stages = list(Stage.objects.filter(event=row).order_by("order", "pk"))
    for stage in stages:
        stage.event = row
    return stages
