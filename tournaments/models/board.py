"""The matches that decide another one: the boards of a team match, or the matches of a series."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.database.conditions import among
from matches.models import SIDE_CHOICES, Identified, Match, Player

from .event import EventKind
from .pairing import Pairing

# The relations from a match to its tournament, for `select_related`; boards use their team match.
WAY_TO_TOURNAMENT = (
    "pairing__stage__event__tournament",
    "board__team_match__pairing__stage__event__tournament",
)


class Board(Identified):
    """A board of a team match, or one match of a series: its number from 1, and its match.

    Boards are played side by side by the players of two teams, the matches of a series one after another by the
    same two sides. `team_match` is the match that they decide.
    """

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
    if not Match.pairing.related.is_cached(match):
        _load_pairing(match)
    own: Pairing | None = getattr(match, "pairing", None)
    if own is not None:
        return own
    board = board_of(match)
    if board is None:
        raise Pairing.DoesNotExist
    return board.team_match.pairing


def _load_pairing(match: Match) -> None:
    """Load the pairing of a match with its tournament, in one query."""
    own = Pairing.objects.select_related("stage__event__tournament").filter(match=match.pk).first()
    if own is not None:
        own.match = match
    Match.pairing.related.set_cached_value(match, own)


def is_team_match(match: Match) -> bool:
    """Whether the match is between two teams, so that its boards decide it."""
    return pairing_of(match).match_id == match.pk and pairing_of(match).stage.event.kind == EventKind.TEAMS


def is_series(match: Match) -> bool:
    """Whether the match is a series, which the matches under it decide one after another."""
    return pairing_of(match).match_id == match.pk and pairing_of(match).best_of > 1


def has_boards(match: Match) -> bool:
    """Whether other matches decide this one: those of a team match or of a series."""
    return is_series(match) or is_team_match(match)


def series_of(match: Match) -> Match | None:
    """Return the series that a match is part of; None for any other match."""
    board = board_of(match)
    return board.team_match if board is not None and pairing_of(match).best_of > 1 else None


def has_matches_under_it() -> Q:
    """Return a filter for the matches of pairings that other matches decide: between teams, or in a series."""
    return Q(pairing__stage__event__kind=EventKind.TEAMS) | Q(pairing__best_of__gt=1)


def played_for(path: str = "pk", **pairing: Any) -> Q:
    """Return a filter for the matches of pairings, boards included: `played_for(stage__event=event)`.

    `path` leads from other rows to their match.
    """
    pairings = Pairing.objects.filter(**pairing).order_by()
    boards = Board.objects.filter(team_match__pairing__in=pairings, cancelled_at=None).order_by()
    return among(pairings.values("match").union(boards.values("match")), path)
