"""The log of a tournament, to which every write appends."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .access_link import AccessLink
from .event import Event
from .log_stream import ChainEntry
from .tournament import Tournament


class LogEntry(ChainEntry):
    """An entry of the log of a tournament; `link` is the access link of the act, if any."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.PROTECT, related_name="+")

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

    @property
    def event_uid(self) -> str | None:
        """Return the uid of the event that the entry is about."""
        return self.event.uid if self.event else None

    @property
    def link_uid(self) -> str | None:
        """Return the uid of the access link of the act."""
        return self.link.uid if self.link else None
