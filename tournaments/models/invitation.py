"""Offices and numbers that a person is invited to accept."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from matches.models import Identified, Player

from .federation import Federation, OfficeKind
from .tournament import RoleKind, Tournament


class Invitation(Identified):
    """An office of a tournament or federation, or a number, for whoever accepts it by a one-time code.

    Only a keyed hash of the code is stored. It is open until somebody accepts it, or until `ended_at`, when it was
    declined or revoked.
    """

    tournament = models.ForeignKey(
        Tournament, null=True, blank=True, on_delete=models.PROTECT, related_name="invitations"
    )
    federation = models.ForeignKey(
        Federation, null=True, blank=True, on_delete=models.PROTECT, related_name="invitations"
    )
    office = models.CharField(_("office"), max_length=16, blank=True)
    number = models.CharField(_("number"), max_length=20, blank=True)
    hash = models.CharField(max_length=64, unique=True)
    # The address to which it was mailed; empty for one that is handed over.
    address = models.EmailField(blank=True)
    made_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("valid until"))
    accepted_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament=None, federation__isnull=False)
                | Q(tournament__isnull=False, federation=None, number=""),
                name="invitation_of_one_body",
            ),
            models.CheckConstraint(
                condition=(Q(office="") & ~Q(number="")) | (~Q(office="") & Q(number="")),
                name="invitation_to_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at=None, accepted_by=None)
                | Q(accepted_at__isnull=False, accepted_by__isnull=False, ended_at=None),
                name="invitation_has_one_end",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.uid}"

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted: not accepted, declined, revoked or expired."""
        return self.accepted_at is None and self.ended_at is None and self.expires_at > timezone.now()

    @property
    def body(self) -> Tournament | Federation:
        """Return the tournament or federation that invites."""
        body = self.tournament or self.federation
        assert body is not None  # noqa: S101 - narrows the type: a constraint holds it
        return body

    @property
    def office_label(self) -> str:
        """Return the office in words; empty for a number."""
        if not self.office:
            return ""
        kinds = RoleKind if self.tournament_id is not None else OfficeKind
        return str(kinds(self.office).label)
