"""Federations: what everybody may read of them, and what their officers read."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments import access
from tournaments.api.reading import Look, reads
from tournaments.api.responses.federations import (
    ClubResponse,
    FederationEntryResponse,
    FederationResponse,
    LikelyDuplicateResponse,
    MemberResponse,
    MergeResponse,
    OfficerOfFederationResponse,
    SanctionResponse,
)
from tournaments.models import Club, Event, Federation, FederationEntry, Member, Merge, Officer, Sanction
from tournaments.queries.people.duplicates import LikelyDuplicate, likely_duplicates


@reads("federations/", access.federations_to_list, FederationResponse, order=("code", "pk"), has_etag=False)
def federations(rows: QuerySet[Federation], _look: Look) -> QuerySet[Federation]:
    """List the federations by their short names."""
    return rows


@reads("federations/<slug:uid>/", access.federation_to_see, FederationResponse)
def federation(row: Federation, _look: Look) -> Federation:
    """Show the federation."""
    return row


@reads(
    "federations/<slug:uid>/officers/",
    access.federation_to_see,
    list[OfficerOfFederationResponse],
    has_etag=False,
)
def federation_officers(row: Federation, _look: Look) -> QuerySet[Officer]:
    """List who holds an office now."""
    return Officer.objects.filter(federation=row, ended_at=None).select_related("federation", "player")


@reads("federations/<slug:uid>/clubs/", access.federation_to_see, ClubResponse, order=("name", "pk"))
def federation_clubs(row: Federation, _look: Look) -> QuerySet[Club]:
    """List the clubs by name, those that became part of another one included."""
    clubs = Club.objects.filter(federation=row).select_related("federation", "merged_into")
    return clubs.prefetch_related("names")


@reads("clubs/<slug:uid>/", access.club_to_see, ClubResponse)
def club(row: Club, _look: Look) -> Club:
    """Show the club."""
    return row


@reads(
    "federations/<slug:uid>/members/",
    access.federation_to_read,
    MemberResponse,
    order=("number", "pk"),
    has_etag=False,
)
def federation_members(row: Federation, _look: Look) -> QuerySet[Member]:
    """List the members by number, with their memberships."""
    members = Member.objects.filter(federation=row).select_related("federation", "player")
    return members.prefetch_related("memberships__club")


@reads("members/<slug:uid>/", access.member_to_read, MemberResponse, has_etag=False)
def member(row: Member, _look: Look) -> Member:
    """Show the member."""
    return row


@reads("federations/<slug:uid>/sanctions/", access.federation_to_see, SanctionResponse, order=("-pk",))
def federation_sanctions(row: Federation, look: Look) -> QuerySet[Sanction]:
    """List the sanctioned events, the newest first; officers read those that wait or were refused too."""
    return access.sanctions_to_see(look.visitor, row).select_related("event__tournament", "federation")


@reads("events/<slug:uid>/sanctions/", access.event_to_see, list[SanctionResponse])
def event_sanctions(row: Event, _look: Look) -> QuerySet[Sanction]:
    """List the federations to which the event was submitted, and what they decided."""
    return Sanction.objects.filter(event=row).select_related("event__tournament", "federation")


@reads(
    "federations/<slug:uid>/merges/",
    access.federation_to_register,
    MergeResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_merges(row: Federation, _look: Look) -> QuerySet[Merge]:
    """List the merges of players, the newest first, those that were undone included."""
    return Merge.objects.filter(federation=row).select_related("federation", "player", "into", "by")


@reads(
    "federations/<slug:uid>/duplicates/",
    access.federation_to_register,
    list[LikelyDuplicateResponse],
    has_etag=False,
)
def federation_duplicates(row: Federation, _look: Look) -> tuple[LikelyDuplicate, ...]:
    """List who may be one person, the most likely first; never two who both played in one event."""
    return likely_duplicates(row)


@reads("federations/<slug:uid>/log/", access.federation_to_read, FederationEntryResponse, order=("-seq",))
def federation_log(row: Federation, _look: Look) -> QuerySet[FederationEntry]:
    """List what the officers did, the newest first."""
    return FederationEntry.objects.filter(federation=row).select_related("by")
