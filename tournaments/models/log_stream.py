"""Streams of the log: whatever has a hash chain of entries of its own."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Immutable, Player


class Actor(models.TextChoices):
    """The kind of person or service that acted."""

    PLAYER = "player", _("a player")
    LINK = "link", _("a private link")
    TOKEN = "token", _("an API token")
    SYSTEM = "system", _("the service")


class LogStream(Identified):
    """An abstract model with a log; `log_seq` and `log_hash` are the head of its chain."""

    log_seq = models.PositiveBigIntegerField(default=0, editable=False)
    log_hash = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True


class ChainEntry(Immutable):
    """An abstract entry of a chain, in codes and uids only, so that personal data can be erased.

    `hash` is the SHA-256 of the previous entry's hash and this entry's content. `version` determines the hashed
    content, which never changes for a version; new fields need a new version (`actions.chain`). From version 4 on a
    digest with the `salt` stands there for who acted.
    """

    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.CharField(max_length=8, choices=Actor.choices)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    token = models.ForeignKey(
        "tournaments.ApiToken", null=True, on_delete=models.PROTECT, related_name="+", editable=False
    )
    code = models.CharField(max_length=40)
    subject = models.CharField(max_length=20, blank=True)
    data = models.JSONField(default=dict)
    version = models.PositiveSmallIntegerField(default=1, editable=False)
    salt = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    hash = models.CharField(max_length=64)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq} {self.code}"

    @property
    def event_uid(self) -> str | None:
        """Return the uid of the event that the entry is about; None for a stream without events."""
        return None

    @property
    def link_uid(self) -> str | None:
        """Return the uid of the access link of the act; None for a stream without links."""
        return None

    @property
    def token_uid(self) -> str | None:
        """Return the uid of the API token of the act; None for an act of a person on a page."""
        return self.token.uid if self.token else None
