"""Pages for frames on other sites: brackets and standings of public events, without cookies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.models import Draw, Event, Stage
from tournaments.web.draws.stages import bracket_context, standings_context
from tournaments.web.frame import etags
from tournaments.web.frame.pages import show
from tournaments.web.frame.visitors import hold_as_stranger, visitor_of

_POLICY = {"frame-ancestors": ["*"], "form-action": [NONE]}
_SCHEMES = ("light", "dark")
_USUAL = {("theme", scheme) for scheme in _SCHEMES} | {("lang", code) for code, _name in settings.LANGUAGES}
View = Callable[..., Any]
Content = Callable[[HttpRequest, Stage], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Frame:
    """The colour scheme of an embedded page, and its query string for links.

    Without a scheme the page follows the setting of the reader's browser.
    """

    scheme: str
    query: str

    @classmethod
    def read(cls, request: HttpRequest) -> Frame:
        """Return the options in the query string, ignoring invalid values."""
        options = {name: request.GET[name] for name in ("theme", "lang") if name in request.GET}
        scheme = options.get("theme", "")
        return cls(scheme if scheme in _SCHEMES else "", urlencode(options))


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
