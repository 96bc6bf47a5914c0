"""Reported results of a match, immutable, with their games."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NoReturn

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rules.game import Ended, Result
from rules.scoresheet import Outcome

from .identity import Identified
from .match import OUTCOME_CHOICES, SIDE_CHOICES, Match
from .player import Player

RESULT_CHOICES = [
    (Result.SINGLE.value, _("single")),
    (Result.GAMMON.value, _("gammon")),
    (Result.BACKGAMMON.value, _("backgammon")),
]
ENDED_CHOICES = [
    (Ended.BORNE_OFF.value, _("borne off")),
    (Ended.DROP.value, _("dropped")),
    (Ended.RESIGNED.value, _("resigned")),
]


class Source(models.TextChoices):
    """The author of a report."""

    ONE = "one", _("side one")
    TWO = "two", _("side two")
    SIGNED = "signed", _("a slip signed by both sides")
    TOGETHER = "together", _("both sides on one phone")
    DIRECTOR = "director", _("the director")
    RULING = "ruling", _("a ruling")
    BOARDS = "boards", _("the boards of a team match")


UNSPOKEN = Q(by=None, outcome__in=["walkover", "double_forfeit"])
"""The reports that the service gives where a side has left: nobody said them, so nobody can confirm them."""

EFFECTIVE = ~UNSPOKEN & (Q(source__in=["one", "two"]) | Q(match__accepted_report=F("pk")))
"""The reports that count or can be answered: neither one that a director entered and took back, nor an unspoken one."""


class Immutable(models.Model):
    """An abstract model whose rows are never updated or deleted."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; refuse an update."""
        if self.pk is not None and not self._state.adding:
            self._refuse()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse to delete the row."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        message = f"{type(self).__name__} rows are immutable"
        raise TypeError(message)


class Report(Identified, Immutable):
    """A reported result. `Match.accepted_report` is the report that counts.

    `score_*` is the true score, `counted_*` the same with the winner capped at
    the length (M6). A score is absent for a forfeit or walkover before play.
    `overrides` lists the refusals a director overrode, with the reason (P7).
    """

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="reports")
    source = models.CharField(_("reported by"), max_length=8, choices=Source.choices)
    by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)
    outcome = models.CharField(_("outcome"), max_length=16, choices=OUTCOME_CHOICES)
    winner = models.CharField(_("winner"), max_length=3, blank=True, choices=SIDE_CHOICES)
    length = models.PositiveSmallIntegerField(_("points to win"))
    score_one = models.PositiveIntegerField()
    score_two = models.PositiveIntegerField()
    counted_one = models.PositiveIntegerField()
    counted_two = models.PositiveIntegerField()
    has_games = models.BooleanField(default=False)
    crawford_game = models.PositiveSmallIntegerField(null=True, blank=True)
    remarks = models.JSONField(default=list, blank=True)
    overrides = models.JSONField(default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    confirm_by = models.DateTimeField(_("confirm until"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["pk"]
        indexes = [models.Index(fields=["confirm_by"], name="report_deadline")]
        constraints = [
            models.CheckConstraint(
                condition=(Q(outcome="double_forfeit") & Q(winner=""))
                | (~Q(outcome="double_forfeit") & ~Q(winner="")),
                name="report_outcome_names_winner",
                violation_error_message=_(
                    "Every outcome has a winner, except the double forfeit, which has none."
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score_one}-{self.score_two}"

    @property
    def is_unspoken(self) -> bool:
        """Whether the service created the report because a side had withdrawn."""
        return self.by_id is None and self.outcome in (Outcome.WALKOVER, Outcome.DOUBLE_FORFEIT)

    @property
    def silence_at(self) -> datetime | None:
        """Return when an unanswered report becomes final, None for never: `confirm_by`, or an extended time."""
        return self.confirm_by and (self.match.silence_at or self.confirm_by)

    @property
    def score(self) -> tuple[int, int]:
        """Return the true score, side one first."""
        return self.score_one, self.score_two

    @property
    def counted(self) -> tuple[int, int]:
        """Return the score with the winner capped at the length (M6)."""
        return self.counted_one, self.counted_two


class ReportedGame(Immutable):
    """A game of a report; `cube` is the value scored, before a dropped double (D4)."""

    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField(_("game"))
    winner = models.CharField(_("winner"), max_length=3, choices=SIDE_CHOICES)
    result = models.CharField(_("result"), max_length=10, choices=RESULT_CHOICES)
    cube = models.PositiveIntegerField(_("cube"), default=1)
    ended = models.CharField(_("ended"), max_length=9, choices=ENDED_CHOICES)

    class Meta:
        verbose_name = _("reported game")
        verbose_name_plural = _("reported games")
        ordering = ["report_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["report", "number"], name="game_once_in_report"),
            models.CheckConstraint(condition=Q(cube__gte=1), name="reported_cube_at_least_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.winner} {self.result} x{self.cube}"
