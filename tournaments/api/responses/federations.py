"""Federations, their officers, clubs, members and sanctions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from tournaments.actions.lists.member_list import ListedMember, MemberListCheck
from tournaments.api.response import Rating, Response, of
from tournaments.fair_play import SignalKind
from tournaments.models import (
    Club,
    ClubKind,
    CountingRule,
    Federation,
    FederationEntry,
    Member,
    Membership,
    MembershipKind,
    Merge,
    MergeProposal,
    NoDuplicate,
    OfficeKind,
    Officer,
    Sanction,
    SanctionState,
)
from tournaments.queries.federations.club_page import ClubRanking, RankedPlayer
from tournaments.queries.log_reasons import reasons_of_sanctions
from tournaments.queries.people.duplicates import LikelyDuplicate, Likeness
from tournaments.queries.people.fair_play import FairPlaySignal

from .people import PlayerResponse


class FederationResponse(Response, row=Federation):
    """A federation; `version` rises with everything that its officers do."""

    id: str = of("uid")
    code: str
    name: str
    country: str
    site: str
    zone: str
    version: int = of("log_seq")


class OfficerOfFederationResponse(Response, row=Officer):
    """Who holds which office of a federation; `ended_at` is null while the office lasts."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    player: PlayerResponse
    kind: OfficeKind
    since: datetime
    ended_at: datetime | None


class ClubResponse(Response, row=Club):
    """A club with every name by which it is known; `merged_into` is the club that it has become part of."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    name: str
    kind: ClubKind
    city: str
    region: str
    other_names: list[str] = of(
        get=lambda club: [row.name for row in club.names.all() if row.name != club.name]
    )
    merged_into: str | None = of("merged_into.uid")


class RankedPlayerResponse(Response, row=RankedPlayer):
    """A player of a club in a list, with the place within the club."""

    place: int
    player: PlayerResponse
    rating: Rating


class ClubRankingResponse(Response, row=ClubRanking):
    """The players of a club in a list of its federation; `day` is that of an official list, null for a live one."""

    id: str = of("list.uid", "The list.")
    name: str = of("list.name")
    day: date | None
    rows: list[RankedPlayerResponse]


class MembershipResponse(Response, row=Membership):
    """A period of membership, both days included; without a last day it is open."""

    id: str = of("uid")
    kind: MembershipKind
    club: str | None = of("club.uid")
    starts_on: date
    ends_on: date | None


class MemberResponse(Response, row=Member):
    """A member with the number and every period of membership.

    `is_former` says that the person was merged and goes on with another number.
    """

    id: str = of("uid")
    federation: str = of("federation.uid")
    player: PlayerResponse
    number: str
    is_former: bool
    memberships: list[MembershipResponse]


class RefusedMemberResponse(Response, row=ListedMember):
    """A row of a list of members that is left out; `row` is its line in the file."""

    row: int = of("listed.line")
    code: str
    detail: str = of("why", "In the language of the request.")


class MemberWarningResponse(Response, row=ListedMember):
    """A row of a list of members of which something is not used, or that may be a player known here."""

    row: int = of("listed.line")
    detail: str = of("warning", "In the language of the request.")


class MemberListResponse(Response, row=MemberListCheck):
    """What became of a list of members, or would: how many rows are of new and of known persons."""

    rows: int = of(get=lambda check: len(check.rows))
    new: int
    known: int
    ratings: int = of("ratings", "How many ratings the rating list takes.")
    refused: list[RefusedMemberResponse]
    warnings: list[MemberWarningResponse]
    unused_columns: list[str] = of("unused", "The titles of columns with cells of which nothing is taken.")


class CountingRuleResponse(Response, row=CountingRule):
    """A version of counting rules; `ended_at` is null while it is in force."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    club: str | None = of("club.uid")
    name: str
    version: int
    rules: dict[str, Any] = of("data")
    made_at: datetime
    ended_at: datetime | None


class SanctionResponse(Response, row=Sanction):
    """How far the sanction of an event is; class and weight count once it is granted."""

    id: str = of("uid")
    event: str = of("event.uid")
    tournament: str = of("event.tournament.uid")
    federation: str = of("federation.uid")
    state: SanctionState
    event_class: str
    weight: str = of(get=lambda sanction: f"{sanction.weight:.3f}", words="A decimal number.")
    requested_at: datetime
    reason: str = of(
        get=lambda sanction: reasons_of_sanctions([sanction]).get(sanction.pk, ""),
        words="Why the federation refused the event; empty in every other state.",
    )


class MergeResponse(Response, row=Merge | MergeProposal):
    """A merge of a duplicate; `undone_at` is null while it is in force.

    It has the id of a proposal while `is_waiting` for somebody to agree. `number` is the one that goes on, if both had
    one.
    """

    id: str = of("uid")
    federation: str = of("federation.uid")
    player: PlayerResponse
    into: PlayerResponse
    by: str | None = of("by.uid")
    at: datetime
    is_waiting: bool
    undone_at: datetime | None
    number: str | None = of("keeps.number")


class MergeProposalResponse(Response, row=MergeProposal):
    """A merge to which somebody has still to agree while `ended_at` is null; `merge` is the one that was made of it."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    player: PlayerResponse
    into: PlayerResponse
    by: str | None = of("by.uid")
    at: datetime
    number: str | None = of("keeps.number")
    ended_at: datetime | None
    merge: str | None = of("merge.uid")


class LikelyDuplicateResponse(Response, row=LikelyDuplicate):
    """Two players who may be one person, and why."""

    one: PlayerResponse
    two: PlayerResponse
    likeness: list[Likeness]


class FairPlaySignalResponse(Response, row=FairPlaySignal):
    """A value that few reach: `reached` of `population`; `evidence` holds the ids of matches or events."""

    kind: SignalKind = of("signal.observation.kind")
    players: list[PlayerResponse]
    value: str = of(get=lambda row: f"{float(row.signal.observation.value):.1f}", words="A decimal number.")
    reached: int = of("signal.reached")
    population: int = of("signal.population")
    words: str = of(words="A sentence in the language of the reader.")
    evidence: list[str] = of("signal.observation.evidence")


class DifferentPeopleResponse(Response, row=NoDuplicate):
    """Two players who are two people."""

    id: str = of("uid")
    federation: str = of("federation.uid")
    one: PlayerResponse
    two: PlayerResponse


class FederationEntryResponse(Response, row=FederationEntry):
    """An entry of the log of a federation, in codes and ids, with its reason."""

    number: int = of("seq")
    at: datetime
    code: str
    by: str | None = of("by.uid")
    subject: str = of(words="The id of what it is about.")
    reason: str = of(get=lambda _entry: "", words="What was written with it; empty for most.")


def sanctions_shown(rows: Iterable[Sanction]) -> list[SanctionResponse]:
    """Return these sanctions with the reasons of those that were refused; two queries for all."""
    sanctions = list(rows)
    reasons = reasons_of_sanctions(sanctions)
    return [SanctionResponse.from_row(row, reason=reasons.get(row.pk, "")) for row in sanctions]
