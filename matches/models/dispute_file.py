"""Exhibits of a dispute, and appeals to a committee."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .dispute import Dispute, Ruling
from .game_record import GameRecord
from .identity import Identified
from .player import Player
from .report import Immutable

LARGEST_PHOTO = 5 * 1024 * 1024
"""The most bytes of a photo."""
PHOTO_TYPES = ("image/jpeg", "image/png", "image/webp")
"""The media types of the photos that are taken."""


class ExhibitKind(models.TextChoices):
    """The kind of an exhibit."""

    POSITION = "position", _("the position")
    CLOCKS = "clocks", _("the clocks")
    PHOTO = "photo", _("a photo")
    RECORD = "record", _("the record of the match")


class Exhibit(Identified, Immutable):
    """An exhibit of a dispute; each `kind` uses its own fields.

    Clocks are in seconds. A photo is served as an attachment, never shown from
    its own address.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="exhibits")
    kind = models.CharField(_("kind"), max_length=8, choices=ExhibitKind.choices)
    xgid = models.CharField(_("position (XGID)"), max_length=120, blank=True)
    clock_one = models.PositiveIntegerField(_("clock of side one"), null=True, blank=True)
    clock_two = models.PositiveIntegerField(_("clock of side two"), null=True, blank=True)
    photo = models.BinaryField(null=True, blank=True)
    photo_type = models.CharField(max_length=20, blank=True)
    record = models.ForeignKey(
        GameRecord, null=True, blank=True, on_delete=models.PROTECT, related_name="exhibits"
    )
    note = models.CharField(_("note"), max_length=500, blank=True)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("exhibit")
        verbose_name_plural = _("exhibits")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="position") & ~Q(xgid="")
                | Q(kind="clocks") & (Q(clock_one__isnull=False) | Q(clock_two__isnull=False))
                | Q(kind="photo", photo__isnull=False)
                | Q(kind="record", record__isnull=False),
                name="exhibit_holds_its_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"


class AppealDecision(models.TextChoices):
    """The outcome of an appeal against a ruling."""

    UPHELD = "upheld", _("the ruling stands")
    OVERTURNED = "overturned", _("the ruling is overturned")
    TAKEN_BACK = "taken_back", _("the appeal was withdrawn")


class Appeal(Identified):
    """An appeal against a ruling to a committee of three or five; a dispute has one open appeal.

    `named_by` named the committee, and `decided_by` wrote its decision down.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="appeals")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    reason = models.TextField(_("reason"), max_length=2000)
    by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    decision = models.CharField(_("decision"), max_length=10, blank=True, choices=AppealDecision.choices)
    decision_reason = models.TextField(_("reason of the committee"), max_length=2000, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    named_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    decided_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["dispute"],
                condition=Q(decided_at=None),
                name="appeal_one_open_per_dispute",
                violation_error_message=_("There is an open appeal in this dispute already."),
            ),
            models.UniqueConstraint(fields=["ruling"], name="appeal_once_per_ruling"),
            models.CheckConstraint(
                condition=Q(decided_at=None, decision="") | (Q(decided_at__isnull=False) & ~Q(decision="")),
                name="appeal_decided_iff_decision",
            ),
        ]

    def __str__(self) -> str:
        return self.uid


class Vote(models.TextChoices):
    """The vote of one committee member."""

    UPHOLD = "uphold", _("the ruling stands")
    OVERTURN = "overturn", _("overturn the ruling")


class CommitteeMember(models.Model):
    """A member of the committee of an appeal, with the vote; `entered_by` typed it, the member or a director."""

    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="committee")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    vote = models.CharField(_("vote"), max_length=8, blank=True, choices=Vote.choices)
    voted_at = models.DateTimeField(null=True, blank=True)
    entered_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("member of a committee")
        verbose_name_plural = _("members of committees")
        ordering = ["appeal_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["appeal", "player"], name="committee_member_once"),
        ]

    def __str__(self) -> str:
        return f"{self.appeal_id}: {self.player_id}"
