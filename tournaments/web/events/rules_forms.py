"""Forms of the rules of an event, minutes per point, division, and visibility of scores."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from rules.profile import PROFILES
from tournaments.models import CUBES, DEFAULT_PROFILE, RULE_NUMBERS, Event, GameVariant, Scores
from tournaments.requests.tournaments import EventChangeRequest, EventSettingsRequest
from tournaments.web.frame.form_fields import field_of
from tournaments.web.wording.rules import SETTING_WORDS, ProfileCard, profile_cards, profile_name

_AS_THE_PROFILE = ("", _("as the profile says"))
_SETTINGS = (*SETTING_WORDS, *RULE_NUMBERS)


def _profiles() -> list[tuple[str, str]]:
    return [(code, profile_name(code)) for code in PROFILES]


def _chosen_from(name: str) -> forms.ChoiceField:
    """Return the field of a profile setting, with a choice for the profile's default."""
    label, what, values = SETTING_WORDS[name]
    choices = [_AS_THE_PROFILE, *((code, words) for code, words in values.items())]
    return forms.ChoiceField(label=label, choices=choices, required=False, help_text=what)


def _number(name: str, **options: Any) -> forms.IntegerField:
    """Return the field of a setting that is a number."""
    least, most = RULE_NUMBERS[name]
    return forms.IntegerField(min_value=least, max_value=most, required=False, **options)


class EventRulesForm(forms.Form):
    """The rules and the pace of an event, and the visibility of its scores.

    An empty setting takes the value of the profile.
    """

    variant = field_of(
        EventSettingsRequest,
        "variant",
        label=_("What is played"),
        initial=GameVariant.BACKGAMMON,
        help_text=_("Most federations rate backgammon alone. Choose before play."),
    )
    is_unrated = forms.BooleanField(
        label=_("Outside the ratings"),
        required=False,
        help_text=_("Declared before play: no federation and no club rates a match of this event."),
    )
    rating_reason = field_of(
        EventChangeRequest,
        "rating_reason",
        label=_("Why the game or the ratings change now"),
        help_text=_("Needed once a match has begun."),
    )
    profile = forms.ChoiceField(
        label=_("Rules"),
        choices=lazy(_profiles, list),
        required=False,
        help_text=_("They stand on slips and on the pages of matches, and decide what a report may say."),
    )
    illegal_plays = _chosen_from("illegal_plays")
    dice_on_checkers = _chosen_from("dice_on_checkers")
    premature_roll = _chosen_from("premature_roll")
    dead_cube = _chosen_from("dead_cube")
    cube_cap = forms.TypedChoiceField(
        label=SETTING_WORDS["cube_cap"][0],
        choices=[_AS_THE_PROFILE, *((cube, str(cube)) for cube in CUBES)],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=SETTING_WORDS["cube_cap"][1],
    )
    clock = _chosen_from("clock")
    clock_minutes_per_point = _number(
        "clock_minutes_per_point",
        label=_("Clock: minutes a point"),
        help_text=_("Minutes of each side per point of the match; often 2. Leave empty for none."),
    )
    clock_delay_seconds = _number(
        "clock_delay_seconds",
        label=_("Clock: seconds of delay"),
        help_text=_("Seconds of delay per turn before the clock runs; often 12. Leave empty for none."),
    )
    late_minutes_to_first = _number(
        "late_minutes_to_first",
        label=_("Late: minutes to the first penalty point"),
        help_text=_(
            "Minutes after the call before the control board proposes it, and you decide; 5 if empty."
        ),
    )
    late_minutes_to_next = _number(
        "late_minutes_to_next",
        label=_("Late: minutes to each further one"),
        help_text=_("More than half the length in penalty points loses the match (P3); 5 if empty."),
    )
    head_start_step = _number(
        "head_start_step",
        label=_("Head start: rating points for each point"),
        help_text=_(
            "By the official list of the event: with 100, a player 250 points below starts at 2–0. Empty for none."
        ),
    )
    head_start_most = _number(
        "head_start_most",
        label=_("Head start: most points"),
        help_text=_("A head start is always less than the length. Leave empty for no other limit."),
    )
    minutes_per_point = field_of(
        EventSettingsRequest,
        "minutes_per_point",
        label=_("Expected minutes for a point"),
        initial=8,
        help_text=_("It says when a match is slow and what it is expected to take; 8 is usual."),
    )
    division = field_of(
        EventSettingsRequest,
        "division",
        label=_("Division or class"),
        help_text=_(
            "A name, as in Open or Intermediate. The desk is warned of a player in two events of one."
        ),
    )
    scores = field_of(
        EventSettingsRequest,
        "scores",
        label=_("Scores under way are shown"),
        widget=forms.RadioSelect,
        initial=Scores.LIVE,
        help_text=_(
            "To the public, before a result is final. The players and the desk always see them, and "
            "everybody sees a final result at once."
        ),
    )
    scores_delay = field_of(
        EventSettingsRequest,
        "scores_delay",
        label=_("Delay in minutes"),
        initial=15,
        help_text=_("With a delay only: the public sees what was reported so long ago."),
    )

    def __init__(self, data: Any = None, *, event: Event | None = None) -> None:
        self.event = event
        super().__init__(data, initial={} if event is None else rules_typed(event))

    @property
    def profiles(self) -> tuple[ProfileCard, ...]:
        """Return a card for every profile, shown beside the fields."""
        return profile_cards()

    @property
    def below_the_pace(self) -> list[forms.BoundField]:
        """Return the fields of the event's own settings, but for its pace."""
        return [self[name] for name in _own_settings() if name != "minutes_per_point"]

    @property
    def is_changed(self) -> bool:
        """Whether a rule differs from the profile or has errors, so that the rules are unfolded."""
        has_terms = self["variant"].value() not in (None, "", GameVariant.BACKGAMMON)
        is_changed = any(self[name].value() not in (None, "") for name in _SETTINGS)
        return bool(self.errors) or has_terms or bool(self["is_unrated"].value()) or is_changed

    def chosen(self) -> dict[str, Any]:
        """Return the settings as keyword arguments of `create_event` and `change_event`."""
        data = self.cleaned_data
        event = self.event or Event()
        return {
            "profile": data["profile"] or event.profile or DEFAULT_PROFILE,
            "profile_settings": {name: data[name] for name in _SETTINGS if data[name] not in (None, "")},
            **{name: _value(data[name], event, name) for name in _own_settings()},
        }

    def terms(self, event: Event) -> dict[str, Any]:
        """Return the arguments of `set_rating_terms` where they differ from those of the event, else nothing."""
        data = self.cleaned_data
        variant, is_unrated = data["variant"] or event.variant, data["is_unrated"]
        if (variant, is_unrated) == (event.variant, event.is_unrated):
            return {}
        return {"variant": variant, "is_unrated": is_unrated, "reason": data["rating_reason"]}


def _own_settings() -> list[str]:
    """Return the names of the settings of an event that are fields of the form."""
    return [name for name in Event.SETTINGS if name in EventRulesForm.base_fields]


def _value(typed: Any, event: Event, name: str) -> Any:
    """Return what was typed, or what the event has where the field was left empty and may not be."""
    may_be_empty = EventSettingsRequest.specs()[name].options.get("allow_blank", False)
    return getattr(event, name) if typed in (None, "") and not may_be_empty else typed


def rules_typed(event: Event) -> dict[str, Any]:
    """Return the initial form values of an event's rules and settings."""
    names = ("profile", "variant", "is_unrated", *_own_settings())
    return {**{name: getattr(event, name) for name in names}, **event.profile_settings}
