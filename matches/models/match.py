"""Matches between two sides, to an odd number of points."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.match import Side as SideName
from rules.scoresheet import DeadCube, Outcome

from .identity import Identified
from .player import Player, rows_of_person
from .side import Side, SideMember

SIDE_CHOICES = [(SideName.ONE.value, _("side one")), (SideName.TWO.value, _("side two"))]
OUTCOME_CHOICES = [
    (Outcome.PLAYED.value, _("played")),
    (Outcome.RETIRED.value, _("retired")),
    (Outcome.FORFEIT.value, _("forfeit")),
    (Outcome.WALKOVER.value, _("walkover")),
    (Outcome.DOUBLE_FORFEIT.value, _("double forfeit")),
    (Outcome.DISQUALIFIED.value, _("disqualified")),
    (Outcome.SETTLED.value, _("settled")),
]
DEAD_CUBE_CHOICES = [(DeadCube.REMARK.value, _("is remarked")), (DeadCube.VOID.value, _("is void"))]
# The maximum length, beyond any known match, which catches typing errors (M1).
LONGEST = 99


class Settled(models.TextChoices):
    """The way in which a result became final."""

    OWN_LOSS = "own_loss", _("the losing side reported it")
    CONFIRMED = "confirmed", _("the opponent confirmed it")
    SAME = "same", _("both sides reported the same")
    SIGNED = "signed", _("a slip signed by both sides")
    TOGETHER = "together", _("both sides on one phone")
    OVERDUE = "overdue", _("nobody objected in time")
    DIRECTOR = "director", _("the director entered it")
    RULING = "ruling", _("a ruling")
    CORRECTION = "correction", _("a correction by the director")
    BOARDS = "boards", _("its boards")


class MatchQuerySet(models.QuerySet["Match"]):
    """A queryset of matches with shared filters."""

    def of(self, player: Player) -> MatchQuerySet:
        """Return the matches of a player, without duplicates."""
        sides = SideMember.objects.filter(player__in=rows_of_person(player.person_key)).values("side")
        return self.filter(Q(one__in=sides) | Q(two__in=sides))

    def open(self) -> MatchQuerySet:
        """Return the matches that are neither final nor cancelled."""
        return self.filter(final_at=None, cancelled_at=None)


class Match(Identified):
    """A match between two sides; it has begun with a start time or a report.

    `winner` is set as soon as it is certain who goes on, `outcome` and `final_at`
    only when the whole result stands. While the sides agree on the winner but
    not on the score, the match has a winner and no outcome. `cube_cap` (None for
    no limit) and `dead_cube` are the two rules that change how games are counted
    (E3, E6).
    """

    one = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="matches_as_one")
    two = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="matches_as_two")
    length = models.PositiveSmallIntegerField(_("points to win"))
    start_one = models.PositiveSmallIntegerField(_("start score of side one"), default=0)
    start_two = models.PositiveSmallIntegerField(_("start score of side two"), default=0)
    grace_minutes = models.PositiveSmallIntegerField(_("minutes to confirm"), default=10)
    cube_cap = models.PositiveSmallIntegerField(_("highest cube"), null=True, blank=True)
    dead_cube = models.CharField(
        _("a double that cannot matter"),
        max_length=6,
        choices=DEAD_CUBE_CHOICES,
        default=DeadCube.REMARK.value,
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    winner = models.CharField(_("winner"), max_length=3, blank=True, choices=SIDE_CHOICES)
    outcome = models.CharField(_("outcome"), max_length=16, blank=True, choices=OUTCOME_CHOICES)
    settled = models.CharField(_("settled by"), max_length=12, blank=True, choices=Settled.choices)
    final_at = models.DateTimeField(_("final since"), null=True, blank=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)
    # The extended deadline of the waiting report, after a clock jump or downtime.
    silence_at = models.DateTimeField(_("counts by silence at"), null=True, blank=True, editable=False)
    accepted_report = models.ForeignKey(
        "matches.Report", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects: ClassVar[models.Manager[Match]] = MatchQuerySet.as_manager()

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["final_at"], name="match_open", condition=Q(final_at=None)),
            models.Index(
                fields=["silence_at"],
                name="match_silence",
                condition=Q(final_at=None, silence_at__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(length__in=list(range(1, LONGEST + 1, 2))),
                name="match_length_odd",
                violation_error_message=_("A match is to an odd number of points (M1)."),
            ),
            models.CheckConstraint(
                condition=~Q(one=F("two")),
                name="match_two_sides",
                violation_error_message=_("A side cannot play against itself."),
            ),
            models.CheckConstraint(
                condition=Q(final_at=None, outcome="") | (Q(final_at__isnull=False) & ~Q(outcome="")),
                name="match_final_iff_outcome",
                violation_error_message=_("A match is final if and only if it has an outcome."),
            ),
            models.CheckConstraint(
                condition=Q(outcome="")
                | (Q(outcome="double_forfeit") & Q(winner=""))
                | (~Q(outcome="double_forfeit") & ~Q(winner="")),
                name="match_outcome_names_winner",
                violation_error_message=_(
                    "Every outcome has a winner, except the double forfeit, which has none."
                ),
            ),
            models.CheckConstraint(
                condition=Q(start_one__lt=F("length")) & Q(start_two__lt=F("length")),
                name="match_start_below_length",
                violation_error_message=_("A start score is below the length of the match (M5a)."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} – {self.two}"

    @property
    def is_final(self) -> bool:
        """Whether the result is final."""
        return self.final_at is not None

    @property
    def winner_side(self) -> Side | None:
        """Return the winning side as soon as it is certain."""
        return {"one": self.one, "two": self.two}.get(self.winner)

    def side(self, name: str) -> Side:
        """Return the side named `one` or `two`."""
        return self.one if name == SideName.ONE else self.two
