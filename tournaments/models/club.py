"""Clubs of a federation and every name that they have had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, check_name, name_key

from .federation import Federation


class ClubKind(models.TextChoices):
    """The reach of a club."""

    LOCAL = "local", _("local")
    NATIONAL = "national", _("national")


class Club(Identified):
    """A club of a federation. A merged club points to the one that it has become part of."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="clubs")
    name = models.CharField(_("name"), max_length=80, validators=[check_name])
    kind = models.CharField(_("reach"), max_length=8, choices=ClubKind.choices, default=ClubKind.LOCAL)
    city = models.CharField(_("city"), max_length=80, blank=True)
    region = models.CharField(_("region"), max_length=80, blank=True, default="", db_default="")
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="club_has_a_name"),
            models.CheckConstraint(
                condition=~models.Q(merged_into=models.F("id")), name="club_not_merged_into_itself"
            ),
        ]

    def __str__(self) -> str:
        return self.name


def club_ends(federation: int) -> dict[int, int]:
    """Return for each club of a federation that became part of another one the club that goes on; one query.

    The federation and the clubs are given by primary key.

    A club can become part of one that becomes part of another one in turn.
    """
    parts = Club.objects.filter(federation=federation, merged_into__isnull=False)
    pairs = parts.order_by().values_list("pk", "merged_into")
    return ends_of({key: end for key, end in pairs if end is not None})


def ends_of(into: Mapping[int, int]) -> dict[int, int]:
    """Return the end of each chain of clubs that became part of others."""
    ends = dict(into)
    for key in ends:
        while ends[key] in into:
            ends[key] = into[ends[key]]
    return ends


class ClubName(models.Model):
    """A name by which a club is known: its own, an earlier one or a short one.

    What a desk has typed is found by `name_key`, so a name belongs to one club of a federation.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="names")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=80, validators=[check_name])
    name_key = models.CharField(max_length=160, editable=False)

    class Meta:
        verbose_name = _("name of a club")
        verbose_name_plural = _("names of clubs")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "name_key"],
                name="club_name_once_per_federation",
                violation_error_message=_("A club of this federation has this name already."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the name and its search key."""
        self.name_key = name_key(self.name)
        super().save(*args, **kwargs)
