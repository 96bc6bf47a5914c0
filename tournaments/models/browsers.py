"""The browsers of a person: those that are told by Web Push, and those that signed in to the account."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .access_link import AccessLink


class PushSubscription(Identified):
    """A browser that is told when its player is called, has to answer, or knows the next opponent.

    Its endpoint and keys are encrypted (`sealed`); `hash` is the SHA-256 of the endpoint, and `host` its push service.
    One that came by a private link ends with that link. `refusals` counts answers in a row that made no sense.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="push_subscriptions")
    link = models.ForeignKey(AccessLink, null=True, on_delete=models.CASCADE, related_name="+")
    hash = models.CharField(max_length=64, unique=True, editable=False)
    sealed = models.TextField(editable=False)
    host = models.CharField(max_length=255, editable=False)
    language = models.CharField(max_length=10, editable=False)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    told_at = models.DateTimeField(null=True, editable=False)
    refusals = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("phone that is told")
        verbose_name_plural = _("phones that are told")

    def __str__(self) -> str:
        return f"{self.host} {self.uid}"


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
