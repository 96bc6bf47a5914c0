"""The page that starts a club night: names, match length and format."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from matches.errors import DomainError
from tournaments import access
from tournaments.actions.entrants.club_nights import USUAL_LENGTH, start_club_night
from tournaments.errors.entrants import NamesUnclear
from tournaments.plans import NightFormat
from tournaments.queries.events.club_nights import FormerNight, former_night
from tournaments.requests.club_nights import MOST_NAMES, ClubNightRequest
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import put_into
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.form_idempotency import once
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

_LENGTHS = (3, 5, 7, 9, 11)
# The fields that say who is meant by a name begin with this.
_KNOWN = "known:"
# The number or the bullet before a name of a pasted list.
_MARK = re.compile(r"^\s*(?:\d{1,3}\s*[.):]|[-–—•*])\s*")

FORMAT_WORDS: Mapping[NightFormat, tuple[Any, Any]] = {
    NightFormat.SWISS: (
        pgettext_lazy("format of a club night", "Swiss"),
        gettext_lazy("Everybody plays every round, winners meet winners."),
    ),
    NightFormat.EVERYBODY: (
        pgettext_lazy("format of a club night", "All play all"),
        gettext_lazy("Each meets each once. Best for up to eight players."),
    ),
    NightFormat.LIVES: (
        pgettext_lazy("format of a club night", "Two lives"),
        gettext_lazy("Two losses and you are out."),
    ),
    NightFormat.KNOCK_OUT: (
        pgettext_lazy("format of a club night", "Knock-out"),
        gettext_lazy("First-match losers play a consolation."),
    ),
}


def read_names(text: str) -> list[str]:
    """Return the names in a typed or pasted list, one a line; in a single line commas part them too."""
    parts = [part for part in re.split(r"[\n\r;\t]", text) if part.strip()]
    if len(parts) == 1:
        parts = parts[0].split(",")
    lines = (" ".join(_MARK.sub("", part).split()) for part in parts)
    return [line for line in lines if line]


class ClubNightForm(forms.Form):
    """The three questions, and the name of the night."""

    names = forms.CharField(
        label=gettext_lazy("Who plays?"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
        help_text=gettext_lazy("One name a line. Paste a list, or type. You play too? Add yourself."),
    )
    length = forms.TypedChoiceField(
        label=gettext_lazy("Match length"),
        coerce=int,
        choices=[(length, str(length)) for length in _LENGTHS],
        widget=forms.RadioSelect,
        initial=USUAL_LENGTH,
    )
    format = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=[(kind.value, words[0]) for kind, words in FORMAT_WORDS.items()],
        widget=forms.RadioSelect,
        initial=NightFormat.SWISS.value,
    )
    name = field_of(ClubNightRequest, "name", label=gettext_lazy("Name of the night"))

    def clean_names(self) -> list[str]:
        """Return the names; two at least."""
        names = read_names(str(self.cleaned_data["names"]))
        if len(names) < 2:
            raise forms.ValidationError(gettext_lazy("Two players at least. Write one name a line."))
        if len(names) > MOST_NAMES:
            message = gettext_lazy("A club night has at most %(most)s players.")
            raise forms.ValidationError(message, params={"most": MOST_NAMES})
        return names

    @cached_property
    def formats(self) -> list[tuple[Any, Any]]:
        """Return the choices of the format, each with what it means."""
        sentences = [words[1] for words in FORMAT_WORDS.values()]
        return list(zip(self["format"], sentences, strict=True))


@require_page_or_form
@once
def new_night(request: HttpRequest) -> HttpResponse:
    """Start a club night owned by the visitor; ask again only where a name is like that of a known player."""
    account = access.own_account(visitor_of(request))
    last = former_night(account)
    form = ClubNightForm(request.POST or None, initial=_initial(request, last))
    unclear: list[dict[str, Any]] = []
    if form.is_bound and form.is_valid():
        known = {
            name.removeprefix(_KNOWN): value
            for name, value in request.POST.dict().items()
            if name.startswith(_KNOWN)
        }
        try:
            event = start_club_night(by=account, known=known, **form.cleaned_data)
        except NamesUnclear as refusal:
            unclear = [{**one, "chosen": known.get(one["name"])} for one in refusal.unclear]
            form.add_error(None, str(refusal))
        except DomainError as refusal:
            put_into(form, refusal)
        else:
            return redirect("desk_night", event.uid)
    context = {
        "section": "desk",
        "form": form,
        "last": last,
        "is_again": bool(request.GET.get("again")),
        "unclear": unclear,
        "crumbs": [Crumb(_("Desk"), "/desk/"), Crumb(_("Club night"))],
    }
    return render(request, "desk/new_night.html", context, status=status_of(form))


def _initial(request: HttpRequest, last: FormerNight | None) -> dict[str, Any]:
    """Return what the form begins with: format and length of the last night, and its names where they are wanted."""
    if last is None:
        return {}
    values: dict[str, Any] = {"name": last.event.name}
    if last.length in _LENGTHS:
        values["length"] = last.length
    if last.format is not None:
        values["format"] = last.format.value
    if request.GET.get("again"):
        values["names"] = "\n".join(last.lines)
    return values
