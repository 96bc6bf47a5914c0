"""The desk page of an event's rating list and of who may enter it, with the ratings of the entrants."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import access
from tournaments.actions.entrants import entry_rules
from tournaments.actions.events import rating_list
from tournaments.models import Event, RatingList
from tournaments.queries.eligibility import entry_check
from tournaments.queries.event_ratings import lists_to_choose, official_of
from tournaments.queries.hall import desk
from tournaments.requests.tournaments import EventChangeRequest
from tournaments.web.desk.conflicts import first_log_number, typed
from tournaments.web.desk.pages import event_page, status_of
from tournaments.web.desk.submission import Edit, save
from tournaments.web.events.entry_rules_form import EntryRulesForm
from tournaments.web.frame.form_fields import field_of, offer
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of


class RatingListForm(forms.Form):
    """The rating list that an event uses, of those that its federations have."""

    rating_list = forms.ChoiceField(
        label=gettext_lazy("Rating list"),
        required=False,
        help_text=gettext_lazy(
            "The event goes by the official list of its first day, and keeps it once it begins."
        ),
    )
    list_reason = field_of(
        EventChangeRequest,
        "list_reason",
        label=gettext_lazy("Why the list changes now"),
        help_text=gettext_lazy("Needed once the event goes by a list; it is kept in the log."),
    )

    def __init__(self, data: Any, *, event: Event) -> None:
        self.lists = {row.uid: row for row in lists_to_choose(event)}
        now = next((uid for uid, row in self.lists.items() if row.pk == event.rating_list_id), "")
        super().__init__(data, initial={"rating_list": now})
        names = [(uid, f"{row.federation.code} · {row.name}") for uid, row in self.lists.items()]
        offer(self, "rating_list", [("", _("no list")), *names])
        if event.official_list_id is None:
            del self.fields["list_reason"]

    @property
    def chosen(self) -> RatingList | None:
        """Return the chosen list."""
        return self.lists.get(self.cleaned_data["rating_list"])


@require_page_or_form
def ratings_of_entrants(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the ratings of the entrants and to whom the division is closed; choose the list or the rules on POST."""
    event = access.event_to_direct(visitor_of(request), uid)
    of_rules = request.POST.get("do") == "rules"
    form = RatingListForm(request.POST if request.method == "POST" and not of_rules else None, event=event)
    rules = EntryRulesForm(request.POST if of_rules else None, event=event)
    sent_form = rules if of_rules else form
    if sent_form.is_bound and sent_form.is_valid():
        answer = save(
            request,
            Edit(event, typed(sent_form)),
            lambda: _save(request, event, sent_form),
            into=sent_form,
            message=_("Saved."),
            back_to=reverse("desk_ratings", args=[event.uid]),
        )
        if answer is not None:
            return answer
    context = {
        "form": form,
        "rules": rules,
        "seen": first_log_number(request, event.tournament),
        "official": official_of(event),
        **_people(event),
    }
    return event_page(
        request,
        event,
        "desk/ratings.html",
        context,
        tab="settings",
        here=_("Ratings and who may enter"),
        status=status_of(form, rules),
    )


def _save(request: HttpRequest, event: Event, form: RatingListForm | EntryRulesForm) -> None:
    by = visitor_of(request).account
    if isinstance(form, EntryRulesForm):
        entry_rules.set_entry_rules(event, by=by, rules=form.chosen())
    else:
        reason = form.cleaned_data.get("list_reason", "")
        rating_list.choose_list(event, by=by, rating_list=form.chosen, reason=reason)


def _people(event: Event) -> dict[str, Any]:
    """Return the template context of the entrants: their ratings, and to whom the division is closed."""
    listing, check = desk.entrants(event, with_ratings=True), entry_check(event)
    lines = sorted((*listing.placed, *listing.alternates), key=_best_first)
    return {
        "lines": [(line, check.closed.get(line.entrant.pk, ())) for line in lines],
        "check": check,
        "unlisted": sum(line.rating is not None and line.rating.rating is None for line in lines),
        "closed": sum(line.entrant.pk in check.closed for line in lines),
    }


def _best_first(line: desk.EntrantLine) -> tuple[bool, int, str]:
    """Return the order of the page: the highest rating first, who is not on the list last."""
    number = None if line.rating is None else line.rating.rating
    return number is None, -(number or 0), line.name
