"""Matches, reports, disputes, rulings and game records."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import Report, Settled, Source
from tournaments.requests.codes import (
    ENDED,
    MATCH_STATES,
    OUTCOMES,
    RESULTS,
    SIDES,
)


class GameResponse(serializers.Serializer[Any]):
    """One reported game."""

    number = serializers.IntegerField()
    winner = serializers.ChoiceField(choices=SIDES)
    result = serializers.ChoiceField(choices=RESULTS)
    cube = serializers.IntegerField()
    ended = serializers.ChoiceField(choices=ENDED)


class ReportResponse(serializers.Serializer[Any]):
    """A report: `score` as said, `counted` with the winner capped at the length (M6)."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]
    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    winner = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    length = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField())
    counted = serializers.ListField(child=serializers.IntegerField())
    games = serializers.SerializerMethodField()
    crawford_game = serializers.IntegerField(allow_null=True, help_text="Counted from 0.")
    remarks = serializers.ListField(child=serializers.CharField())
    overrides = serializers.ListField()
    reason = serializers.SerializerMethodField(
        help_text="Empty for whoever is neither a player of the match nor an officer."
    )
    confirm_by = serializers.DateTimeField(source="silence_at", allow_null=True)

    def get_reason(self, report: Report) -> str:
        """The words of who reported, which in a dispute are meant for its parties and the officers alone."""
        return report.reason if self.context.get("has_words", True) else ""

    def get_games(self, report: Report) -> list[dict[str, Any]]:
        """The games, when they were reported one by one."""
        return [GameResponse(game).data for game in report.games.all()] if report.has_games else []


class ReportedResponse(serializers.Serializer[Any]):
    """A report, and where its match stands after it."""

    report = ReportResponse()
    state = serializers.ChoiceField(choices=MATCH_STATES)


class StatementResponse(serializers.Serializer[Any]):
    """What somebody said in a dispute."""

    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class RulingResponse(serializers.Serializer[Any]):
    """A director's decision, or a correction of a final result."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    dispute = serializers.CharField(source="dispute.uid", allow_null=True, default=None)
    report = ReportResponse()
    by = serializers.CharField(source="by.uid")
    reason = serializers.CharField()
    clause = serializers.CharField()
    at = serializers.DateTimeField()


class SideResponse(serializers.Serializer[Any]):
    """One side of a match."""

    id = serializers.CharField(source="uid", help_text="Of the side itself, which no address shows.")
    name = serializers.CharField()


class MatchSideResponse(SideResponse):
    """One side with ids that other answers and addresses have."""

    entrant = serializers.CharField(
        allow_null=True, help_text="The id under entrants/; at a board that of the team."
    )
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Their ids, as in `players` of an entrant."
    )


class PenaltyResponse(serializers.Serializer[Any]):
    """Penalty points in force."""

    id = serializers.CharField(source="uid")
    to = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField()
    before_game = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class MatchResponse(serializers.Serializer[Any]):
    """A match: where it stands, its reports, and what the visitor may do now."""

    id = serializers.CharField()
    tournament = serializers.CharField()
    event = serializers.CharField()
    stage = serializers.CharField()
    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    team_match = serializers.CharField(
        allow_null=True, help_text="The team match that it is a board of; null for every other match."
    )
    board = serializers.IntegerField(allow_null=True, help_text="The number of the board, from 1.")
    is_team_match = serializers.BooleanField(
        help_text="Two teams meet: the result is that of the boards, and scores are boards won."
    )
    one = MatchSideResponse()
    two = MatchSideResponse()
    length = serializers.IntegerField(help_text="After every change (M5a).")
    start_score = serializers.ListField(child=serializers.IntegerField())
    state = serializers.ChoiceField(choices=MATCH_STATES)
    winner = serializers.ChoiceField(choices=SIDES, allow_blank=True)
    outcome = serializers.ChoiceField(choices=OUTCOMES, allow_blank=True)
    settled = serializers.ChoiceField(choices=Settled.choices, allow_blank=True)
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    started_at = serializers.DateTimeField(allow_null=True)
    final_at = serializers.DateTimeField(allow_null=True)
    accepted_report = serializers.CharField(allow_null=True)
    waiting_report = serializers.CharField(allow_null=True)
    dispute = serializers.CharField(allow_null=True, help_text="The open dispute.")
    table = serializers.CharField(allow_null=True)
    penalties = PenaltyResponse(many=True)
    may = serializers.ListField(child=serializers.CharField(), help_text="What the visitor may do now.")


class MatchSummary(serializers.Serializer[Any]):
    """A match in a list."""

    id = serializers.CharField(source="match.uid")
    event = serializers.CharField(source="pairing.stage.event.uid")
    stage = serializers.CharField(source="pairing.stage.uid")
    round = serializers.IntegerField(source="pairing.round")
    slot = serializers.IntegerField(source="pairing.slot")
    team_match = serializers.CharField(
        source="board.team_match.uid",
        allow_null=True,
        default=None,
        help_text="The team match that it is a board of; null for every other match.",
    )
    board = serializers.IntegerField(
        source="board.number", allow_null=True, default=None, help_text="The number of the board, from 1."
    )
    one = MatchSideResponse()
    two = MatchSideResponse()
    length = serializers.IntegerField(source="match.length")
    state = serializers.ChoiceField(choices=MATCH_STATES)
    score = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Of a final result, side one first."
    )
    winner = serializers.ChoiceField(source="match.winner", choices=SIDES, allow_blank=True)
    outcome = serializers.ChoiceField(source="match.outcome", choices=OUTCOMES, allow_blank=True)
    settled = serializers.ChoiceField(source="match.settled", choices=Settled.choices, allow_blank=True)
    started_at = serializers.DateTimeField(source="match.started_at", allow_null=True)
    final_at = serializers.DateTimeField(source="match.final_at", allow_null=True)


class DisputeSummary(serializers.Serializer[Any]):
    """A dispute in a list."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    report = serializers.CharField(source="report.uid")
    one = serializers.CharField(source="match.one.name")
    two = serializers.CharField(source="match.two.name")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
