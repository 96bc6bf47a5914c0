"""The hall: calls of matches, availability of players, and announcements."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import SIDE_CHOICES, Identified, Match, Player

from .table import Table
from .tournament import Tournament


class CallKind(models.TextChoices):
    """The kind of a call."""

    FIRST = "first", _("called")
    SECOND = "second", _("second call")
    ABSENT = "absent", _("noted as absent")


class Call(Identified):
    """A call of a match to its table, a second call, or the absence of one `side`.

    A withdrawn call is kept with `taken_back_at`; the absence of a side ends at `ended_at`.
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="calls")
    kind = models.CharField(_("call"), max_length=6, choices=CallKind.choices)
    side = models.CharField(max_length=3, blank=True, choices=SIDE_CHOICES)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="calls")
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("call")
        verbose_name_plural = _("calls")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="absent") & ~Q(side="") | ~Q(kind="absent") & Q(side=""),
                name="call_absent_names_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.match_id}"


class Availability(models.Model):
    """The times at which a player can be called in a tournament; always, if nothing is set.

    `away_until` ends a pause ("back at"), `leaves_at` is the departure ("leaves by"), `not_before` is the
    next start ("next day").
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="availabilities")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="availabilities")
    away_until = models.DateTimeField(_("back at"), null=True, blank=True)
    leaves_at = models.DateTimeField(_("leaves by"), null=True, blank=True)
    not_before = models.DateTimeField(_("not before"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("availability")
        verbose_name_plural = _("availabilities")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="availability_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"


class Announcement(Identified):
    """An announcement on the display and on phones, until it ends."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="announcements")
    text = models.CharField(_("announcement"), max_length=280)
    counts_down_to = models.DateTimeField(_("counts down to"), null=True, blank=True)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="announcement_says_something"),
        ]

    def __str__(self) -> str:
        return self.text
