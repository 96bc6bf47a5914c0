"""The seasons of a federation in its office: set up, changed before they begin, and closed with a final table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import access
from tournaments.actions.federations import points_seasons
from tournaments.models import PointsSeason
from tournaments.queries.points.season_table import SeasonState, season_table, seasons_of, state_of
from tournaments.web.desk.pages import act, status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of

from .office import office_page, within
from .season_forms import SeasonForm
from .seasons import STATE_WORDS, scheme_name, season_context

_TAB = "office_seasons"


@require_safe
def seasons(request: HttpRequest, uid: str) -> HttpResponse:
    """List the seasons of a federation, the latest first."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = [
        (season, state_of(season), STATE_WORDS[state_of(season)], scheme_name(season.scheme))
        for season in seasons_of(federation)
    ]
    return office_page(request, federation, "federations/office_seasons.html", {"seasons": rows}, tab=_TAB)


@require_page_or_form
def new_season(request: HttpRequest, uid: str) -> HttpResponse:
    """Set up a season."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    form = SeasonForm(request.POST or None)
    seasons: list[PointsSeason] = []

    def create(_data: dict[str, Any]) -> None:
        body = form.request
        seasons.append(
            points_seasons.create_season(
                federation,
                by=visitor.account,
                name=body.name,
                starts_on=body.starts_on,
                ends_on=body.ends_on,
                terms=body.terms(),
                scheme=body.scheme_code or "",
            )
        )

    if request.method == "POST" and is_done(form, create):
        messages.success(request, _("%(name)s is added.") % {"name": seasons[0].name})
        return redirect("office_season", federation.uid, seasons[0].uid)
    return office_page(
        request,
        federation,
        "federations/office_new_season.html",
        {"form": form},
        tab=_TAB,
        here=_("Add a season"),
        status=status_of(form),
    )


@require_safe
def season(request: HttpRequest, uid: str, season: str) -> HttpResponse:
    """Show a season with its table, and what can be done with it."""
    visitor = visitor_of(request)
    federation = access.federation_to_read(visitor, uid)
    row = access.season_to_see(visitor, season)
    within(row, federation)
    table = season_table(row)
    context = {
        **season_context(request, table),
        "may_change": table.state is SeasonState.PLANNED,
        "may_close": table.state is SeasonState.ENDED,
    }
    return office_page(
        request, federation, "federations/office_season.html", context, tab=_TAB, here=row.name
    )


@require_page_or_form
def change_season(request: HttpRequest, uid: str, season: str) -> HttpResponse:
    """Change a season before it begins."""
    row = _season_of(request, uid, season)
    form = SeasonForm(request.POST or None, season=row)

    def change(_data: dict[str, Any]) -> None:
        body = form.request
        points_seasons.change_season(
            row,
            by=visitor_of(request).account,
            name=body.name,
            starts_on=body.starts_on,
            ends_on=body.ends_on,
            terms=body.terms(row.terms),
            scheme=body.scheme_code,
        )

    if request.method == "POST" and is_done(form, change):
        messages.success(request, _("Saved."))
        return redirect("office_season", row.federation.uid, row.uid)
    return office_page(
        request,
        row.federation,
        "federations/office_new_season.html",
        {"form": form, "season": row},
        tab=_TAB,
        here=row.name,
        status=status_of(form),
    )


@require_POST
def close_season(request: HttpRequest, uid: str, season: str) -> HttpResponse:
    """Publish the final table of a season."""
    row = _season_of(request, uid, season)
    return act(
        request,
        lambda: points_seasons.close_season(row, by=visitor_of(request).account),
        message=_("The final table is published. It stays as it is."),
        back_to=reverse("office_season", args=[row.federation.uid, row.uid]),
    )


def _season_of(request: HttpRequest, uid: str, season: str) -> PointsSeason:
    visitor = visitor_of(request)
    row = access.season_to_rate(visitor, season)
    within(row, access.federation_to_read(visitor, uid))
    return row
