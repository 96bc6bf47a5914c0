"""The boards of a team match: their players and their matches."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.models import SIDE_CHOICES, Identified, Match, Player

from .event import EventKind
from .pairing import Pairing

# The relations from a match to its tournament, for `select_related`; boards use their team match.
WAY_TO_TOURNAMENT = (
    "pairing__stage__event__tournament",
    "board__team_match__pairing__stage__event__tournament",
)


class Board(Identified):
    """A board of a team match: its number from 1, and its match of two players."""

    team_match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="boards")
    number = models.PositiveSmallIntegerField(_("board"))
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="board")
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["team_match_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["team_match", "number"],
                condition=models.Q(cancelled_at=None),
                name="board_once_per_team_match",
            ),
            models.CheckConstraint(
                condition=~models.Q(match=models.F("team_match")), name="board_is_another_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_match_id}/{self.number}"


class LineupPlace(models.Model):
    """The player of a team at one board of a team match."""

    team_match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="lineups")
    side = models.CharField(max_length=3, choices=SIDE_CHOICES)
    board = models.PositiveSmallIntegerField(_("board"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="lineups")

    class Meta:
        verbose_name = _("place in a line-up")
        verbose_name_plural = _("line-ups")
        ordering = ["team_match_id", "side", "board"]
        constraints = [
            models.UniqueConstraint(fields=["team_match", "side", "board"], name="lineup_place_once"),
            models.UniqueConstraint(
                fields=["team_match", "side", "player"],
                name="lineup_player_once",
                violation_error_message=_("A player sits at one board of a team match."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team_match_id}/{self.side}/{self.board}: {self.player_id}"


def is_no_board(match: Match) -> Match:
    """Return the match, loaded as one with its own pairing, so that no query for a board is needed."""
    Match.board.related.set_cached_value(match, None)
    return match


def board_of(match: Match) -> Board | None:
    """Return the board of a match; None if it is not part of a team match."""
    board: Board | None = getattr(match, "board", None)
    return board


def pairing_of(match: Match) -> Pairing:
    """Return the pairing of a match: its own, or that of the team match of its board.

    No query if the match was loaded with WAY_TO_TOURNAMENT.
    """
    own: Pairing | None = getattr(match, "pairing", None)
    if own is not None:
        return own
    board = board_of(match)
    if board is None:
        raise Pairing.DoesNotExist
    return board.team_match.pairing


def is_team_match(match: Match) -> bool:
    """Whether the match is between two teams, so that its boards decide it."""
    return pairing_of(match).match_id == match.pk and pairing_of(match).stage.event.kind == EventKind.TEAMS


def played_for(**pairing: Any) -> Q:
    """Return a filter for the matches of pairings, boards included: `played_for(stage__event=event)`."""
    pairings = Pairing.objects.filter(**pairing).order_by()
    boards = Board.objects.filter(team_match__pairing__in=pairings, cancelled_at=None).order_by()
    return Q(pk__in=pairings.values("match").union(boards.values("match")))
