"""Archives: old results and finishing positions that an officer brought, with a source and a confidence."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified, Immutable, Player

from .federation import Federation


class ArchiveKind(models.TextChoices):
    """What a line of an archive is."""

    MATCHES = "matches", pgettext_lazy("archive", "results of matches")
    POSITIONS = "positions", pgettext_lazy("archive", "finishing positions")


class Confidence(models.TextChoices):
    """How far the officer trusts the source of an archive."""

    CERTAIN = "certain", pgettext_lazy("archive", "certain: kept as it happened")
    PROBABLE = "probable", pgettext_lazy("archive", "probable: put together later")
    DOUBTFUL = "doubtful", pgettext_lazy("archive", "doubtful: from memory or hearsay")


class ArchiveState(models.TextChoices):
    """How far an archive is."""

    WAITING = "waiting", pgettext_lazy("archive", "people are being named")
    IMPORTED = "imported", pgettext_lazy("archive", "imported")
    UNDONE = "undone", pgettext_lazy("archive", "undone")


class Archive(Identified):
    """A table of old results as it came; nothing of it counts before it is imported, and after it is undone.

    `people` maps how the table names somebody, by number or by name, to the uid of a player, without those whom nobody has
    named yet. `event_class` is the class in which its events count as sanctioned.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="archives")
    kind = models.CharField(_("kind"), max_length=9, choices=ArchiveKind.choices)
    source = models.CharField(_("source"), max_length=200)
    confidence = models.CharField(_("confidence"), max_length=8, choices=Confidence.choices)
    event_class = models.CharField(_("class"), max_length=40, blank=True)
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    people: Any = models.JSONField(default=dict, blank=True)
    state = models.CharField(
        _("state"), max_length=8, choices=ArchiveState.choices, default=ArchiveState.WAITING
    )
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    imported_at = models.DateTimeField(null=True, blank=True, editable=False)
    imported_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("archive")
        verbose_name_plural = _("archives")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "digest"], condition=~Q(state="undone"), name="archive_digest_once"
            ),
            models.CheckConstraint(condition=~Q(source=""), name="archive_has_a_source"),
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.state}"


class ArchivePosition(Identified, Immutable):
    """A finishing position in an imported archive; it is read and never rated."""

    archive = models.ForeignKey(Archive, on_delete=models.PROTECT, related_name="positions")
    line = models.PositiveIntegerField()
    day = models.DateField()
    event = models.CharField(max_length=120)
    position = models.PositiveIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("position in an archive")
        verbose_name_plural = _("positions in archives")
        ordering = ["archive_id", "line"]
        constraints = [
            models.UniqueConstraint(fields=["archive", "line"], name="archive_position_once"),
            models.CheckConstraint(condition=Q(position__gte=1), name="archive_position_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.position}: {self.player_id}"
