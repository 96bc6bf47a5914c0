"""Forms of a draw: entrants, seeds, and manual changes after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.queries.hall.desk import EntrantLine
from tournaments.requests.draws import DrawRequest
from tournaments.requests.entrants import ReasonRequest
from tournaments.requests.tournaments import RoundLengthRequest
from tournaments.web.frame.form_fields import field_of, offer
from tournaments.web.frame.numbers import number_typed

PRESENT = "present"
ALL = "all"
_SEED = "seed-"
_LINE = "line-"
_MOST_LINES = 1024


def _named(lines: Sequence[EntrantLine]) -> list[tuple[str, str]]:
    return [(line.uid, line.name) for line in lines]


def _reason() -> forms.Field:
    return field_of(ReasonRequest, "reason", label=_("Reason"), help_text=_("It is kept in the log."))


def _choose(form: forms.Form, name: str, lines: Sequence[EntrantLine]) -> None:
    offer(form, name, [("", "–"), *_named(lines)])


class DrawForm(forms.Form):
    """The entrants to be drawn, all or those checked in; seeds are submitted beside it, one per entrant."""

    who = forms.ChoiceField(
        label=_("Who is in?"),
        choices=[(PRESENT, _("Those checked in")), (ALL, _("Everybody entered"))],
        widget=forms.RadioSelect,
        initial=PRESENT,
    )
    dice = field_of(
        DrawRequest,
        "dice",
        label=_("Dice rolled in the hall"),
        help_text=_(
            "As in “64 31 52”. They join the announced secret, so that nobody can have chosen the draw."
        ),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    wild_cards = forms.MultipleChoiceField(
        label=_("Wild cards"),
        help_text=_("They come in beside the players who qualified, and are seeded last."),
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, *args: Any, wild_cards: Sequence[EntrantLine] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "wild_cards", _named(wild_cards))

    def wild_cards_with_line(self, data: Mapping[str, str]) -> list[str]:
        """Return the entrants who can have a wild card and for whom a line is typed, in a draw made with cards."""
        offered = dict(self.fields["wild_cards"].choices)  # type: ignore[attr-defined]
        return [uid for uid in offered if data.get(f"{_LINE}{uid}", "").strip()]

    @staticmethod
    def lines_of(data: Mapping[str, str]) -> list[str | None]:
        """Return the entrants by typed line for a manual draw; invalid or taken lines are left out."""
        numbers = {
            name.removeprefix(_LINE): number_typed(text.strip())
            for name, text in data.items()
            if name.startswith(_LINE)
        }
        by_line = {number: uid for uid, number in numbers.items() if number is not None and number > 0}
        last = min(max(by_line, default=1), _MOST_LINES)
        return [by_line.get(number) for number in range(1, last + 1)]

    @staticmethod
    def seeds_of(data: Mapping[str, str]) -> tuple[dict[str, int], dict[str, str]]:
        """Return the typed seeds by entrant: valid numbers, and invalid texts."""
        texts = {
            name.removeprefix(_SEED): text.strip() for name, text in data.items() if name.startswith(_SEED)
        }
        numbers = {uid: number_typed(text) for uid, text in texts.items()}
        seeds = {uid: number for uid, number in numbers.items() if number is not None}
        wrong = {uid: text for uid, text in texts.items() if text and uid not in seeds}
        return seeds, wrong


class VoidForm(forms.Form):
    """The reason to void a draw."""

    reason = _reason()


class CloseForm(forms.Form):
    """The reason to close a stage before its end."""

    reason = _reason()


class SwapForm(forms.Form):
    """Two entrants whose places in the draw are swapped."""

    first = forms.ChoiceField(label=_("Entrant"))
    second = forms.ChoiceField(label=_("changes places with"))
    reason = _reason()

    def __init__(self, *args: Any, lines: Sequence[EntrantLine], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "first", lines)
        _choose(self, "second", lines)


class LateForm(forms.Form):
    """A late entrant who takes a bye: a chosen one, or one picked by the seed of the draw."""

    entrant = forms.ChoiceField(label=_("Late players"))
    line = forms.ChoiceField(label=_("Where"), required=False)
    takes_bye = forms.BooleanField(label=_("Plays in this round already"), required=False)

    def __init__(
        self,
        *args: Any,
        unplaced: Sequence[EntrantLine],
        byes: Sequence[tuple[int, str]],
        bye_holder: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "entrant", unplaced)
        if bye_holder:
            words = gettext("%(name)s has the bye of the round under way: it becomes a match.")
            self.fields["takes_bye"].help_text = words % {"name": bye_holder}
        else:
            del self.fields["takes_bye"]
        offer(
            self,
            "line",
            [
                ("", _("as chance decides")),
                *((str(line), _place_words(line, name)) for line, name in byes),
            ],
        )

    @property
    def chosen_line(self) -> int | None:
        """Return the chosen line, or None for a random one."""
        text = self.cleaned_data["line"]
        return int(text) if text else None


def _place_words(line: int, neighbour: str) -> str:
    """Return a free line in words: by the opponent on it, else by its number."""
    if neighbour:
        return gettext("against %(name)s") % {"name": neighbour}
    return gettext("number %(number)s") % {"number": line + 1}


class TakeBackForm(forms.Form):
    """The reason to withdraw an announcement."""

    reason = _reason()


class ReplaceForm(forms.Form):
    """A no-show, and the alternate who takes the place."""

    absent = forms.ChoiceField(label=_("Absent player"))
    alternate = forms.ChoiceField(label=_("Replacement"))
    reason = _reason()

    def __init__(
        self, *args: Any, lines: Sequence[EntrantLine], unplaced: Sequence[EntrantLine], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "absent", lines)
        _choose(self, "alternate", unplaced)


class RoundLengthForm(forms.Form):
    """The length of one round."""

    # A round robin has more rounds than the published limit of the API; the action knows how many.
    round = field_of(RoundLengthRequest, "round", max_value=None, widget=forms.HiddenInput)
    length = field_of(
        RoundLengthRequest, "length", label=_("Points"), widget=forms.NumberInput(attrs={"step": 2})
    )
