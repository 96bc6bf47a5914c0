"""Private links, whose holder acts as one player or registers for one event."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .event import Event
from .tournament import Tournament


class Purpose(models.TextChoices):
    """The purpose of a private link."""

    PLAYER = "player", _("a player's own pages in a tournament")
    REGISTER = "register", _("registration for an event")
    CALENDAR = "calendar", _("a player's matches in a calendar")
    TABLET = "tablet", _("the shared tablet of an event")


class AccessLink(Identified):
    """A link with a token of 128 random bits, of which only the SHA-256 is stored."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="links")
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    hash = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="links")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.PROTECT, related_name="links")
    made_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    # The keyed hash of the address to which the link was mailed (`budgets.key_of`); empty where the desk has shown it.
    mailed_to = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    # When a link that was mailed was opened, by which its address is known to be of the player.
    opened_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("private link")
        verbose_name_plural = _("private links")
        constraints = [
            models.CheckConstraint(
                condition=Q(purpose__in=["player", "calendar"], player__isnull=False, event=None)
                | Q(purpose__in=["register", "tablet"], player=None, event__isnull=False),
                name="link_opens_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.uid}"

    def is_tablet_of(self, event: Event) -> bool:
        """Whether this is the link of the shared tablet of the event."""
        return self.purpose == Purpose.TABLET and self.event_id == event.pk


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of an act: its private link, if any, and a random name of the browser."""

    link: AccessLink | None = None
    browser: str = ""

    def is_tablet_of(self, event: Event) -> bool:
        """Whether the act comes from the shared tablet of the event."""
        return self.link is not None and self.link.is_tablet_of(event)


DIRECT = Origin()
"""An act of an account, of the service or of a program: through no link, and from no browser that is known."""
