"""Seasons of federations, in which points are won, and their final tables."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Immutable, check_name

from .federation import Federation
from .tournament import days_of_our_time


class PointsSeason(Identified):
    """A season in which the events that a federation sanctioned give points; both days are included.

    An event counts in it by the first day of its tournament. `terms` are the scheme and everything else that the points
    follow from (`points.SeasonTerms` as plain values), as they were when the season was set up; a later release of a
    published scheme changes nothing. `scheme` is the code of that scheme, empty for one of the federation's own.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="points_seasons")
    name = models.CharField(_("name"), max_length=80, validators=[check_name])
    scheme = models.CharField(_("points scheme"), max_length=40, blank=True)
    terms: Any = models.JSONField(_("terms"))
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")),
                name="season_ends_after_start",
                violation_error_message=_("The last day is not before the first."),
            ),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.UniqueConstraint(
                fields=["federation", "name"],
                name="season_name_once",
                violation_error_message=_("A season of this federation has this name already."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Validate the first and last day."""
        days_of_our_time(self, "starts_on", "ends_on")


class FinalTable(Immutable):
    """The final table of a season, published once and never changed; `lines` hold uids, and no names.

    `digest` is the SHA-256, in hex, of the canonical JSON of the lines.
    """

    season = models.OneToOneField(PointsSeason, on_delete=models.PROTECT, related_name="final_table")
    lines: Any = models.JSONField()
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("final table of a season")
        verbose_name_plural = _("final tables of seasons")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.digest[:12]}"
