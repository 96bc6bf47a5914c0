"""Mails with the final page of an event."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .event import Event


class FinalPageMail(Identified):
    """The final page of an event for one address, once for each state of its places.

    `state` is a digest of the page, `player` an entrant's player, None for an address that the director has typed. The page
    is made when the mail leaves.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="final_page_mails")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    to = models.EmailField()
    language = models.CharField(max_length=10)
    state = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("mail of a final page")
        verbose_name_plural = _("mails of final pages")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "to", "state"], name="final_page_once_for_a_state"),
        ]

    def __str__(self) -> str:
        return self.uid
