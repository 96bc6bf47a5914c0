"""The feed: what became of every match, as numbered facts without names, for ratings and other readers."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import Immutable, Player
from tournaments.ratings.counting import MatchEnding, MatchKind

from .event import Event
from .federation import Federation
from .tournament import Tournament


class FeedChange(models.TextChoices):
    """What became of a match."""

    FINAL = "final", pgettext_lazy("feed", "final")
    REOPENED = "reopened", pgettext_lazy("feed", "reopened")
    CANCELLED = "cancelled", pgettext_lazy("feed", "cancelled")


# The order in which matches count.
_IN_ORDER = ("day", "event_uid", "stage", "round", "slot", "board", "match_uid")
_BY_BYTES = {"event_uid": "varchar_pattern_ops", "match_uid": "varchar_pattern_ops"}


class FeedRow(Immutable):
    """The facts of one match after one entry of the log; `number` counts all rows from 1 without gaps.

    `supersedes` is the number of the previous row of the match, and a row that no other one supersedes is current.
    A row that reopens or cancels a match repeats the facts of the row that it supersedes. `one` and `two` are the
    players as written then, without merges, and absent for pairs and teams, whose players are `members`. The order in
    which matches count is `day`, `event_uid`, `stage`, `round`, `slot`, `board` and `match_uid`, never the number. Rows
    of files have a `source` in place of a log entry, and the `federation` that brought them; each federation has a
    chain of its own for a match.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    tournament = models.ForeignKey(
        Tournament, null=True, on_delete=models.PROTECT, related_name="feed", db_index=False
    )
    seq = models.PositiveBigIntegerField(null=True)
    source = models.CharField(max_length=60, blank=True)
    federation = models.ForeignKey(
        Federation, null=True, on_delete=models.PROTECT, related_name="feed", db_index=False
    )
    at = models.DateTimeField()
    match_uid = models.CharField(max_length=20)
    change = models.CharField(max_length=9, choices=FeedChange.choices)
    supersedes = models.PositiveBigIntegerField(null=True)
    day = models.DateField(null=True)
    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="feed")
    event_uid = models.CharField(max_length=20, blank=True)
    stage = models.PositiveSmallIntegerField(default=0)
    round = models.PositiveSmallIntegerField(default=0)
    slot = models.PositiveIntegerField(default=0)
    board = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=7, choices=[(kind.value, kind.value) for kind in MatchKind])
    length = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    two = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    winner = models.PositiveSmallIntegerField(null=True)
    score_one = models.PositiveIntegerField()
    score_two = models.PositiveIntegerField()
    ending = models.CharField(max_length=14, choices=[(ending.value, ending.value) for ending in MatchEnding])
    facts: Any = models.JSONField()

    class Meta:
        verbose_name = _("row of the feed")
        verbose_name_plural = _("rows of the feed")
        ordering = ["number"]
        indexes = [
            # A list is computed from this index alone, without a look at the table; text is compared by bytes.
            models.Index(
                fields=[*_IN_ORDER, "number", "change", "one", "two", "winner", "length"],
                opclasses=[_BY_BYTES.get(name, "") for name in _IN_ORDER] + [""] * 6,
                name="feed_of_lists",
            ),
            models.Index(fields=["match_uid"], name="feed_of_match"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "seq", "match_uid"], name="feed_once_per_entry"),
            models.UniqueConstraint(
                fields=["match_uid", "source"], condition=~Q(source=""), name="feed_once_per_source"
            ),
            models.UniqueConstraint(
                fields=["supersedes"], condition=Q(supersedes__isnull=False), name="feed_superseded_once"
            ),
            models.CheckConstraint(
                condition=Q(supersedes=None) | Q(supersedes__lt=F("number")), name="feed_supersedes_earlier"
            ),
            models.CheckConstraint(condition=Q(winner=None) | Q(winner__in=(1, 2)), name="feed_winner"),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, seq__isnull=False, source="", federation=None)
                | (Q(tournament=None, seq=None) & ~Q(source="")),
                name="feed_entry_or_source",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.match_uid} {self.change}"


class FeedMember(Immutable):
    """A player of a pair or team in a row of the feed; `side` is 1 or 2."""

    row = models.ForeignKey(FeedRow, on_delete=models.PROTECT, related_name="members")
    side = models.PositiveSmallIntegerField()
    order = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = _("player of a pair or team in the feed")
        verbose_name_plural = _("players of pairs and teams in the feed")
        ordering = ["row_id", "side", "order"]
        constraints = [
            models.UniqueConstraint(fields=["row", "side", "order"], name="feed_member_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.row_id}/{self.side}: {self.player_id}"


class FeedCursor(models.Model):
    """How much of the log of a tournament is in the feed: all entries up to `seq`."""

    tournament = models.OneToOneField(
        Tournament, primary_key=True, on_delete=models.PROTECT, related_name="feed_cursor"
    )
    seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("end of a log in the feed")
        verbose_name_plural = _("ends of logs in the feed")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.seq}"


class FeedHead(models.Model):
    """The end of the feed, one row: its lock makes one writer at a time, and `number` is that of the last row."""

    number = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("end of the feed")
        verbose_name_plural = _("ends of the feed")

    def __str__(self) -> str:
        return str(self.number)
