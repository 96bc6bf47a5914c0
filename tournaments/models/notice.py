"""Notices to one person, stored as a code with parameters."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Match, Player

from .tournament import Tournament


class Notice(Identified):
    """A notice to one person; `occasion` makes it unique, so that a repeated job notifies once.

    It is rendered in the reader's language.
    """

    recipient = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="notices")
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.PROTECT, related_name="+")
    match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=40)
    params = models.JSONField(default=dict, blank=True)
    occasion = models.CharField(max_length=80)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["recipient"], name="notice_unread", condition=Q(read_at=None)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["recipient", "code", "occasion"], name="notice_once"),
        ]

    def __str__(self) -> str:
        return self.code
