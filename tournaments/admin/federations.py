"""Federations, clubs, members, sanctions and seasons."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    Club,
    ClubName,
    Federation,
    FederationEntry,
    FinalTable,
    Member,
    Membership,
    Merge,
    MergeAgreement,
    MergeProposal,
    NoDuplicate,
    Officer,
    PointsSeason,
    Sanction,
)


class _Officers(LookOnly, Inline):
    model = Officer


class _ClubNames(LookOnly, Inline):
    model = ClubName


class _Memberships(LookOnly, Inline):
    model = Membership


class _FinalTables(LookOnly, Inline):
    model = FinalTable


@admin.register(Federation)
class FederationAdmin(LookOnly, Admin):
    """Federations with everybody who has held an office."""

    list_display = ("code", "name", "country", "log_seq")
    search_fields = ("uid", "code", "name")
    readonly_fields = ("uid", "made_at", "log_seq", "log_hash")
    inlines = (_Officers,)


@admin.register(Club)
class ClubAdmin(LookOnly, Admin):
    """Clubs with every name that they have had."""

    list_display = ("name", "federation", "kind", "city", "region", "merged_into")
    list_filter = ("kind",)
    list_select_related = ("federation", "merged_into")
    search_fields = ("uid", "names__name")
    inlines = (_ClubNames,)


@admin.register(Member)
class MemberAdmin(LookOnly, Admin):
    """Members with their numbers and memberships."""

    list_display = ("number", "federation", "player")
    list_select_related = ("federation", "player")
    search_fields = ("uid", "number", "player__name")
    inlines = (_Memberships,)


@admin.register(Merge)
class MergeAdmin(LookOnly, Admin):
    """Which players were merged, and which merges were undone."""

    list_display = ("player", "into", "federation", "at", "undone_at")
    list_select_related = ("player", "into", "federation")
    search_fields = ("uid", "player__name", "into__name")


@admin.register(MergeProposal)
class MergeProposalAdmin(LookOnly, Admin):
    """Which merges wait for an answer, and what became of them."""

    list_display = ("player", "into", "federation", "at", "ended_at", "merge")
    list_select_related = ("player", "into", "federation", "merge")
    search_fields = ("uid", "player__name", "into__name")


@admin.register(MergeAgreement)
class MergeAgreementAdmin(LookOnly, Admin):
    """Who agreed to which merge."""

    list_display = ("proposal", "tournament", "by", "at")
    list_select_related = ("proposal", "tournament", "by")
    search_fields = ("uid", "by__name")


@admin.register(NoDuplicate)
class NoDuplicateAdmin(LookOnly, Admin):
    """Players who look like one person and are two."""

    list_display = ("one", "two", "federation")
    list_select_related = ("one", "two", "federation")
    search_fields = ("one__name", "two__name")


@admin.register(Sanction)
class SanctionAdmin(LookOnly, Admin):
    """Which federation has decided what on which event."""

    list_display = ("event", "federation", "state", "event_class", "weight")
    list_filter = ("state",)
    list_select_related = ("event", "federation")
    search_fields = ("uid", "event__uid")


@admin.register(PointsSeason)
class PointsSeasonAdmin(LookOnly, Admin):
    """Seasons of federations with their terms and final tables."""

    list_display = ("name", "federation", "scheme", "starts_on", "ends_on")
    list_select_related = ("federation",)
    search_fields = ("uid", "name", "federation__code")
    inlines = (_FinalTables,)


@admin.register(FederationEntry)
class FederationEntryAdmin(LookOnly, Admin):
    """The log of every federation, the newest entry first."""

    ordering = ("-pk",)
    list_display = ("federation", "seq", "at", "actor", "by", "code", "subject")
    list_filter = ("code",)
    list_select_related = ("federation", "by")
    search_fields = ("subject", "federation__uid")
