"""The log of a tournament, to which every write appends."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models import Immutable, Player

from .access_link import AccessLink
from .event import Event
from .tournament import Tournament


class Actor(models.TextChoices):
    """The kind of person or service that acted."""

    PLAYER = "player", _("a player")
    LINK = "link", _("a private link")
    SYSTEM = "system", _("the service")


class LogEntry(Immutable):
    """An entry of the log, in codes and uids only, so that personal data can be erased.

    `link` is the access link of the act, if any. `hash` is the SHA-256 of the previous entry's hash and this
    entry's content. `version` determines the hashed content, which never changes for a version; new fields
    need a new version (`actions.log`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=8, choices=Actor.choices)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=40)
    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="+")
    subject = models.CharField(max_length=20, blank=True)
    data = models.JSONField(default=dict)
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveSmallIntegerField(default=1, editable=False)
    hash = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["tournament_id", "seq"]
        indexes = [
            models.Index(fields=["event", "seq"], name="log_of_event"),
            models.Index(fields=["subject"], name="log_of_subject"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq"], name="log_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.code}"
