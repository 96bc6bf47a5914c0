"""Stages: one format applied to some entrants of an event."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import tzinfo
from functools import cache
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from matches.models import Identified, check_name
from tournaments.formats import FORMATS, HandKind, HandOrder, MatchDay, Take, TieDecision

from .entrant import Entrant
from .event import Event
from .stage_json import StoredMatchDay, StoredTie, decisions_in, hand_order_of, match_day_of
from .wording import format_name

# The translated stage names of the templates, by their names in the plans.
STAGE_NAMES: Mapping[str, Any] = {
    "main": pgettext_lazy("a stage", "Main"),
    "consolation": pgettext_lazy("a stage", "Consolation"),
    "last_chance": pgettext_lazy("a stage", "Last chance"),
    "second_place": pgettext_lazy("a stage", "Match for second place"),
    "groups": pgettext_lazy("a stage", "Groups"),
    "playoff": pgettext_lazy("a stage", "Playoff"),
    "swiss": pgettext_lazy("a stage", "Rounds"),
    "jackpot": pgettext_lazy("a stage", "Jackpot"),
    "duel": pgettext_lazy("a stage", "Duel"),
    "marathon": pgettext_lazy("a stage", "Marathon"),
    "league": pgettext_lazy("a stage", "League"),
    "ladder": pgettext_lazy("a stage", "Ladder"),
}


@cache
def _usual_names() -> Mapping[str, Any]:
    """Return the codes of the template names by their texts in each language, because a stage stores the text."""
    names = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            names.update({str(words): words for words in STAGE_NAMES.values()})
    return names


def format_choices() -> list[tuple[str, str]]:
    """Return the codes of all formats; callable, so that a new format needs no migration."""
    return [(code, code) for code in sorted(FORMATS)]


def default_lengths() -> list[int]:
    """Return seven points for every round."""
    return [7]


def one_match() -> list[int]:
    """Return one match for every round."""
    return [1]


class Stage(Identified):
    """A stage of an event, such as main, consolation or last chance, in one format.

    `lengths` is read from the final backwards: `[15, 13, 11]` means 15 in the
    final, 13 in the semifinals and 11 in every round before. `best_of` is read
    likewise: `[3, 1]` is a best of three matches in the final, for the pairings
    made from then on. `round_lengths` holds what the director fixed for single rounds. `ties` are the decisions on
    shared places (`StoredTie` as plain values), `by_hand` the director's orders
    for its rounds (`stage_json.py`), `match_days` the moments and places of a
    league's rounds and encounters (`stage_json.py`). `feeds` says which stages
    its entrants come from (`formats.Feed` as plain values); none for the
    entrants of the event. While `is_held`, no new round is paired. The winner
    of the stage that a director says `is_main` is the champion; where none is,
    it follows from the feeds. `standings` is frozen, with the version of the
    format, when the stage is complete, or when a director closes it (`is_closed`).
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="stages")
    name = models.CharField(_("name"), max_length=80, blank=True, validators=[check_name])
    order = models.PositiveSmallIntegerField(default=0)
    format = models.CharField(_("format"), max_length=40, choices=format_choices)
    options = models.JSONField(_("options"), default=dict, blank=True)
    lengths = models.JSONField(_("match lengths, the final first"), default=default_lengths)
    best_of = models.JSONField(_("matches of a pairing at most, the final first"), default=one_match)
    round_lengths = models.JSONField(default=dict, blank=True)
    feeds: Any = models.JSONField(_("where its entrants come from"), default=list, blank=True)
    is_held = models.BooleanField(_("the next round waits"), default=False)
    is_main = models.BooleanField(_("named as the main stage"), default=False)
    completed_at = models.DateTimeField(_("completed"), null=True, blank=True)
    standings: Any = models.JSONField(null=True, blank=True, default=None)
    ties: Any = models.JSONField(_("decisions on shared places"), default=list, blank=True)
    by_hand: Any = models.JSONField(_("paired by hand"), default=list, blank=True)
    match_days: Any = models.JSONField(_("match days"), default=list, blank=True)

    class Meta:
        verbose_name = _("stage")
        verbose_name_plural = _("stages")
        ordering = ["event_id", "order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "order"], name="stage_order_once_per_event"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(is_main=True), name="one_main_stage_per_event"
            ),
        ]

    def __str__(self) -> str:
        if self.is_playoff and not self.name:
            return pgettext("a stage that decides a tie", "Playoff")
        return self.title or format_name(self.format)

    @property
    def title(self) -> str:
        """Return the name: a template's name in the reader's language, any other name as typed."""
        return str(_usual_names().get(self.name, self.name))

    @property
    def is_closed(self) -> bool:
        """Whether a director has closed the stage before its end."""
        return bool(self.standings) and self.standings.get("is_closed", False)

    @property
    def is_playoff(self) -> bool:
        """Whether the stage is a playoff for a tie in another stage."""
        return any(feed["take"] == Take.TIED for feed in self.feeds)

    @property
    def hand_orders(self) -> tuple[HandOrder, ...]:
        """The director's orders for the rounds, in the order of their making."""
        return tuple(hand_order_of(data) for data in self.by_hand)

    @property
    def stored_match_days(self) -> tuple[StoredMatchDay, ...]:
        """The moments and places that the director has set, by round and slot."""
        return tuple(match_day_of(data) for data in self.match_days)

    def match_days_in(self, zone: tzinfo) -> tuple[MatchDay, ...]:
        """Return the moments that the director has set, in a time zone."""
        days = (day.in_zone(zone) for day in self.stored_match_days)
        return tuple(day for day in days if day is not None)

    def is_by_hand(self, number: int, entrants: Collection[str]) -> bool:
        """Say whether a director paired these entrants by hand in a round, or gave the bye."""
        seats = (HandKind.PAIR.value, HandKind.BYE.value)
        return any(
            order["round"] == number and order["kind"] in seats and set(order["entrants"]) == set(entrants)
            for order in self.by_hand
        )

    @property
    def stored_ties(self) -> tuple[StoredTie, ...]:
        """The decisions on shared places, oldest first, including those taken back."""
        return tuple(StoredTie.from_dict(data) for data in self.ties)

    @property
    def ties_in_force(self) -> tuple[StoredTie, ...]:
        """The decisions on shared places, without those taken back."""
        return tuple(tie for tie in self.stored_ties if not tie.is_taken_back)

    @property
    def tie_decisions(self) -> tuple[TieDecision, ...]:
        """The decisions on shared places that count in the standings."""
        return decisions_in(self.stored_ties)


