"""Counting rules of federations and clubs, and the verdicts on the rows of the feed."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified
from tournaments.ratings.counting import CountingRules

from .club import Club
from .federation import Federation
from .feed import FeedRow


class CountingRule(Identified):
    """One version of the rules by which a federation rates matches, or a club on top of its federation.

    `name` is empty for the rules in force and tells others apart. A newer version of the same name ends this one at
    `ended_at`. Verdicts exist for the rows of the feed up to number `judged`; `revision` grows when one of them
    is changed.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="counting_rules")
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.PROTECT, related_name="counting_rules"
    )
    name = models.CharField(_("name"), max_length=80, blank=True)
    version = models.PositiveIntegerField(_("version"))
    data: Any = models.JSONField(_("rules"))
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)
    judged = models.PositiveBigIntegerField(default=0, editable=False)
    revision = models.PositiveBigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("counting rules")
        verbose_name_plural = _("counting rules")
        ordering = ["federation_id", "club_id", "name", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "name", "version"], condition=Q(club=None), name="counting_version_once"
            ),
            models.UniqueConstraint(
                fields=["club", "name", "version"],
                condition=Q(club__isnull=False),
                name="counting_version_once_per_club",
            ),
            models.UniqueConstraint(
                fields=["federation", "name"],
                condition=Q(club=None, ended_at=None),
                name="counting_in_force_once",
            ),
            models.UniqueConstraint(
                fields=["club", "name"],
                condition=Q(club__isnull=False, ended_at=None),
                name="counting_in_force_once_per_club",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.federation_id} {self.name} {self.version}"

    @property
    def rules(self) -> CountingRules:
        """The rules of this body alone; a club has those of its federation below them."""
        body = self.federation.uid if self.club is None else self.club.uid
        return CountingRules.from_dict({**self.data, "body": body})


class FeedVerdict(models.Model):
    """Whether a row of the feed is rated by counting rules: `reason` is empty, or says why not, by whose rule."""

    rule = models.ForeignKey(CountingRule, on_delete=models.PROTECT, related_name="verdicts")
    row = models.ForeignKey(FeedRow, on_delete=models.PROTECT, related_name="verdicts")
    reason = models.CharField(max_length=24, blank=True)
    body = models.CharField(max_length=20, blank=True)

    class Meta:
        verbose_name = _("verdict on a match")
        verbose_name_plural = _("verdicts on matches")
        ordering = ["rule_id", "row_id"]
        constraints = [
            models.UniqueConstraint(fields=["rule", "row"], name="verdict_once"),
        ]

    def __str__(self) -> str:
        return f"{self.rule_id}/{self.row_id}: {self.reason}"
