"""The admin pages of the competition: what an operator looks at, without a second way to write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from rest_framework.authtoken.admin import TokenAdmin
from rest_framework.authtoken.models import TokenProxy

from matches.admin import LookOnly

from . import queue
from .models import (
    AccessLink,
    Announcement,
    Availability,
    Board,
    Call,
    CashBox,
    Challenge,
    Club,
    ClubName,
    Commitment,
    Draw,
    Entrant,
    EntrantPlayer,
    Event,
    Federation,
    FederationEntry,
    Fee,
    LedgerLine,
    LineupPlace,
    LogEntry,
    Member,
    Membership,
    Merge,
    NoDuplicate,
    Notice,
    Officer,
    OutboxJob,
    Pairing,
    RecordAnalysis,
    Role,
    Sanction,
    Seat,
    Stage,
    StageEntry,
    Table,
    TableUse,
    Tournament,
)

# The classes take their models as parameters in the type stubs alone.
if TYPE_CHECKING:
    _Admin = admin.ModelAdmin[Any]
    _Inline = admin.TabularInline[Any, Any]
else:
    _Admin, _Inline = admin.ModelAdmin, admin.TabularInline

# Its pages list every token as it is, and make one for anybody. `manage.py drf_create_token` makes and renews them.
if isinstance(admin.site.get_model_admin(TokenProxy), TokenAdmin):
    admin.site.unregister(TokenProxy)


class _Roles(LookOnly, _Inline):
    model = Role


class _Players(LookOnly, _Inline):
    model = EntrantPlayer


class _Entries(LookOnly, _Inline):
    model = StageEntry


class _SeatRows(LookOnly, _Inline):
    model = Seat


class _Uses(LookOnly, _Inline):
    model = TableUse


@admin.register(Tournament)
class TournamentAdmin(LookOnly, _Admin):
    """Tournaments with their offices and the head of their log."""

    list_display = ("name", "starts_on", "ends_on", "city", "visibility", "log_seq")
    list_filter = ("visibility",)
    search_fields = ("name", "uid")
    readonly_fields = ("uid", "made_at", "log_seq", "log_hash")
    inlines = (_Roles,)


@admin.register(Event)
class EventAdmin(LookOnly, _Admin):
    """Events."""

    list_display = ("name", "tournament", "registration", "capacity", "grace_minutes", "starts_at")
    list_filter = ("registration",)
    list_select_related = ("tournament",)
    search_fields = ("name", "uid", "tournament__name")


@admin.register(Stage)
class StageAdmin(LookOnly, _Admin):
    """Stages with the lines of their entrants."""

    list_display = ("__str__", "event", "format", "lengths", "completed_at")
    list_filter = ("format",)
    list_select_related = ("event",)
    search_fields = ("uid", "event__name")
    inlines = (_Entries,)


@admin.register(Entrant)
class EntrantAdmin(LookOnly, _Admin):
    """Entrants with their players."""

    list_display = ("__str__", "event", "via", "is_alternate", "checked_in_at", "withdrawn_at")
    list_filter = ("via", "is_alternate")
    list_select_related = ("side", "event")
    search_fields = ("uid", "side__name")
    inlines = (_Players,)


@admin.register(Commitment)
class CommitmentAdmin(LookOnly, _Admin):
    """Announced draws, without the secret that nobody is to see before the draw."""

    list_display = ("stage", "digest", "by", "at", "revealed_at")
    exclude = ("secret", "text")


@admin.register(Draw)
class DrawAdmin(LookOnly, _Admin):
    """Draws with all they saw, the void ones too."""

    list_display = ("uid", "stage", "format", "format_version", "seed", "at", "voided_at")
    list_filter = ("format",)
    list_select_related = ("stage",)
    search_fields = ("uid", "seed")


@admin.register(Pairing)
class PairingAdmin(LookOnly, _Admin):
    """Pairings with their seats, the cancelled ones too."""

    list_display = ("uid", "stage", "round", "slot", "match", "made_at", "cancelled_at")
    list_select_related = ("stage", "match__one", "match__two")
    search_fields = ("uid", "match__uid")
    inlines = (_SeatRows,)


@admin.register(Table)
class TableAdmin(LookOnly, _Admin):
    """Tables with what was on at them."""

    list_display = ("name", "tournament", "order")
    list_select_related = ("tournament",)
    search_fields = ("name", "uid")
    inlines = (_Uses,)


@admin.register(RecordAnalysis)
class RecordAnalysisAdmin(LookOnly, _Admin):
    """Analyses of game records, with what became of each."""

    list_display = ("record", "asked_at", "done_at", "engine", "plies", "failure")
    list_filter = ("failure", "engine")
    list_select_related = ("record",)
    search_fields = ("record__uid", "record__match__uid")


@admin.register(Board)
class BoardAdmin(LookOnly, _Admin):
    """The boards of team matches."""

    list_display = ("team_match", "number", "match", "cancelled_at")
    list_select_related = ("team_match__one", "team_match__two", "match__one", "match__two")
    search_fields = ("uid", "match__uid", "team_match__uid")


@admin.register(LineupPlace)
class LineupPlaceAdmin(LookOnly, _Admin):
    """Whom a team sends to which board."""

    list_display = ("team_match", "side", "board", "player")
    list_select_related = ("team_match__one", "team_match__two", "player")
    search_fields = ("team_match__uid", "player__name")


@admin.register(Challenge)
class ChallengeAdmin(LookOnly, _Admin):
    """Who has challenged whom in a ladder."""

    list_display = ("stage", "number", "challenger", "challenged", "due_at", "taken_back_at")
    list_select_related = ("stage", "challenger__side", "challenged__side")
    search_fields = ("uid",)


@admin.register(Fee)
class FeeAdmin(LookOnly, _Admin):
    """The fees of events."""

    list_display = ("event", "kind", "name", "amount", "is_optional", "ended_at")
    list_filter = ("kind",)
    list_select_related = ("event",)
    search_fields = ("uid", "name", "event__name")


@admin.register(CashBox)
class CashBoxAdmin(LookOnly, _Admin):
    """The cash boxes of tournaments."""

    list_display = ("tournament", "name")
    list_select_related = ("tournament",)
    search_fields = ("uid", "name")


@admin.register(LedgerLine)
class LedgerLineAdmin(LookOnly, _Admin):
    """Every line that was booked."""

    list_display = ("tournament", "entrant", "kind", "amount", "means", "box", "at", "by")
    list_filter = ("kind", "means")
    list_select_related = ("tournament", "entrant__side", "box", "by")
    search_fields = ("uid", "entrant__side__name")


@admin.register(Call)
class CallAdmin(LookOnly, _Admin):
    """Who was called when."""

    list_display = ("match", "kind", "side", "table", "at", "by", "ended_at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("match__one", "match__two", "table", "by")
    search_fields = ("uid", "match__uid")


@admin.register(Availability)
class AvailabilityAdmin(LookOnly, _Admin):
    """When players can be called."""

    list_display = ("tournament", "player", "away_until", "leaves_at", "not_before")
    list_select_related = ("tournament", "player")
    search_fields = ("player__name",)


@admin.register(Announcement)
class AnnouncementAdmin(LookOnly, _Admin):
    """What the hall was told."""

    list_display = ("tournament", "text", "at", "until", "by")
    list_select_related = ("tournament", "by")
    search_fields = ("text",)


@admin.register(LogEntry)
class LogEntryAdmin(LookOnly, _Admin):
    """The log of every tournament, the newest entry first."""

    ordering = ("-pk",)
    list_display = ("tournament", "seq", "at", "actor", "by", "code", "event", "subject")
    list_filter = ("actor", "code")
    list_select_related = ("tournament", "by", "event")
    search_fields = ("subject", "tournament__uid")


class _Officers(LookOnly, _Inline):
    model = Officer


class _ClubNames(LookOnly, _Inline):
    model = ClubName


class _Memberships(LookOnly, _Inline):
    model = Membership


@admin.register(Federation)
class FederationAdmin(LookOnly, _Admin):
    """Federations with everybody who has held an office."""

    list_display = ("code", "name", "country", "log_seq")
    search_fields = ("uid", "code", "name")
    readonly_fields = ("uid", "made_at", "log_seq", "log_hash")
    inlines = (_Officers,)


@admin.register(Club)
class ClubAdmin(LookOnly, _Admin):
    """Clubs with every name that they have had."""

    list_display = ("name", "federation", "kind", "city", "merged_into")
    list_filter = ("kind",)
    list_select_related = ("federation", "merged_into")
    search_fields = ("uid", "names__name")
    inlines = (_ClubNames,)


@admin.register(Member)
class MemberAdmin(LookOnly, _Admin):
    """Members with their numbers and memberships."""

    list_display = ("number", "federation", "player")
    list_select_related = ("federation", "player")
    search_fields = ("uid", "number", "player__name")
    inlines = (_Memberships,)


@admin.register(Merge)
class MergeAdmin(LookOnly, _Admin):
    """Which players were merged, and which merges were undone."""

    list_display = ("player", "into", "federation", "at", "undone_at")
    list_select_related = ("player", "into", "federation")
    search_fields = ("uid", "player__name", "into__name")


@admin.register(NoDuplicate)
class NoDuplicateAdmin(LookOnly, _Admin):
    """Players who look like one person and are two."""

    list_display = ("one", "two", "federation")
    list_select_related = ("one", "two", "federation")
    search_fields = ("one__name", "two__name")


@admin.register(Sanction)
class SanctionAdmin(LookOnly, _Admin):
    """Which federation has decided what on which event."""

    list_display = ("event", "federation", "state", "event_class", "weight")
    list_filter = ("state",)
    list_select_related = ("event", "federation")
    search_fields = ("uid", "event__uid")


@admin.register(FederationEntry)
class FederationEntryAdmin(LookOnly, _Admin):
    """The log of every federation, the newest entry first."""

    ordering = ("-pk",)
    list_display = ("federation", "seq", "at", "actor", "by", "code", "subject")
    list_filter = ("code",)
    list_select_related = ("federation", "by")
    search_fields = ("subject", "federation__uid")


@admin.register(Notice)
class NoticeAdmin(LookOnly, _Admin):
    """Who was told what, and whether it was mailed."""

    list_display = ("recipient", "code", "tournament", "made_at", "read_at", "mailed_at")
    list_filter = ("code",)
    list_select_related = ("recipient", "tournament")
    search_fields = ("uid", "recipient__name")


@admin.register(AccessLink)
class AccessLinkAdmin(LookOnly, _Admin):
    """Private links; nothing here opens them."""

    list_display = ("uid", "purpose", "tournament", "player", "event", "expires_at", "revoked_at")
    list_filter = ("purpose",)
    list_select_related = ("tournament", "player", "event")
    search_fields = ("uid", "player__name")
    exclude = ("hash",)


@admin.register(OutboxJob)
class OutboxJobAdmin(LookOnly, _Admin):
    """The jobs that wait or are dead, with their last error; the dead can be revived."""

    list_display = ["name", "args", "due_at", "claimed_at", "attempts", "is_dead"]
    list_filter = ["is_dead", "name"]
    actions = ["revive"]

    @admin.action(description=_("Try the dead ones again"), permissions=["view"])
    def revive(self, request: HttpRequest, jobs: QuerySet[OutboxJob]) -> None:
        """Give the chosen dead jobs a fresh set of attempts."""
        count = queue.revive(jobs)
        words = ngettext("%(count)s job is tried again.", "%(count)s jobs are tried again.", count)
        self.message_user(request, words % {"count": count})
