"""Forms of a stage: the options of its format, and its feeds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.formats import FORMATS, OF_PLACES, Feed, Intake, Take
from tournaments.requests.tournaments import FeedRequest, StageRequest
from tournaments.web.frame.form_fields import field_of
from tournaments.web.wording.formats import OF_LOSSES, TAKE_WORDS, Option, options_of_format
from tournaments.web.wording.lengths import read_best_of, read_lengths

# Longer lists of choices are rendered as a select.
_MOST_RADIOS = 4
_LONGEST_LIST = 60


class OptionsForm(forms.Form):
    """The options of a format, all or `only` some: a choice, a checkbox or a number for each, with a short help text."""

    def __init__(
        self,
        data: Any = None,
        *,
        format: str,  # noqa: A002 - the field's word
        values: Mapping[str, Any] | None = None,
        only: Collection[str] | None = None,
        prefix: str = "option",
    ) -> None:
        options = values or {}
        self.options = [option for option in options_of_format(format) if only is None or option.name in only]
        initial = {option.name: options.get(option.name, option.default) for option in self.options}
        super().__init__(data, prefix=prefix, initial=initial)
        for option in self.options:
            self.fields[option.name] = _field(option)

    def chosen(self) -> dict[str, Any]:
        """Return the options by name."""
        return {option.name: self.cleaned_data[option.name] for option in self.options}


def lengths_field(**options: Any) -> forms.CharField:
    """Return a form field for a list of match lengths."""
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    label = _("Match lengths, the last round first")
    return forms.CharField(label=label, max_length=_LONGEST_LIST, widget=widget, **options)


class LengthsForm(forms.Form):
    """The match lengths of a stage before its draw."""

    lengths = lengths_field()

    def clean_lengths(self) -> list[int]:
        """Return the lengths as numbers (M1)."""
        return read_lengths(str(self.cleaned_data["lengths"]))


class BestOfForm(forms.Form):
    """How many matches the pairings of a stage have at most."""

    best_of = forms.CharField(
        label=_("Best of how many matches, the last round first"),
        required=False,
        max_length=_LONGEST_LIST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("1 is a single match; 3, 1 is best of three in the last round. Odd numbers."),
    )

    def clean_best_of(self) -> list[int]:
        """Return the matches as numbers."""
        return read_best_of(str(self.cleaned_data["best_of"]))


class StageForm(LengthsForm, BestOfForm):
    """The name of a stage, its match lengths and its series."""

    name = field_of(
        StageRequest,
        "name",
        label=_("Name"),
        help_text=_("For example Main, Consolation or Final. If empty, the name of its format."),
    )
    lengths = lengths_field(
        initial="7", help_text=_("Odd numbers with commas between. The last one serves all earlier rounds.")
    )
    field_order = ["name", "lengths", "best_of"]


class FeedForm(forms.Form):
    """One feed: a rule by which entrants come from an earlier stage; without a stage there is none."""

    stage = forms.ChoiceField(label=_("They come from"), required=False)
    take = forms.ChoiceField(label=_("Players from"), required=False)
    count = field_of(FeedRequest, "count", min_value=1, label=_("How many"), help_text=_("Of the best ones."))
    place = field_of(
        FeedRequest,
        "place",
        min_value=1,
        label=_("Place in the group"),
        help_text=_("For the best at one place: 3 compares the third-placed ones of all groups."),
    )
    first_round = field_of(FeedRequest, "first_round", label=_("From round"), help_text=_("From the losers."))
    last_round = field_of(
        FeedRequest, "last_round", label=_("To round"), help_text=_("Leave empty to play to the last one.")
    )
    end = forms.ChoiceField(
        label=_("The end of that stage"),
        required=False,
        help_text=_("From the losers."),
        choices=[
            ("", _("its losers come as well")),
            ("1", _("without the loser of the final")),
            ("2", _("without the losers of the last two rounds")),
            ("3", _("without the losers of the last three rounds")),
            ("final", _("only the loser of the final")),
        ],
    )
    has_no_shows = forms.BooleanField(label=_("Include losses without play"), required=False)
    is_opt_in = forms.BooleanField(label=_("Only who has asked to play on"), required=False)

    def __init__(
        self,
        data: Any = None,
        *,
        stages: Sequence[tuple[int, str]],
        format: str,  # noqa: A002 - the field's word
        prefix: str,
        feed: Feed | None = None,
        is_first: bool = True,
    ) -> None:
        is_needed = FORMATS[format].intake is Intake.DROPS and is_first
        takes = OF_LOSSES if FORMATS[format].intake is Intake.DROPS else tuple(TAKE_WORDS)
        usual = {"stage": str(stages[-1][0]) if is_needed and stages else "", "take": takes[0].value}
        super().__init__(data, prefix=prefix, initial=usual if feed is None else _said(feed))
        source, take = self.fields["stage"], self.fields["take"]
        assert isinstance(source, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        assert isinstance(take, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        nobody = _("the entrants of the event") if is_first else _("no further stage")
        rest = [] if is_needed and stages else [("", nobody)]
        source.choices = rest + [(str(order), name) for order, name in stages]
        take.choices = [(one.value, TAKE_WORDS[one]) for one in takes]

    def clean(self) -> dict[str, Any]:
        """Require a number for feeds that take the best."""
        cleaned: dict[str, Any] = super().clean() or {}
        of_best = cleaned.get("take") in {take.value for take in OF_PLACES}
        if cleaned.get("stage") and of_best and not cleaned.get("count"):
            self.add_error("count", _("How many of the best are meant?"))
        is_of_place = cleaned.get("take") == Take.BEST_OF_PLACE
        if cleaned.get("stage") and is_of_place and not cleaned.get("place"):
            self.add_error("place", _("Which place in the groups is meant?"))
        return cleaned

    def feed(self) -> dict[str, Any] | None:
        """Return the feed as plain values, or None without a stage."""
        feed = self.value()
        return None if feed is None else feed.to_dict()

    def value(self) -> Feed | None:
        """Return the feed, or None without a stage."""
        data = self.cleaned_data
        if not data["stage"]:
            return None
        end = data["end"] if Take(data["take"] or Take.FIRST_LOSS) in OF_LOSSES else ""
        take = Take(data["take"] or Take.FIRST_LOSS)
        is_of_losses = take in OF_LOSSES
        return Feed(
            stage=int(data["stage"]),
            take=take,
            first_round=(data["first_round"] or 1) if is_of_losses else 1,
            last_round=data["last_round"] if is_of_losses else None,
            nearest=int(end) if end.isdigit() else 0,
            farthest=0 if end == "final" else None,
            count=data["count"] if take in OF_PLACES else 0,
            place=data["place"] if take is Take.BEST_OF_PLACE else 0,
            has_no_shows=data["has_no_shows"],
            is_opt_in=data["is_opt_in"],
        )


def _said(feed: Feed) -> dict[str, Any]:
    """Return the initial form values of a feed."""
    return {
        "stage": str(feed.stage),
        "take": feed.take.value,
        "count": feed.count or None,
        "place": feed.place or None,
        "first_round": feed.first_round if feed.first_round > 1 else None,
        "last_round": feed.last_round,
        "end": "final" if feed.farthest == 0 else str(feed.nearest or ""),
        "has_no_shows": feed.has_no_shows,
        "is_opt_in": feed.is_opt_in,
    }


def _field(option: Option) -> forms.Field:
    if option.kind is bool:
        return forms.BooleanField(label=option.label, help_text=option.help, required=False)
    if issubclass(option.kind, StrEnum):
        choices = option.values
        widget = forms.RadioSelect if len(choices) <= _MOST_RADIOS else forms.Select
        return forms.ChoiceField(label=option.label, help_text=option.help, choices=choices, widget=widget)
    return forms.IntegerField(
        label=option.label, help_text=option.help, min_value=option.minimum, max_value=option.maximum
    )
