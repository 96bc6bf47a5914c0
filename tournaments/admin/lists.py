"""Rating lists: live, official, and their variations."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    ComparisonLine,
    ListComparison,
    ListDeviation,
    ListRecord,
    ListStanding,
    ListState,
    ListVariation,
    OfficialList,
    OfficialRow,
    OpeningRating,
    RatingHistory,
    RatingList,
    Recomputation,
    VariationMove,
)


class _Openings(LookOnly, Inline):
    model = OpeningRating


class _ListStates(LookOnly, Inline):
    model = ListState


@admin.register(RatingList)
class RatingListAdmin(LookOnly, Admin):
    """The rating lists of federations, and how far they are computed."""

    list_display = ("federation", "name", "origin", "formula", "order", "late")
    list_select_related = ("federation",)
    search_fields = ("uid", "name")
    inlines = (_ListStates, _Openings)


@admin.register(Recomputation)
class RecomputationAdmin(LookOnly, Admin):
    """The computations that changed what a list had counted."""

    list_display = ("list", "number", "at", "causes", "moved", "touched")
    list_select_related = ("list",)


@admin.register(RatingHistory)
class RatingHistoryAdmin(LookOnly, Admin):
    """The packed matches of sixteen people each."""

    list_display = ("list", "bucket")
    list_select_related = ("list",)


@admin.register(ListStanding)
class ListStandingAdmin(LookOnly, Admin):
    """The live ratings."""

    list_display = ("list", "player", "rating", "experience", "matches")
    list_select_related = ("list", "player")


@admin.register(ListDeviation)
class ListDeviationAdmin(LookOnly, Admin):
    """How certain the live ratings are."""

    list_display = ("list", "player", "rating", "deviation", "volatility")
    list_select_related = ("list", "player")


@admin.register(ListVariation)
class ListVariationAdmin(LookOnly, Admin):
    """What officers tried beside the lists."""

    list_display = ("list", "by", "made_at", "done_at", "failure", "terms")
    list_select_related = ("list", "by")
    search_fields = ("uid",)


@admin.register(VariationMove)
class VariationMoveAdmin(LookOnly, Admin):
    """Everybody in a list and in a variation of it."""

    list_display = ("variation", "player", "place", "rating", "other_place", "other_rating")
    list_select_related = ("variation", "player")


@admin.register(ListComparison)
class ListComparisonAdmin(LookOnly, Admin):
    """Lists side by side."""

    list_display = ("list", "other", "official", "by", "asked_at", "done_at", "failure")
    list_select_related = ("list", "other", "official", "by")
    search_fields = ("uid",)


@admin.register(ComparisonLine)
class ComparisonLineAdmin(LookOnly, Admin):
    """The people of two lists side by side."""

    list_display = ("comparison", "player", "place", "rating", "other_place", "other_rating")
    list_select_related = ("comparison", "player")


@admin.register(ListRecord)
class ListRecordAdmin(LookOnly, Admin):
    """The records of lists."""

    list_display = ("list", "kind", "place", "player", "value")
    list_select_related = ("list",)


@admin.register(OfficialList)
class OfficialListAdmin(LookOnly, Admin):
    """What was published, or uploaded."""

    list_display = ("list", "number", "day", "published_at", "players", "digest")
    list_select_related = ("list",)
    search_fields = ("uid",)


@admin.register(OfficialRow)
class OfficialRowAdmin(LookOnly, Admin):
    """The rows of official lists."""

    list_display = ("official", "uid", "status", "place", "rating")
    list_select_related = ("official",)
    search_fields = ("uid",)
