"""Federations: what the public reads of them, and what their officers read."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter

from matches.models import Player
from tournaments import access
from tournaments.api.pagination import Page, entries_page, page
from tournaments.api.reading import Look, reads
from tournaments.api.responses.claims import ClaimResponse
from tournaments.api.responses.federations import (
    ClubRankingResponse,
    ClubResponse,
    CountingRuleResponse,
    DifferentPeopleResponse,
    FairPlaySignalResponse,
    FederationEntryResponse,
    FederationResponse,
    LikelyDuplicateResponse,
    MemberResponse,
    MergeProposalResponse,
    MergeResponse,
    OfficerOfFederationResponse,
    SanctionResponse,
    sanctions_shown,
)
from tournaments.api.responses.list_records import RecordsOfListResponse
from tournaments.api.responses.people import PlayerResponse
from tournaments.models import (
    Claim,
    Club,
    CountingRule,
    Event,
    Federation,
    FederationEntry,
    Member,
    Merge,
    MergeProposal,
    NoDuplicate,
    Officer,
)
from tournaments.queries.federations.club_page import ClubRanking, club_rankings, players_of_club
from tournaments.queries.log_reasons import reasons_of_entries
from tournaments.queries.people.claims import claims_of_players
from tournaments.queries.people.duplicates import LikelyDuplicate, likely_duplicates
from tournaments.queries.people.fair_play import FairPlaySignal, fair_play_signals
from tournaments.queries.people.names import members_found
from tournaments.queries.ratings.list_records import RecordsOfList, records_of_federation

_OF_MEMBERS = (
    OpenApiParameter("number", str, description="The number of one member, in capitals or not."),
    OpenApiParameter("q", str, description="A number, or part of a name; accents do not count."),
)


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


@reads("clubs/<slug:uid>/players/", access.club_to_see, list[PlayerResponse], has_digest=True)
def club_players(row: Club, _look: Look) -> Sequence[Player]:
    """List the persons with a public profile who play for the club, whatever they are members of."""
    return players_of_club(row)


@reads("clubs/<slug:uid>/rankings/", access.club_to_see, list[ClubRankingResponse], has_digest=True)
def club_ranking(row: Club, _look: Look) -> list[ClubRanking]:
    """List the ranking of the club in each list of its federation, of players with a public profile."""
    return list(club_rankings(row, players_of_club(row)))


@reads(
    "federations/<slug:uid>/members/",
    access.federation_to_read,
    MemberResponse,
    order=("number", "pk"),
    has_etag=False,
    parameters=_OF_MEMBERS,
)
def federation_members(row: Federation, look: Look) -> QuerySet[Member]:
    """List the members by number, with their memberships; all, or those whom the parameters find."""
    members = Member.objects.filter(federation=row).select_related("federation", "player")
    number, words = (look.http.query_params.get(name, "") for name in ("number", "q"))
    if number:
        members = members.filter(number__iexact=number.strip())
    if words:
        members = members_found(members, words)
    return members.prefetch_related("memberships__club")


@reads("members/<slug:uid>/", access.member_to_read, MemberResponse, has_etag=False)
def member(row: Member, _look: Look) -> Member:
    """Show the member."""
    return row


@reads(
    "federations/<slug:uid>/counting-rules/",
    access.federation_to_see,
    CountingRuleResponse,
    order=("-made_at", "-pk"),
)
def federation_counting_rules(row: Federation, _look: Look) -> QuerySet[CountingRule]:
    """List every version of the counting rules of the federation and of its clubs, the newest first."""
    return row.counting_rules.select_related("federation", "club")


@reads("federations/<slug:uid>/sanctions/", access.federation_to_see, SanctionResponse, order=())
def federation_sanctions(row: Federation, look: Look) -> Page[SanctionResponse]:
    """List the sanctioned events, the newest first; officers read those that wait or were refused too."""
    rows = access.sanctions_to_see(look.visitor, row).select_related("event__tournament", "federation")
    sanctions = page(look.http, rows, order=("-pk",))
    return Page(sanctions_shown(sanctions.rows), sanctions.next)


@reads("events/<slug:uid>/sanctions/", access.event_to_see, list[SanctionResponse])
def event_sanctions(row: Event, look: Look) -> list[SanctionResponse]:
    """List the federations that sanctioned the event; directors and officers read those that wait or refused too."""
    rows = access.sanctions_of_event(look.visitor, row)
    return sanctions_shown(rows.select_related("event__tournament", "federation"))


@reads(
    "federations/<slug:uid>/merges/",
    access.federation_to_register,
    MergeResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_merges(row: Federation, _look: Look) -> QuerySet[Merge]:
    """List the merges of players, the newest first, those that were undone included."""
    return Merge.objects.filter(federation=row).select_related("federation", "player", "into", "by", "keeps")


@reads(
    "federations/<slug:uid>/merge-proposals/",
    access.federation_to_register,
    MergeProposalResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_merge_proposals(row: Federation, _look: Look) -> QuerySet[MergeProposal]:
    """List the proposed merges, the newest first; those with `ended_at` are decided."""
    rows = MergeProposal.objects.filter(federation=row)
    return rows.select_related("federation", "player", "into", "by", "keeps", "merge")


@reads(
    "federations/<slug:uid>/duplicates/",
    access.federation_to_register,
    list[LikelyDuplicateResponse],
    has_etag=False,
)
def federation_duplicates(row: Federation, _look: Look) -> tuple[LikelyDuplicate, ...]:
    """List who may be one person, the most likely first; never two who both played in one event."""
    return likely_duplicates(row)


@reads(
    "federations/<slug:uid>/different-people/",
    access.federation_to_register,
    DifferentPeopleResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_different_people(row: Federation, _look: Look) -> QuerySet[NoDuplicate]:
    """List the pairs of players who look alike and are two people, the newest first."""
    return NoDuplicate.objects.filter(federation=row).select_related("federation", "one", "two")


@reads(
    "federations/<slug:uid>/signals/",
    access.federation_to_rate,
    list[FairPlaySignalResponse],
    has_etag=False,
)
def federation_signals(row: Federation, _look: Look) -> tuple[FairPlaySignal, ...]:
    """List what is rare among the sanctioned events, with how rare it is; nothing follows from a signal by itself."""
    return fair_play_signals(row)


@reads(
    "federations/<slug:uid>/records/", access.federation_to_see, list[RecordsOfListResponse], has_digest=True
)
def federation_records(row: Federation, _look: Look) -> tuple[RecordsOfList, ...]:
    """List the records of each list: highest ratings, winning streaks, upsets and most matches, the best first."""
    return records_of_federation(row)


@reads("federations/<slug:uid>/log/", access.federation_to_read, FederationEntryResponse, order=())
def federation_log(row: Federation, look: Look) -> Page[FederationEntryResponse]:
    """List what the officers did, the newest first."""
    entries = entries_page(look.http, FederationEntry.objects.filter(federation=row).select_related("by"))
    reasons = reasons_of_entries(entries.rows)
    lines = [
        FederationEntryResponse.from_row(entry, reason=reasons.get(entry.seq, "")) for entry in entries.rows
    ]
    return Page(lines, entries.next)


@reads(
    "federations/<slug:uid>/claims/",
    access.federation_to_register,
    ClaimResponse,
    order=("-pk",),
    has_etag=False,
)
def federation_claims(row: Federation, _look: Look) -> QuerySet[Claim]:
    """List the claims in force of players of the federation, the newest first."""
    return claims_of_players(row)
