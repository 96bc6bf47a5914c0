"""Members of a federation: one number for a person, and the periods for which it is valid."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified, Player

from .club import Club
from .federation import Federation
from .tournament import days_of_our_time


def number_key(number: str) -> str:
    """Return a number for comparison: people write `fr-1042` for FR-1042."""
    return number.strip().upper()


class Member(Identified):
    """A person with a number in a federation; the number stays when a membership ends.

    A former number is that of a merged player whose person goes on with another one.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="numbers")
    number = models.CharField(
        _("number"),
        max_length=20,
        validators=[
            RegexValidator(
                r"\A[A-Za-z0-9][A-Za-z0-9./-]*\Z",
                _("Letters, digits, dots, strokes and hyphens, as in FR-1042."),
            )
        ],
    )
    is_former = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "number"],
                name="member_number_once",
                violation_error_message=_("Another player has this number."),
            ),
            models.UniqueConstraint(
                fields=["federation", "player"],
                name="member_once_per_federation",
                violation_error_message=_("This person has a number already."),
            ),
        ]

    def __str__(self) -> str:
        return self.number


class MembershipKind(models.TextChoices):
    """The kind of a membership."""

    FULL = "full", pgettext_lazy("membership", "full")
    YOUTH = "youth", pgettext_lazy("membership", "youth")
    DAY = "day", pgettext_lazy("membership", "day")
    HONORARY = "honorary", pgettext_lazy("membership", "honorary")


class Membership(Identified):
    """A period for which a member belongs to the federation, through a club or directly.

    Both days are included; without a last day it is open. The periods of a member do not overlap.
    """

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="memberships")
    kind = models.CharField(
        _("kind"), max_length=8, choices=MembershipKind.choices, default=MembershipKind.FULL
    )
    club = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="memberships",
        verbose_name=_("club"),
    )
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["starts_on", "pk"]
        indexes = [models.Index(fields=["member", "starts_on"], name="memberships_by_day")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")),
                name="membership_ends_after_start",
                violation_error_message=_("The last day is not before the first."),
            ),
            models.UniqueConstraint(
                fields=["member"], condition=Q(ends_on=None), name="membership_one_open_per_member"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.starts_on}"

    def clean(self) -> None:
        """Validate the first and last day."""
        days_of_our_time(self, "starts_on", "ends_on")