class StageEntry(models.Model):
    """An entrant's entry in a stage: its line in the draw, and its seed if any.

    `joins` is the first round it can be paired in, `absent` are the rounds it misses. `origin` is its place
    in the feeding stage. `departures` are the times at which it left a ladder and returned later.
    """

    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="entries")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="stage_entries")
    line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    is_late = models.BooleanField(_("late entry"), default=False)
    joins = models.PositiveSmallIntegerField(_("first round"), default=1)
    absent: Any = models.JSONField(_("rounds missed"), default=list, blank=True)
    origin: Any = models.JSONField(_("came from"), null=True, blank=True, default=None)
    left_at = models.DateTimeField(_("left the stage"), null=True, blank=True)
    departures: Any = models.JSONField(_("left and came back"), default=list, blank=True)

    class Meta:
        verbose_name = _("stage entry")
        verbose_name_plural = _("stage entries")
        constraints = [
            models.UniqueConstraint(fields=["stage", "entrant"], name="entrant_once_per_stage"),
            models.UniqueConstraint(
                fields=["stage", "seed"],
                condition=models.Q(seed__isnull=False),
                name="seed_once_per_stage",
                violation_error_message=_("Each seed is given once in a stage."),
            ),
            models.UniqueConstraint(
                fields=["stage", "line"],
                condition=models.Q(line__isnull=False),
                name="line_once_per_stage",
                violation_error_message=_("Each line of the bracket holds one entrant."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} @ {self.line}"
