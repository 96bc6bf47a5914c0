"""Result files, submissions and archives."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    AcceptedMatch,
    Archive,
    ArchivePosition,
    ResultFile,
    Submission,
)


class _ArchivePositions(LookOnly, Inline):
    model = ArchivePosition


@admin.register(ResultFile)
class ResultFileAdmin(LookOnly, Admin):
    """Which result files were made of which event."""

    exclude = ("content",)
    list_display = ("event", "federation", "number", "made_at", "made_by")
    list_select_related = ("event", "federation", "made_by")
    search_fields = ("uid", "event__uid", "digest")


@admin.register(Submission)
class SubmissionAdmin(LookOnly, Admin):
    """Which result files a federation received, and what it decided on them."""

    exclude = ("content",)
    list_display = ("event_name", "tournament_name", "federation", "number", "state", "sent_at")
    list_filter = ("state",)
    list_select_related = ("federation",)
    search_fields = ("uid", "event_uid", "digest")


@admin.register(AcceptedMatch)
class AcceptedMatchAdmin(LookOnly, Admin):
    """Which matches of submitted files are in force."""

    list_display = ("match_uid", "federation", "played_on", "length", "winner", "loser", "outcome")
    list_select_related = ("federation",)
    search_fields = ("match_uid", "winner", "loser")


@admin.register(Archive)
class ArchiveAdmin(LookOnly, Admin):
    """Which tables of old results federations brought."""

    exclude = ("content",)
    list_display = ("source", "federation", "kind", "confidence", "state", "sent_at")
    list_filter = ("state", "kind")
    list_select_related = ("federation",)
    search_fields = ("uid", "source", "digest")
    inlines = (_ArchivePositions,)
