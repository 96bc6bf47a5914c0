"""Tournaments, events, stages, entrants, draws and matches."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    Board,
    Challenge,
    Commitment,
    Draw,
    Entrant,
    EntrantPlayer,
    Event,
    LineupPlace,
    LogEntry,
    Pairing,
    RecordAnalysis,
    Role,
    Seat,
    Stage,
    StageEntry,
    Tournament,
)


class _Roles(LookOnly, Inline):
    model = Role


class _Players(LookOnly, Inline):
    model = EntrantPlayer


class _Entries(LookOnly, Inline):
    model = StageEntry


class _SeatRows(LookOnly, Inline):
    model = Seat


@admin.register(Tournament)
class TournamentAdmin(LookOnly, Admin):
    """Tournaments with their offices and the head of their log."""

    list_display = ("name", "starts_on", "ends_on", "city", "visibility", "log_seq")
    list_filter = ("visibility",)
    search_fields = ("name", "uid")
    readonly_fields = ("uid", "made_at", "log_seq", "log_hash")
    inlines = (_Roles,)


@admin.register(Event)
class EventAdmin(LookOnly, Admin):
    """Events."""

    list_display = ("name", "tournament", "registration", "capacity", "grace_minutes", "starts_at")
    list_filter = ("registration",)
    list_select_related = ("tournament",)
    search_fields = ("name", "uid", "tournament__name")


@admin.register(Stage)
class StageAdmin(LookOnly, Admin):
    """Stages with the lines of their entrants."""

    list_display = ("__str__", "event", "format", "lengths", "completed_at")
    list_filter = ("format",)
    list_select_related = ("event",)
    search_fields = ("uid", "event__name")
    inlines = (_Entries,)


@admin.register(Entrant)
class EntrantAdmin(LookOnly, Admin):
    """Entrants with their players."""

    list_display = ("__str__", "event", "via", "is_alternate", "checked_in_at", "withdrawn_at")
    list_filter = ("via", "is_alternate")
    list_select_related = ("side", "event")
    search_fields = ("uid", "side__full_name")
    inlines = (_Players,)


@admin.register(Commitment)
class CommitmentAdmin(LookOnly, Admin):
    """Announced draws, without the secret that nobody is to see before the draw."""

    list_display = ("stage", "digest", "by", "at", "revealed_at")
    exclude = ("secret", "text")


@admin.register(Draw)
class DrawAdmin(LookOnly, Admin):
    """Draws with all they saw, the void ones too."""

    list_display = ("uid", "stage", "format", "format_version", "seed", "at", "voided_at")
    list_filter = ("format",)
    list_select_related = ("stage",)
    search_fields = ("uid", "seed")


@admin.register(Pairing)
class PairingAdmin(LookOnly, Admin):
    """Pairings with their seats, the cancelled ones too."""

    list_display = ("uid", "stage", "round", "slot", "match", "made_at", "cancelled_at")
    list_select_related = ("stage", "match__one", "match__two")
    search_fields = ("uid", "match__uid")
    inlines = (_SeatRows,)


@admin.register(Board)
class BoardAdmin(LookOnly, Admin):
    """The boards of team matches."""

    list_display = ("team_match", "number", "match", "cancelled_at")
    list_select_related = ("team_match__one", "team_match__two", "match__one", "match__two")
    search_fields = ("uid", "match__uid", "team_match__uid")


@admin.register(LineupPlace)
class LineupPlaceAdmin(LookOnly, Admin):
    """Whom a team sends to which board."""

    list_display = ("team_match", "side", "board", "player")
    list_select_related = ("team_match__one", "team_match__two", "player")
    search_fields = ("team_match__uid", "player__name")


@admin.register(Challenge)
class ChallengeAdmin(LookOnly, Admin):
    """Who has challenged whom in a ladder."""

    list_display = ("stage", "number", "challenger", "challenged", "due_at", "taken_back_at")
    list_select_related = ("stage", "challenger__side", "challenged__side")
    search_fields = ("uid",)


@admin.register(RecordAnalysis)
class RecordAnalysisAdmin(LookOnly, Admin):
    """Analyses of game records, with what became of each."""

    list_display = ("record", "asked_at", "done_at", "engine", "plies", "failure")
    list_filter = ("failure", "engine")
    list_select_related = ("record",)
    search_fields = ("record__uid", "record__match__uid")


@admin.register(LogEntry)
class LogEntryAdmin(LookOnly, Admin):
    """The log of every tournament, the newest entry first."""

    ordering = ("-pk",)
    list_display = ("tournament", "seq", "at", "actor", "by", "code", "event", "subject")
    list_filter = ("actor", "code")
    list_select_related = ("tournament", "by", "event")
    search_fields = ("subject", "tournament__uid")
