"""Result files: made of an event for a federation, submitted to it, and what it accepted of them."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Identified, Immutable, Player

from .event import Event
from .federation import Federation


class ResultFile(Identified, Immutable):
    """A result file of an event for a federation; `number` counts them from 1, and `digest` is that of its manifest."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="result_files")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="result_files")
    number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("result file")
        verbose_name_plural = _("result files")
        ordering = ["event_id", "federation_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "federation", "number"], name="result_file_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.federation_id}: {self.number}"


class SubmissionState(models.TextChoices):
    """How far a submitted result file is."""

    SUBMITTED = "submitted", pgettext_lazy("result file", "submitted")
    ACCEPTED = "accepted", pgettext_lazy("result file", "accepted")
    ASKED_BACK = "asked_back", pgettext_lazy("result file", "asked back")
    REFUSED = "refused", pgettext_lazy("result file", "refused")
    REPLACED = "replaced", pgettext_lazy("result file", "replaced by a later one")


class Submission(Identified):
    """A result file as a federation received it; nothing of it counts before an officer accepts it.

    `event_uid` is that of the installation where it was played, and `supersedes` the digest of the file before.
    `people` maps the uids of the file to those of players here, without those whom nobody has named yet. Several files
    of one event may have been accepted one after the other; the last one is in force. `answer` is what was said to the
    reason for which a file was asked back when the same file was sent again.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="submissions")
    event_uid = models.CharField(max_length=20)
    event_name = models.CharField(_("event"), max_length=200)
    tournament_name = models.CharField(_("tournament"), max_length=200)
    number = models.PositiveSmallIntegerField(_("number"))
    digest = models.CharField(max_length=64)
    supersedes = models.CharField(max_length=64, blank=True)
    content = models.BinaryField()
    people: Any = models.JSONField(default=dict)
    state = models.CharField(
        _("state"), max_length=10, choices=SubmissionState.choices, default=SubmissionState.SUBMITTED
    )
    sent_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True, editable=False)
    decided_by = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    answer = models.CharField(_("answer"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("submission")
        verbose_name_plural = _("submissions")
        ordering = ["pk"]
        indexes = [models.Index(fields=["federation", "state"], name="submissions_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["federation", "digest"], name="submission_digest_once"),
            models.UniqueConstraint(
                fields=["federation", "event_uid"],
                condition=Q(state="accepted"),
                name="submission_one_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_name} {self.number}: {self.state}"


class AcceptedMatch(models.Model):
    """A match of an accepted result file, each once in a federation; sides are the uids of players here, joined by +."""

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="matches")
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    match_uid = models.CharField(max_length=20)
    played_on = models.DateField()
    stage = models.CharField(max_length=120, blank=True)
    round = models.PositiveIntegerField()
    length = models.PositiveSmallIntegerField()
    winner = models.CharField(max_length=120)
    loser = models.CharField(max_length=120)
    winner_score = models.PositiveSmallIntegerField()
    loser_score = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=14)

    class Meta:
        verbose_name = _("accepted match")
        verbose_name_plural = _("accepted matches")
        ordering = ["federation_id", "played_on", "match_uid"]
        constraints = [
            models.UniqueConstraint(fields=["federation", "match_uid"], name="accepted_match_once"),
        ]

    def __str__(self) -> str:
        return f"{self.federation_id}: {self.match_uid}"
