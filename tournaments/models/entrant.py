"""Entrants: one side in one event."""

from __future__ import annotations

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player, Side

from .event import Event


class Via(models.TextChoices):
    """The origin of an entry."""

    DESK = "desk", _("at the desk")
    ONLINE = "online", _("online")
    LINK = "link", _("by a private link")
    IMPORT = "import", _("from a list")
    API = "api", _("through the API")
    EARNED = "earned", _("by a place in another event")
    UNDONE = "undone", _("by an entry that was undone")
    ASKED = "asked", _("by a player whose partner has not answered")


# The entries that are withdrawn, and listed nowhere.
UNLISTED = (Via.UNDONE, Via.ASKED)


class Entrant(Identified):
    """An entrant: one side in one event.

    An entrant with `is_alternate` waits for a place. A withdrawn entrant keeps its row; a return before the
    draw clears `withdrawn_at`. One whose entry was undone (`Via.UNDONE`), and one to which a player has not agreed
    yet (`Via.ASKED`), is withdrawn and listed nowhere.
    `goes_on` is whether it plays in consolation stages; None while undecided.
    `bye_lots` is its number of lots in the draw for byes; with 0 it has a bye only after all others.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrants")
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="entrants")
    via = models.CharField(_("registered"), max_length=6, choices=Via.choices, default=Via.DESK)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("reason"), max_length=500, blank=True)
    is_alternate = models.BooleanField(_("alternate"), default=False)
    goes_on = models.BooleanField(_("plays on after a loss"), null=True, blank=True, default=None)
    bye_lots = models.PositiveSmallIntegerField(
        _("lots for a bye"), default=1, validators=[MaxValueValidator(100)]
    )

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        ordering = ["event_id", "pk"]
        indexes = [models.Index(fields=["event"], name="entrant_present", condition=Q(withdrawn_at=None))]
        constraints = [
            models.UniqueConstraint(fields=["event", "side"], name="side_once_per_event"),
        ]

    def __str__(self) -> str:
        return self.side.name

    @property
    def name(self) -> str:
        """Return the name of the side."""
        return self.side.name

    @property
    def is_asked(self) -> bool:
        """Whether a player of the side has not agreed to the entry yet."""
        return self.via == Via.ASKED


class EntrantPlayer(models.Model):
    """A player's entry in an event: once, and a re-entry is the next number."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entrant_players")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="entrant_players")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    entry_no = models.PositiveSmallIntegerField(_("entry"), default=1)

    class Meta:
        verbose_name = _("player of an entrant")
        verbose_name_plural = _("players of entrants")
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player", "entry_no"],
                name="player_once_per_event_and_entry",
                violation_error_message=_("This player is entered in this event already."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} #{self.entry_no}"
