"""Matches, reports, disputes, rulings and game records."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import LONGEST, Report, Settled, Source
from rules.game import Ended, Result
from tournaments.api.fields import Asked, Choice, Flag, Number, Text

from .codes import ENDED, MATCH_STATES, NOT_PLAYED_OUT, OUTCOMES, RESULTS, SIDES, SPOKEN_FOR_BOTH

# More than any match has; the report itself says so long before this.
_MOST_GAMES = 1000


class GameAsked(Asked):
    """One game: `cube` is the value scored, so before a dropped double."""

    winner = Choice(choices=SIDES)
    result = Choice(choices=RESULTS, default=Result.SINGLE.value)
    cube = Number(min_value=1, default=1)
    ended = Choice(choices=ENDED, default=Ended.BORNE_OFF.value)


class ResultAsked(Asked):
    """A result: the games one by one, or the score, and how the match ended."""

    games = serializers.ListField(child=GameAsked(), required=False, max_length=_MOST_GAMES)
    score = serializers.ListField(
        child=Number(min_value=0), required=False, min_length=2, max_length=2, help_text="Side one first."
    )
    outcome = Choice(choices=OUTCOMES, required=False, help_text="Played when absent.")
    winner = Choice(choices=SIDES, required=False, help_text="Needed where the score does not say it.")


class ReportAsked(ResultAsked):
    """A report of a match."""

    source = Choice(  # type: ignore[assignment] # the name of a field, which the metaclass takes out of the class
        choices=SPOKEN_FOR_BOTH,
        required=False,
        help_text="A slip signed by both, or both together; else who reports.",
    )
    insist = Flag(
        default=False, help_text="Report this although the opponent reported something else: a dispute."
    )
    overrides = serializers.ListField(
        child=Text(max_length=40),
        required=False,
        max_length=20,
        help_text="The codes of refusals that a director lets stand (P7); needs a reason.",
    )
    reason = Text(max_length=500, required=False, allow_blank=True)


class DisputeAsked(ResultAsked):
    """Why a report is disputed, and the own result where there is one."""

    reason = Text(max_length=2000)


class RulingAsked(ResultAsked):
    """How a director decides, and why."""

    reason = Text(max_length=2000)
    clause = Text(max_length=120, required=False, allow_blank=True, help_text="Of the rules, as it is cited.")
    overrides = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)


class StatementAsked(Asked):
    """What one side says in a dispute."""

    text = Text(max_length=2000)


class ForfeitAsked(Asked):
    """Who does not play on, and how that is called."""

    loser = Choice(choices=SIDES, allow_null=True, help_text="The side that loses by it; null for both.")
    outcome = Choice(
        choices=NOT_PLAYED_OUT,
        required=False,
        help_text="A forfeit when absent.",
    )
    score = serializers.ListField(
        child=Number(min_value=0), required=False, min_length=2, max_length=2, help_text="The partial score."
    )
    reason = Text(max_length=500, required=False, allow_blank=True, help_text="Needed from a director.")


class PenaltyAsked(Asked):
    """Penalty points (M5, P3)."""

    to = Choice(choices=SIDES, help_text="The side that gets the points.")
    points = Number(min_value=1, max_value=LONGEST)
    before_game = Number(min_value=0, max_value=_MOST_GAMES, required=False, help_text="Counted from 0.")
    reason = Text(max_length=500)


class LengthAsked(Asked):
    """Another length for a match (M5a)."""

    length = Number(min_value=1, max_value=LONGEST)
    before_game = Number(min_value=0, max_value=_MOST_GAMES, required=False, help_text="Counted from 0.")
    reason = Text(max_length=500)


class RecordAsked(serializers.Serializer[Any]):
    """A game record, as a form with one file."""

    file = serializers.FileField(allow_empty_file=True, max_length=200, use_url=False)


class GameShown(serializers.Serializer[Any]):
    """One reported game."""

    number = serializers.IntegerField()
    winner = serializers.ChoiceField(choices=SIDES)
    result = serializers.ChoiceField(choices=RESULTS)
    cube = serializers.IntegerField()
    ended = serializers.ChoiceField(choices=ENDED)


class ReportShown(serializers.Serializer[Any]):
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
        return [GameShown(game).data for game in report.games.all()] if report.has_games else []


class ReportedShown(serializers.Serializer[Any]):
    """A report, and where its match stands after it."""

    report = ReportShown()
    state = serializers.ChoiceField(choices=MATCH_STATES)


class StatementShown(serializers.Serializer[Any]):
    """What somebody said in a dispute."""

    by = serializers.CharField(source="by.uid", allow_null=True, default=None)
    text = serializers.CharField()
    at = serializers.DateTimeField()


class RulingShown(serializers.Serializer[Any]):
    """A director's decision, or a correction of a final result."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    dispute = serializers.CharField(source="dispute.uid", allow_null=True, default=None)
    report = ReportShown()
    by = serializers.CharField(source="by.uid")
    reason = serializers.CharField()
    clause = serializers.CharField()
    at = serializers.DateTimeField()


class SideShown(serializers.Serializer[Any]):
    """One side of a match."""

    id = serializers.CharField(source="uid", help_text="Of the side itself, which no address shows.")
    name = serializers.CharField()


class MatchSideShown(SideShown):
    """One side with ids that other answers and addresses have."""

    entrant = serializers.CharField(
        allow_null=True, help_text="The id under entrants/; at a board that of the team."
    )
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Their ids, as in `players` of an entrant."
    )


class PenaltyShown(serializers.Serializer[Any]):
    """Penalty points in force."""

    id = serializers.CharField(source="uid")
    to = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField()
    before_game = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class MatchShown(serializers.Serializer[Any]):
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
    one = MatchSideShown()
    two = MatchSideShown()
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
    penalties = PenaltyShown(many=True)
    may = serializers.ListField(child=serializers.CharField(), help_text="What the visitor may do now.")


class MatchListed(serializers.Serializer[Any]):
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
    one = MatchSideShown()
    two = MatchSideShown()
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


class DisputeListed(serializers.Serializer[Any]):
    """A dispute in a list."""

    id = serializers.CharField(source="uid")
    match = serializers.CharField(source="match.uid")
    report = serializers.CharField(source="report.uid")
    one = serializers.CharField(source="match.one.name")
    two = serializers.CharField(source="match.two.name")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
