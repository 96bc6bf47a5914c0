"""The page on which an entrant chooses rounds to miss and whether to play on after a loss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions.draws import attendance
from tournaments.formats import FORMATS, Shape
from tournaments.models import Entrant, Stage, StageEntry
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.state import stage_state
from tournaments.web.desk.refusals import put_into
from tournaments.web.events.after_loss import can_play_on
from tournaments.web.frame.form_fields import offer
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb, show, way_to
from tournaments.web.frame.visitors import visitor_of

# The number of rounds offered if the format does not declare its rounds.
_ROUNDS_AHEAD = 3


class PlayOnForm(forms.Form):
    """A form for whether an entrant plays on after a loss."""

    goes_on = forms.ChoiceField(
        label=gettext_lazy("After a loss"),
        choices=[
            ("yes", gettext_lazy("I play on")),
            ("no", gettext_lazy("I do not play on")),
            ("", gettext_lazy("I have not decided")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )

    @property
    def chosen(self) -> bool | None:
        """Return the answer, or None without one."""
        return {"yes": True, "no": False}.get(self.cleaned_data["goes_on"])


class MissForm(forms.Form):
    """A form for the unpaired rounds that an entrant misses."""

    rounds = forms.TypedMultipleChoiceField(
        label=gettext_lazy("I miss"), coerce=int, widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, data: Any = None, *, rounds: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        offer(self, "rounds", [(str(number), words) for number, words in rounds])


@dataclass(frozen=True, slots=True)
class Absence:
    """A stage paired round by round, with the form for the rounds the entrant misses."""

    stage: Stage
    form: MissForm
    rounds: frozenset[int]


@require_page_or_form
def attendance_page(request: HttpRequest, uid: str) -> HttpResponse:
    """Show and change an entrant's attendance, for its players and for officers."""
    visitor = visitor_of(request)
    entrant = access.entrant_to_withdraw(visitor, uid)
    event = entrant.event
    stages = list(Stage.objects.filter(event=event).order_by("order"))
    stage_uid = request.POST.get("stage", "") if request.method == "POST" else None
    initial = {True: "yes", False: "no", None: ""}[entrant.goes_on]
    play_on = PlayOnForm(request.POST if stage_uid == "" else None, initial={"goes_on": initial})
    absences = _absences(entrant, stages, request, form_stage=stage_uid)
    form: PlayOnForm | MissForm | None = play_on if stage_uid == "" else None
    absence = next((one for one in absences if one.stage.uid == stage_uid), None)
    if absence is not None:
        form = absence.form
    if form is not None and form.is_valid():
        try:
            _say(visitor, entrant, play_on if absence is None else absence)
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("attendance", entrant.uid)
    context = {
        "event": event,
        "entrant": entrant,
        "play_on": play_on if can_play_on(stages) else None,
        "absences": absences,
        "crumbs": [*way_to(event.tournament, event), Crumb(_("Rounds and playing on"))],
    }
    status = 422 if form is not None else 200
    return show(request, event.tournament, "tournaments/attendance.html", context, status=status)


def _say(visitor: Visitor, entrant: Entrant, answer: PlayOnForm | Absence) -> None:
    by, origin = visitor.player_in(entrant.event.tournament), visitor.origin
    if isinstance(answer, PlayOnForm):
        attendance.play_on(entrant, by=by, goes_on=answer.chosen, origin=origin)
        return
    choices = {int(number) for number, _words in answer.form.fields["rounds"].choices}  # type: ignore[attr-defined]
    # Rounds paired in the meantime keep their previous value.
    rounds = (answer.rounds - choices) | set(answer.form.cleaned_data["rounds"])
    attendance.miss(answer.stage, entrant=entrant, rounds=rounds, by=by, origin=origin)


def _absences(
    entrant: Entrant, stages: Iterable[Stage], request: HttpRequest, *, form_stage: str | None
) -> list[Absence]:
    """Return the entrant's unfinished stages that are paired round by round, with their forms."""
    entries = {entry.stage_id: entry for entry in StageEntry.objects.filter(entrant=entrant)}
    absences = []
    for stage in stages:
        entry = entries.get(stage.pk)
        is_by_rounds = FORMATS[stage.format].shape is Shape.ROUNDS
        if entry is None or not is_by_rounds or stage.completed_at is not None:
            continue
        rounds = _rounds_to_come(stage)
        absent = frozenset(entry.absent)
        data = request.POST if form_stage == stage.uid else None
        initial = {"rounds": [str(number) for number in sorted(absent)]}
        form = MissForm(data, rounds=rounds, initial=initial, prefix=f"miss-{stage.order}")
        absences.append(Absence(stage, form, absent))
    return absences


def _rounds_to_come(stage: Stage) -> list[tuple[int, str]]:
    """Return the number and name of each unpaired round."""
    state = stage_state(stage)
    newest = attendance.newest_round(stage)
    declared = () if state is None else state.format.rounds(state.state)
    rounds = [(of.number, round_words(of)) for of in declared if of.number > newest]
    ahead = range(newest + 1 + len(rounds), newest + 1 + _ROUNDS_AHEAD)
    return rounds + [(number, _("Round %(number)s") % {"number": number}) for number in ahead]
