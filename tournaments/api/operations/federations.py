"""Federations: added, staffed, and what their officers keep."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError

from matches.models import Player
from tournaments import access
from tournaments.access.addresses import public_address
from tournaments.actions import invitations
from tournaments.actions.entrants.list_reading import LARGEST_LIST, ListOptions
from tournaments.actions.federations import (
    clubs,
    members,
    merge_proposals,
    merging,
    names,
    sanctions,
    setup,
)
from tournaments.actions.feed import judging
from tournaments.actions.lists import foreseeing, member_list
from tournaments.api.naming import named
from tournaments.api.operation import Invocation, Operation, at, operation
from tournaments.api.responses.federations import (
    ClubResponse,
    CountingRuleResponse,
    DifferentPeopleResponse,
    FederationResponse,
    MemberListResponse,
    MemberResponse,
    MembershipResponse,
    MergeProposalResponse,
    MergeResponse,
    OfficerOfFederationResponse,
    SanctionResponse,
)
from tournaments.api.responses.lists import MergeEffectResponse
from tournaments.api.responses.people import PlayerResponse
from tournaments.models import (
    Club,
    CountingRule,
    Event,
    Federation,
    Member,
    Membership,
    Merge,
    MergeProposal,
    NoDuplicate,
    RatingList,
    Sanction,
)
from tournaments.requests.federations import (
    ClubMergeRequest,
    ClubRequest,
    CountingRulesRequest,
    DifferentPeopleRequest,
    FederationChangeRequest,
    FederationRequest,
    MemberListRequest,
    MemberRequest,
    MembershipRequest,
    NumberRequest,
    PlayerMergeRequest,
    SanctionGrantRequest,
    SanctionRefusalRequest,
    SanctionRequest,
)
from tournaments.requests.fields import NothingRequest
from tournaments.requests.sides import NamingRequest


@operation(
    "POST federations/",
    access.account_to_found,
    invitations.found_federation,
    FederationResponse,
    status=201,
    location=at("federation"),
)
def federation_create(use: Invocation[Player, FederationRequest]) -> Federation:
    """Add a federation, and invite its first president by mail."""
    federation, _code = invitations.found_federation(
        by=use.by,
        address=lambda code: public_address(use.http, reverse("invitation", args=[code])),
        **use.body.given(),
    )
    return federation


federation_change = Operation(
    "federation_change",
    "PATCH federations/<slug:uid>/",
    access.federation_to_manage,
    setup.change_federation,
    FederationChangeRequest,
    FederationResponse,
    "Change what the body names and leave the rest.",
    is_partial=True,
)


officer_end = Operation(
    "officer_end",
    "POST officers/<slug:uid>/end/",
    access.officer_to_end,
    setup.end_office,
    NothingRequest,
    OfficerOfFederationResponse,
    "End an office, or lay down your own; a federation always has a president.",
)

club_add = Operation(
    "club_add",
    "POST federations/<slug:uid>/clubs/",
    access.federation_to_register,
    clubs.add_club,
    ClubRequest,
    ClubResponse,
    "Add a club with every name by which desks know it.",
    status=201,
    location=at("club"),
)

club_change = Operation(
    "club_change",
    "PATCH clubs/<slug:uid>/",
    access.club_to_register,
    clubs.change_club,
    ClubRequest,
    ClubResponse,
    "Change what the body names and leave the rest; a former name stays one of the other names.",
    is_partial=True,
)


@operation("POST clubs/<slug:uid>/merge/", access.club_to_register, clubs.merge_clubs, ClubResponse)
def club_merge(use: Invocation[Club, ClubMergeRequest]) -> Club:
    """Make the club part of another one; members and names follow it."""
    into = named(Club.objects.filter(federation=use.row.federation), use.body.into, field="into")
    return clubs.merge_clubs(use.row, into, by=use.by)


club_part = Operation(
    "club_part",
    "POST clubs/<slug:uid>/part/",
    access.club_to_register,
    clubs.part_clubs,
    NothingRequest,
    ClubResponse,
    "Undo the merge of the club.",
)


@operation(
    "POST federations/<slug:uid>/members/",
    access.federation_to_register,
    members.give_number,
    MemberResponse,
    status=201,
    location=at("member"),
)
def federation_give_number(use: Invocation[Federation, MemberRequest]) -> Member:
    """Give a person a number; memberships are added to it."""
    player = named(Player.objects.all(), use.body.player, field="player")
    return members.give_number(use.row, player, by=use.by, number=use.body.number)


@operation(
    "POST federations/<slug:uid>/members/import/",
    access.federation_to_register,
    member_list.import_members,
    MemberListResponse,
    others=(member_list.read_member_list,),
    is_form=True,
)
def federation_import_members(
    use: Invocation[Federation, MemberListRequest],
) -> member_list.MemberListCheck:
    """Take the members of a list with numbers, clubs, memberships and ratings, or check its rows and store nothing."""
    data, values = use.body.file.read(LARGEST_LIST + 1), use.body.given()
    options, opening = ListOptions(values.get("encoding", "")), None
    if "list" in values:
        row = named(RatingList.objects.filter(federation=use.row), values["list"], field="list")
        opening = member_list.ListBeginning(row, values.get("as_of"), values.get("source", ""))
    take = member_list.read_member_list if use.body.is_check is True else member_list.import_members
    return take(use.row, data=data, by=use.by, options=options, opening=opening)


member_change = Operation(
    "member_change",
    "PATCH members/<slug:uid>/",
    access.member_to_register,
    members.change_number,
    NumberRequest,
    MemberResponse,
    "Correct the number of a member.",
    is_partial=True,
)


@operation(
    "POST members/<slug:uid>/memberships/",
    access.member_to_register,
    members.add_membership,
    MembershipResponse,
    status=201,
)
def member_add_membership(use: Invocation[Member, MembershipRequest]) -> Membership:
    """Add a period of membership, which overlaps no other one."""
    return members.add_membership(use.row, by=use.by, **_with_club(use.row, use.body.given()))


@operation(
    "PATCH memberships/<slug:uid>/",
    access.membership_to_register,
    members.change_membership,
    MembershipResponse,
    is_partial=True,
)
def membership_change(use: Invocation[Membership, MembershipRequest]) -> Membership:
    """Change what the body names and leave the rest; a last day ends the membership."""
    values = _with_club(use.row.member, use.body.given())
    return members.change_membership(use.row, by=use.by, **values)


def _with_club(member: Member, values: dict[str, Any]) -> dict[str, Any]:
    if values.get("club") is not None:
        in_federation = Club.objects.filter(federation=member.federation)
        values["club"] = named(in_federation, values["club"], field="club")
    return values


@operation(
    "POST federations/<slug:uid>/names/",
    access.federation_to_register,
    names.correct_name,
    PlayerResponse,
)
def federation_correct_name(use: Invocation[Federation, NamingRequest]) -> Player:
    """Correct the name, club or country of a player of the federation in every tournament."""
    values = use.body.given()
    player = named(Player.objects.all(), values.pop("player"), field="player")
    present = {"name": player.name, "club": player.club, "country": player.country}
    return names.correct_name(use.row, player, by=use.by, **present | values)


@operation(
    "POST federations/<slug:uid>/merges/",
    access.federation_to_register,
    merging.merge_players,
    MergeResponse,
    status=201,
)
def federation_merge_players(use: Invocation[Federation, PlayerMergeRequest]) -> Merge | MergeProposal:
    """Merge a duplicate into the player who goes on; it is a proposal where an account or a director has to agree."""
    player = named(Player.objects.all(), use.body.player, field="player")
    into = named(Player.objects.all(), use.body.into, field="into")
    number = use.body.given().get("number", "")
    return merging.merge_players(use.row, player, into=into, by=use.by, number=number)


@operation(
    "POST federations/<slug:uid>/merges/check/",
    access.federation_to_register,
    foreseeing.merge_effects,
    list[MergeEffectResponse],
)
def federation_check_merge(
    use: Invocation[Federation, PlayerMergeRequest],
) -> list[foreseeing.MergeEffect]:
    """Say what a merge would do to every list with one of the two, and store nothing."""
    player = named(Player.objects.all(), use.body.player, field="player")
    into = named(Player.objects.all(), use.body.into, field="into")
    return foreseeing.merge_effects(use.row, player, into=into, by=use.by)


merge_undo = Operation(
    "merge_undo",
    "POST merges/<slug:uid>/undo/",
    access.merge_to_register,
    merging.undo_merge,
    NothingRequest,
    MergeResponse,
    "Undo the merge: both players are as they would be without it.",
)
merge_proposal_agree = Operation(
    "merge_proposal_agree",
    "POST merge-proposals/<slug:uid>/agree/",
    access.merge_proposal_to_answer,
    merge_proposals.agree,
    NothingRequest,
    MergeProposalResponse,
    "Agree to the merge, as the person with the account or as a director who is asked; the last one makes it.",
)
merge_proposal_decline = Operation(
    "merge_proposal_decline",
    "POST merge-proposals/<slug:uid>/decline/",
    access.merge_proposal_to_answer,
    merge_proposals.decline,
    NothingRequest,
    MergeProposalResponse,
    "Decline the merge, which ends the proposal.",
)
merge_proposal_withdraw = Operation(
    "merge_proposal_withdraw",
    "POST merge-proposals/<slug:uid>/withdraw/",
    access.merge_proposal_to_register,
    merging.withdraw_proposal,
    NothingRequest,
    MergeProposalResponse,
    "Ask no more whether the two are one person.",
)


@operation(
    "POST federations/<slug:uid>/different-people/",
    access.federation_to_register,
    merging.tell_apart,
    DifferentPeopleResponse,
)
def federation_tell_apart(use: Invocation[Federation, DifferentPeopleRequest]) -> NoDuplicate:
    """Note that two players who look like one person are two."""
    one = named(Player.objects.all(), use.body.one, field="one")
    other = named(Player.objects.all(), use.body.other, field="other")
    return merging.tell_apart(use.row, one, other=other, by=use.by)


different_people_take_back = Operation(
    "different_people_take_back",
    "POST different-people/<slug:uid>/take-back/",
    access.different_people_to_register,
    merging.take_back_apart,
    NothingRequest,
    DifferentPeopleResponse,
    "Take back that two players are two people: they are proposed again if they look alike.",
)


@operation(
    "POST events/<slug:uid>/sanctions/",
    access.event_to_direct,
    sanctions.request_sanction,
    SanctionResponse,
    status=201,
)
def event_request_sanction(use: Invocation[Event, SanctionRequest]) -> Sanction:
    """Submit the event to a federation."""
    federation = named(Federation.objects.all(), use.body.federation, field="federation")
    return sanctions.request_sanction(use.row, federation, by=use.by)


sanction_withdraw = Operation(
    "sanction_withdraw",
    "POST sanctions/<slug:uid>/withdraw/",
    access.sanction_to_direct,
    sanctions.withdraw_sanction,
    NothingRequest,
    SanctionResponse,
    "Withdraw the event before the federation has decided.",
)


@operation(
    "POST sanctions/<slug:uid>/grant/", access.sanction_to_rate, sanctions.grant_sanction, SanctionResponse
)
def sanction_grant(use: Invocation[Sanction, SanctionGrantRequest]) -> Sanction:
    """Sanction the event, or change its class or weight."""
    values = use.body.given()
    if "weight" in values:
        values["weight"] = _decimal(values["weight"], field="weight")
    return sanctions.grant_sanction(use.row, by=use.by, **values)


sanction_refuse = Operation(
    "sanction_refuse",
    "POST sanctions/<slug:uid>/refuse/",
    access.sanction_to_rate,
    sanctions.refuse_sanction,
    SanctionRefusalRequest,
    SanctionResponse,
    "Refuse the event, or take its sanction away, with a reason.",
)


def _decimal(words: str, *, field: str) -> Decimal:
    """The decimal number in these words; ValidationError on `field` for anything else."""
    try:
        number = Decimal(words)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        detail = ErrorDetail(_("A decimal number is needed, as in 1.5."), code="invalid")
        raise ValidationError({field: [detail]})
    return number


@operation(
    "POST federations/<slug:uid>/counting-rules/",
    access.federation_to_rate,
    judging.set_counting_rules,
    CountingRuleResponse,
    status=201,
)
def federation_set_counting_rules(use: Invocation[Federation, CountingRulesRequest]) -> CountingRule:
    """Put counting rules of the federation or of a club in force, or name others to try them."""
    values = use.body.given()
    if values.get("club") is not None:
        values["club"] = named(use.row.clubs.all(), values["club"], field="club")
    return judging.set_counting_rules(use.row, by=use.by, **values)


OPERATIONS: tuple[Operation[Any, Any], ...] = (
    federation_create,
    federation_change,
    federation_set_counting_rules,
    officer_end,
    club_add,
    club_change,
    club_merge,
    club_part,
    federation_give_number,
    federation_import_members,
    member_change,
    member_add_membership,
    membership_change,
    federation_correct_name,
    federation_merge_players,
    federation_check_merge,
    merge_undo,
    merge_proposal_agree,
    merge_proposal_decline,
    merge_proposal_withdraw,
    federation_tell_apart,
    different_people_take_back,
    event_request_sanction,
    sanction_withdraw,
    sanction_grant,
    sanction_refuse,
)
