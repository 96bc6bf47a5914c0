"""The page on which the operator of a laptop imports the directory of a federation."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.models import Player
from tournaments import access
from tournaments.actions.exchange import directories
from tournaments.actions.exchange.directories import DirectoryPlan
from tournaments.errors.exchange import RowsRefused
from tournaments.exchange import LARGEST_PACKAGE
from tournaments.models import Federation
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import RefusedLine, is_done, lines_of_refusal
from tournaments.web.frame.files import KeptFileForm
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

_SAME = "same_"


class DirectoryForm(KeptFileForm):
    """A form for the directory of a federation."""

    largest = LARGEST_PACKAGE


class NamesakesForm(forms.Form):
    """A form with a field for each number whose person may be a player here."""

    def __init__(self, *args: object, plan: DirectoryPlan, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._players = {player.uid: player for players in plan.proposed.values() for player in players}
        for number, players in plan.proposed.items():
            choices = [("", _("decide later"))]
            choices += [(player.uid, " · ".join(filter(None, _words(player)))) for player in players]
            self.fields[_SAME + number] = forms.ChoiceField(
                label=f"{number} · {players[0].name}", choices=choices, required=False
            )

    @property
    def same(self) -> dict[str, Player]:
        """The player here for each number that is decided."""
        return {
            name.removeprefix(_SAME): self._players[uid] for name, uid in self.cleaned_data.items() if uid
        }


@require_page_or_form
def import_directory(request: HttpRequest) -> HttpResponse:
    """Say what a directory would bring, and import it."""
    by = access.account_to_found(visitor_of(request))
    form = DirectoryForm(request.POST or None, request.FILES or None)
    plans: list[DirectoryPlan] = []
    federations: list[Federation] = []
    refusals: list[RefusedLine] = []

    def plan(_data: dict[str, Any]) -> None:
        try:
            plans.append(directories.plan_directory(form.data_of_file, by=by))
        except RowsRefused as refusal:
            refusals.extend(lines_of_refusal(refusal))
            raise

    namesakes: NamesakesForm | None = None
    if request.method == "POST" and is_done(form, plan):
        is_import = request.POST.get("do") == "import"
        namesakes = NamesakesForm(request.POST if is_import else None, plan=plans[0])
        if is_import and is_done(
            namesakes,
            lambda _data: federations.append(
                directories.import_directory(by=by, data=form.data_of_file, same=namesakes.same)
            ),
        ):
            messages.success(
                request, _("The directory of %(name)s is imported.") % {"name": federations[0].name}
            )
            return redirect("federation", federations[0].uid)
    context = {
        "form": form,
        "refused": refusals,
        "plan": plans[0] if plans else None,
        "namesakes": namesakes,
        "keeps": form.keeps if plans else {},
        "crumbs": [Crumb(_("Desk"), reverse("desk_home")), Crumb(_("Import a directory"))],
        "section": "desk",
    }
    status = status_of(form, *([namesakes] if namesakes else []))
    return render(request, "desk/directories.html", context, status=status)


def _words(player: Player) -> tuple[str, str, str]:
    return player.name, player.club, player.country
