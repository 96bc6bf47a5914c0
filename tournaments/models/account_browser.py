"""The browsers in which an account was signed in."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from matches.models import Identified, Player


class AccountBrowser(Identified):
    """A browser that has signed in to an account, by a random cookie of which the SHA-256 is stored.

    Each account of a browser has a hash of its own, so no row says that two accounts share a browser. No network
    address is stored. `session_key` is empty once the session has ended.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="browsers")
    hash = models.CharField(max_length=64, unique=True, editable=False)
    name = models.CharField(max_length=40, blank=True, editable=False)
    since = models.DateTimeField(default=timezone.now, editable=False)
    signed_in_at = models.DateTimeField(default=timezone.now, editable=False)
    session_key = models.CharField(max_length=40, blank=True, default="", editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session_key"], condition=~models.Q(session_key=""), name="session_of_one_browser"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.uid
