"""The page on which a player or an officer sets when the player can be called."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from matches.models import Player, is_same_person, rows_of_persons
from tournaments import access
from tournaments.actions.hall import tables
from tournaments.models import Availability, Entrant
from tournaments.requests.hall import AvailabilityRequest
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import MomentField, field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of


class AwayForm(forms.Form):
    """A form for a player's availability, in the tournament's time zone."""

    away_until = MomentField(label=gettext_lazy("Away until"), required=False)
    leaves_at = MomentField(label=gettext_lazy("Leaves at"), required=False)
    not_before = MomentField(label=gettext_lazy("Not before"), required=False)
    note = field_of(AvailabilityRequest, "note", label=gettext_lazy("Note"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        helps = {
            "away_until": gettext_lazy("A pause: nobody is called before this time."),
            "leaves_at": gettext_lazy("Matches that can still be played by then are called first."),
            "not_before": gettext_lazy("As on the next day: the first time of a start."),
        }
        for name, text in helps.items():
            self.fields[name].help_text = text

    @property
    def moments(self) -> dict[str, datetime | None]:
        """Return the three times by field name."""
        return {name: self.cleaned_data[name] for name in ("away_until", "leaves_at", "not_before")}


@dataclass(frozen=True, slots=True)
class Away:
    """A player of an entrant with the form for the player's availability."""

    player: Player
    form: AwayForm


@require_page_or_form
def away(request: HttpRequest, uid: str) -> HttpResponse:
    """Show and change the availability of an entrant's players."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    tournament = entrant.event.tournament
    with timezone.override(tournament.time_zone):
        away_forms = _forms(request, entrant, own=visitor.player_in(tournament))
        submission = next((one for one in away_forms if one.form.is_bound), None)
        if submission is not None and submission.form.is_valid():
            try:
                tables.set_availability(
                    tournament,
                    submission.player,
                    by=visitor.player_in(tournament),
                    note=submission.form.cleaned_data["note"],
                    origin=visitor.origin,
                    **submission.form.moments,
                )
            except DomainError as refusal:
                put_into(submission.form, refusal)
            else:
                messages.success(request, _("Saved."))
                return redirect("away", entrant.uid)
    context = {
        "event": entrant.event,
        "entrant": entrant,
        "shown": away_forms,
        "crumbs": [*way_to(tournament, entrant.event), Crumb(_("Away and back"))],
    }
    status = 422 if submission is not None else 200
    return show(request, tournament, "tournaments/away.html", context, status=status)


def _forms(request: HttpRequest, entrant: Entrant, *, own: Player | None) -> list[Away]:
    """Return the visitor's own form, or for an officer the forms of all the entrant's players."""
    players = list(Player.objects.filter(entries__entrant=entrant).order_by("entries__pk"))
    mine = [player for player in players if is_same_person(player, own)]
    persons = rows_of_persons([player.person_key for player in players])
    rows = Availability.objects.filter(tournament=entrant.event.tournament, player__in=persons)
    by_person = {row.player.person_key: row for row in rows.select_related("player").order_by("pk")}
    uid = request.POST.get("player", "") if request.method == "POST" else ""
    away_forms: list[Away] = []
    for player in mine or players:
        row = by_person.get(player.person_key)
        names = ("away_until", "leaves_at", "not_before", "note")
        initial = {} if row is None else {name: getattr(row, name) for name in names}
        data = request.POST if uid == player.uid else None
        away_forms.append(Away(player, AwayForm(data, initial=initial, prefix=f"p{len(away_forms)}")))
    return away_forms
