"""Game records: what was found in them, counted, compared and analysed."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from matches.models import Verdict
from tournaments.queries.records.comparisons import RecordSeen
from tournaments.requests.codes import MISMATCH_KINDS, MISTAKE_KINDS, SIDES


class SideFactsResponse(serializers.Serializer[Any]):
    """What one side did and won."""

    turns = serializers.IntegerField(help_text="Rolls that were played.")
    dances = serializers.IntegerField(help_text="Turns in which no checker could move.")
    bar_dances = serializers.IntegerField(help_text="Dances with a checker on the bar.")
    hits = serializers.IntegerField(help_text="Checkers sent to the bar.")
    doubles = serializers.IntegerField(help_text="Every double that was offered.")
    redoubles = serializers.IntegerField(help_text="Doubles offered by the owner of the cube.")
    takes = serializers.IntegerField()
    drops = serializers.IntegerField()
    beavers = serializers.IntegerField()
    raccoons = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Games won.")
    gammons = serializers.IntegerField(help_text="Games won as a gammon.")
    backgammons = serializers.IntegerField(help_text="Games won as a backgammon.")
    wins_by_drop = serializers.IntegerField()
    wins_by_resignation = serializers.IntegerField()
    points = serializers.IntegerField(help_text="The true points, beyond the length too (M6).")


class GameFactsResponse(serializers.Serializer[Any]):
    """What each side did in one game."""

    number = serializers.IntegerField(help_text="What the file calls the game.")
    cube = serializers.IntegerField(help_text="The highest value played for.")
    one = SideFactsResponse()
    two = SideFactsResponse()


class FactsResponse(serializers.Serializer[Any]):
    """What happened in a match, in the order of the file's sides."""

    one = SideFactsResponse()
    two = SideFactsResponse()
    highest_cube = serializers.IntegerField()
    day = serializers.DateField(allow_null=True, help_text="As the file says.")
    began = serializers.SerializerMethodField(help_text="As the file says, without a zone, or null.")
    duration = serializers.SerializerMethodField(help_text="Seconds, or null where the file does not say.")
    games = GameFactsResponse(many=True)

    def get_began(self, facts: Any) -> str | None:
        """The moment, local to where it was played."""
        return facts.began.isoformat() if facts.began else None

    def get_duration(self, facts: Any) -> int | None:
        """The seconds the match took."""
        return int(facts.duration.total_seconds()) if facts.duration is not None else None


class MismatchResponse(serializers.Serializer[Any]):
    """One difference between a record and a report, in the match's order of sides."""

    kind = serializers.ChoiceField(choices=MISMATCH_KINDS)
    game = serializers.IntegerField(allow_null=True, help_text="Counted from 1; null for the whole match.")
    record = serializers.CharField(allow_blank=True)
    report = serializers.CharField(allow_blank=True)


class ComparisonResponse(serializers.Serializer[Any]):
    """A record beside a report."""

    report = serializers.CharField(source="report.uid")
    agrees = serializers.BooleanField()
    is_swapped = serializers.BooleanField(
        allow_null=True, help_text="Whether the file's first player is side two; null where nothing tells."
    )
    mismatches = MismatchResponse(many=True)


class PerformanceResponse(serializers.Serializer[Any]):
    """How one side played."""

    rating = serializers.FloatField(
        allow_null=True, help_text="PR: equity lost for each decision, times 500; the lower the better."
    )
    decisions = serializers.IntegerField(help_text="Those that were more than a formality.")
    lost = serializers.FloatField(help_text="Normalised equity: 1 is a game at the present cube.")
    plays = serializers.IntegerField()
    plays_lost = serializers.FloatField()
    cube_decisions = serializers.IntegerField()
    cube_lost = serializers.FloatField()
    mistakes = serializers.IntegerField(help_text="Decisions that lost 0.02 or more.")
    blunders = serializers.IntegerField(help_text="Decisions that lost 0.08 or more.")


class MistakeResponse(serializers.Serializer[Any]):
    """One decision that lost 0.02 or more."""

    game = serializers.IntegerField(help_text="Counted from 1, as in the addresses of the replay.")
    step = serializers.IntegerField(help_text="Counted from 1, as in the addresses of the replay.")
    side = serializers.ChoiceField(choices=SIDES)
    kind = serializers.ChoiceField(choices=MISTAKE_KINDS)
    played = serializers.CharField(allow_blank=True, help_text="Empty for the cube.")
    best = serializers.CharField(allow_blank=True, help_text="Empty for the cube.")
    lost = serializers.FloatField()


class AnalysisResponse(serializers.Serializer[Any]):
    """What an engine makes of a record, in the order of the file's sides."""

    engine = serializers.CharField()
    plies = serializers.IntegerField()
    done_at = serializers.DateTimeField()
    one = PerformanceResponse()
    two = PerformanceResponse()
    mistakes = MistakeResponse(many=True)


class RecordResponse(serializers.Serializer[Any]):
    """A game record and what its check found; `verdict` is empty until it has run, `failed` where it broke off."""

    id = serializers.CharField(source="record.uid")
    match = serializers.CharField(source="record.match.uid")
    file_name = serializers.CharField(source="record.file_name")
    size = serializers.IntegerField(source="record.size")
    sha256 = serializers.CharField(source="record.sha256")
    uploaded_by = serializers.CharField(source="record.uploaded_by.uid", allow_null=True, default=None)
    uploaded_at = serializers.DateTimeField(source="record.uploaded_at")
    checked_at = serializers.DateTimeField(source="record.checked_at", allow_null=True)
    format = serializers.CharField(source="record.format")
    encoding = serializers.CharField(source="record.encoding")
    verdict = serializers.ChoiceField(source="record.verdict", choices=Verdict.choices, allow_blank=True)
    players_swapped = serializers.BooleanField(source="record.players_swapped", allow_null=True)
    findings = serializers.SerializerMethodField()
    facts = FactsResponse(allow_null=True, help_text="Null for what could not be read or is not checked yet.")
    comparisons = ComparisonResponse(many=True, help_text="With the result, or with each side's report.")
    analysis = AnalysisResponse(
        allow_null=True, help_text="Null unless an engine has judged the whole record."
    )

    def get_findings(self, seen: RecordSeen) -> dict[str, Any]:
        """What the check found; the facts stand beside it."""
        found = {name: value for name, value in seen.record.findings.items() if name != "facts"}
        if "games" in found:
            found["games"] = [
                {name: value for name, value in game.items() if name != "facts"} for game in found["games"]
            ]
        return found
