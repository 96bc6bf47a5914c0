"""Permissions in federations: what anyone may see, and what each office allows."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from matches.models import Audience, Player, show_to
from tournaments.actions.federations.rights import acts_for, rights_of
from tournaments.errors.common import ForOperators, NotSignedIn
from tournaments.errors.federations import NotAnOfficer
from tournaments.models import (
    Archive,
    ArchiveState,
    Club,
    Event,
    Federation,
    ListVariation,
    Member,
    Membership,
    Merge,
    MergeProposal,
    NoDuplicate,
    Officer,
    OfficialList,
    PointsSeason,
    RatingList,
    Recomputation,
    ResultFile,
    Right,
    Sanction,
    SanctionState,
    Submission,
    Tournament,
    Visibility,
)
from tournaments.queries.publicity import public_persons
from tournaments.queries.ratings.rating_story import PersonInList

from .viewing import bound_elsewhere, by_uid, only, refusal, seen
from .visitor import Visitor

_federations_of = by_uid(Federation)
_officers_of = by_uid(Officer, "federation", "player")
_clubs_of = by_uid(Club, "federation", "merged_into")
_members_of = by_uid(Member, "federation", "player")
_memberships_of = by_uid(Membership, "member__federation", "member__player", "club")
_lists_of = by_uid(RatingList, "federation", "club", "state")
_variations_of = by_uid(ListVariation, "list__federation", "list__club", "by")
_officials_of = by_uid(OfficialList, "list__federation", "list__club", "list__state")
_recomputations_of = by_uid(Recomputation, "list__federation")
_merges_of = by_uid(Merge, "federation", "player", "into", "by", "keeps")
_merge_proposals_of = by_uid(MergeProposal, "federation", "player", "into", "by", "keeps", "merge")
_different_people_of = by_uid(NoDuplicate, "federation", "one", "two")
_submissions_of = by_uid(Submission, "federation")
_archives_of = by_uid(Archive, "federation")
_result_files_of = by_uid(ResultFile, "event__tournament", "federation")
_seasons_of = by_uid(PointsSeason, "federation", "final_table")
_sanctions_of = by_uid(Sanction, "event__tournament", "federation")


_OfFederation = (
    Archive
    | Club
    | ListVariation
    | Member
    | Merge
    | MergeProposal
    | NoDuplicate
    | Officer
    | PointsSeason
    | RatingList
    | Sanction
    | Submission
)
_Row = TypeVar("_Row", bound=Federation | Membership | _OfFederation)


def federation_of(row: object) -> Federation | None:
    """Return the federation of an object fetched through `access`; None for a row of a tournament alone."""
    if isinstance(row, OfficialList | Recomputation):
        return row.list.federation
    return _federation_of(row) if isinstance(row, Federation | Membership | _OfFederation) else None


def _federation_of(row: Federation | Membership | _OfFederation) -> Federation:
    match row:
        case Federation():
            return row
        case ListVariation():
            return row.list.federation
        case Membership():
            return row.member.federation
    return row.federation


def account_to_found(visitor: Visitor) -> Player:
    """Return the account, for the administrators of this installation."""
    if visitor.account is None:
        raise NotSignedIn
    if visitor.token is not None and visitor.token.is_bound:
        raise bound_elsewhere(visitor.token)
    if not visitor.is_superuser:
        raise ForOperators
    return visitor.account


def account_to_operate(visitor: Visitor) -> Player:
    """Return the account, for the operators of this installation; no token operates it."""
    if visitor.account is None:
        raise NotSignedIn
    if visitor.token is not None or not visitor.account.is_staff:
        raise ForOperators
    return visitor.account


def federations_to_list(_visitor: Visitor) -> QuerySet[Federation]:
    """Return the federations, for anyone."""
    return Federation.objects.all()


def federation_to_see(_visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for anyone."""
    return only(_federations_of(uid))


def federation_to_read(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for the officers of the federation."""
    return _with(visitor, only(_federations_of(uid)), Right.READ)


def federation_to_manage(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for the president of the federation."""
    return _with(visitor, only(_federations_of(uid)), Right.MANAGE)


def federation_to_register(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for the president and registrars of the federation."""
    return _with(visitor, only(_federations_of(uid)), Right.REGISTER)


def federation_to_rate(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for the president and rating officers of the federation."""
    return _with(visitor, only(_federations_of(uid)), Right.RATE)


def lists_to_list(_visitor: Visitor) -> QuerySet[RatingList]:
    """Return the rating lists of all federations, for anyone."""
    return RatingList.objects.all()


def list_to_see(_visitor: Visitor, uid: str) -> RatingList:
    """Return the rating list with its federation, for anyone."""
    return only(_lists_of(uid))


def rating_to_see(visitor: Visitor, uid: str, player: str) -> PersonInList:
    """Return a person with a public profile and the rating list, for anyone; oneself and for officers without one too."""
    rating_list = list_to_see(visitor, uid)
    is_officer = Right.READ in rights_in(visitor, rating_list.federation)
    person = public_persons().filter(uid=player).first()
    if person is None:
        row = get_object_or_404(Player.objects.select_related("merged_into"), uid=player)
        person = row.merged_into or row
        if not is_officer and not acts_for(person, visitor.player, rating_list.federation):
            person = get_object_or_404(public_persons(), pk=person.pk)
    if is_officer:
        show_to(Audience.HALL)
    return PersonInList(rating_list, person)


def list_to_rate(visitor: Visitor, uid: str) -> RatingList:
    """Return the rating list with its federation, for the president and rating officers of the federation."""
    return _with(visitor, only(_lists_of(uid)), Right.RATE)


def list_to_read(visitor: Visitor, uid: str) -> RatingList:
    """Return the rating list with its federation, for the officers of the federation."""
    return _with(visitor, only(_lists_of(uid)), Right.READ)


def variation_to_read(visitor: Visitor, uid: str) -> ListVariation:
    """Return the variation with its list, for the officers of the federation."""
    return _with(visitor, only(_variations_of(uid)), Right.READ, is_secret=True)


def official_to_see(_visitor: Visitor, uid: str) -> OfficialList:
    """Return the official list with its federation, for anyone."""
    return only(_officials_of(uid))


def official_of_list(_visitor: Visitor, uid: str, number: int) -> OfficialList:
    """Return the official list of this number of a rating list with its federation, for anyone."""
    rows = OfficialList.objects.select_related("list__federation", "list__club", "list__state")
    return get_object_or_404(rows, list__uid=uid, number=number)


def recomputation_to_see(_visitor: Visitor, uid: str) -> Recomputation:
    """Return the recomputation with its list, for anyone."""
    return only(_recomputations_of(uid))


def officer_to_end(visitor: Visitor, uid: str) -> Officer:
    """Return the officer with the federation, for the president of the federation and this officer."""
    officer = only(_officers_of(uid))
    if not acts_for(officer.player, visitor.account, officer.federation):
        _with(visitor, officer, Right.MANAGE)
    return officer


def club_to_see(_visitor: Visitor, uid: str) -> Club:
    """Return the club with its federation, for anyone."""
    return only(_clubs_of(uid))


def clubs_to_list(_visitor: Visitor) -> QuerySet[Club]:
    """Return the clubs of all federations, for anyone."""
    return Club.objects.all()


def club_to_register(visitor: Visitor, uid: str) -> Club:
    """Return the club with its federation, for the president and registrars of the federation."""
    return _with(visitor, only(_clubs_of(uid)), Right.REGISTER)


def member_to_read(visitor: Visitor, uid: str) -> Member:
    """Return the member with the federation, for the officers of the federation and the member."""
    member = only(_members_of(uid))
    if not acts_for(member.player, visitor.account, member.federation):
        _with(visitor, member, Right.READ, is_secret=True)
    return member


def member_to_register(visitor: Visitor, uid: str) -> Member:
    """Return the member with the federation, for the president and registrars of the federation."""
    return _with(visitor, member_to_read(visitor, uid), Right.REGISTER)


def membership_to_register(visitor: Visitor, uid: str) -> Membership:
    """Return the membership with the member, for the president and registrars of the federation."""
    return _with(visitor, only(_memberships_of(uid)), Right.REGISTER, is_secret=True)


def merge_to_register(visitor: Visitor, uid: str) -> Merge:
    """Return the merge with its federation, for the president and registrars of the federation."""
    return _with(visitor, only(_merges_of(uid)), Right.REGISTER, is_secret=True)


def merge_proposal_to_register(visitor: Visitor, uid: str) -> MergeProposal:
    """Return the proposed merge with its federation, for the president and registrars of the federation."""
    return _with(visitor, only(_merge_proposals_of(uid)), Right.REGISTER, is_secret=True)


def different_people_to_register(visitor: Visitor, uid: str) -> NoDuplicate:
    """Return the pair of different people with its federation, for the president and registrars of the federation."""
    return _with(visitor, only(_different_people_of(uid)), Right.REGISTER, is_secret=True)


def sanction_to_see(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event and federation, for the officers of the federation and the directors of the tournament; a granted one for anyone who may see the tournament."""
    sanction = only(_sanctions_of(uid))
    if Right.READ not in rights_in(visitor, sanction.federation):
        tournament = seen(visitor, sanction.event.tournament)
        if sanction.state != SanctionState.GRANTED and not visitor.may_direct(tournament):
            raise Http404
    return sanction


def sanction_to_rate(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event, for the president and rating officers of the federation."""
    return _with(visitor, sanction_to_see(visitor, uid), Right.RATE)


def sanction_to_direct(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event, for the owner and directors of the tournament."""
    sanction = sanction_to_see(visitor, uid)
    _require_director(visitor, sanction.event.tournament)
    return sanction


def result_file_to_direct(visitor: Visitor, uid: str) -> ResultFile:
    """Return the result file with its event, for the owner and directors of the tournament."""
    file = only(_result_files_of(uid))
    _require_director(visitor, seen(visitor, file.event.tournament))
    return file


def _require_director(visitor: Visitor, tournament: Tournament) -> None:
    if not visitor.may_direct(tournament):
        raise refusal(visitor, tournament, office_needed=True)


def submission_to_read(visitor: Visitor, uid: str) -> Submission:
    """Return the submission with its federation, for the officers of the federation."""
    return _with(visitor, only(_submissions_of(uid)), Right.READ, is_secret=True)


def submission_to_rate(visitor: Visitor, uid: str) -> Submission:
    """Return the submission with its federation, for the president and rating officers of the federation."""
    return _with(visitor, submission_to_read(visitor, uid), Right.RATE)


def archive_to_see(_visitor: Visitor, uid: str) -> Archive:
    """Return the imported archive with its federation, for anyone."""
    archive = only(_archives_of(uid))
    if archive.state != ArchiveState.IMPORTED:
        raise Http404
    return archive


def archive_to_read(visitor: Visitor, uid: str) -> Archive:
    """Return the archive with its federation, for the officers of the federation."""
    return _with(visitor, only(_archives_of(uid)), Right.READ, is_secret=True)


def archive_to_rate(visitor: Visitor, uid: str) -> Archive:
    """Return the archive with its federation, for the president and rating officers of the federation."""
    return _with(visitor, archive_to_read(visitor, uid), Right.RATE)


def season_to_see(_visitor: Visitor, uid: str) -> PointsSeason:
    """Return the season with its federation, for anyone."""
    return only(_seasons_of(uid))


def season_to_rate(visitor: Visitor, uid: str) -> PointsSeason:
    """Return the season with its federation, for the president and rating officers of the federation."""
    return _with(visitor, season_to_see(visitor, uid), Right.RATE)


def sanctions_to_see(visitor: Visitor, federation: Federation) -> QuerySet[Sanction]:
    """Return the sanctions of a federation that the visitor may see: all of them for officers."""
    if Right.READ in rights_in(visitor, federation):
        return Sanction.objects.filter(federation=federation)
    return public_sanctions(federation)


def sanctions_of_event(visitor: Visitor, event: Event) -> QuerySet[Sanction]:
    """Return the sanctions of an event: all for its directors, those of their federation for officers, else granted ones."""
    rows = Sanction.objects.filter(event=event)
    if visitor.may_direct(event.tournament):
        return rows
    own = [
        row.federation
        for row in rows.select_related("federation")
        if Right.READ in rights_in(visitor, row.federation)
    ]
    return rows.filter(Q(state=SanctionState.GRANTED) | Q(federation__in=own))


def public_sanctions(federation: Federation) -> QuerySet[Sanction]:
    """Return the sanctions of public events, for anyone."""
    granted = Sanction.objects.filter(federation=federation, state=SanctionState.GRANTED)
    return granted.filter(event__tournament__visibility=Visibility.PUBLIC)


def rights_in(visitor: Visitor, federation: Federation) -> frozenset[Right]:
    """Return the rights of the visitor in the federation; a private link gives none."""
    if visitor.account is None:
        return frozenset()
    return rights_of(visitor.account, federation, is_reading=visitor.is_reading)


def _with(visitor: Visitor, row: _Row, right: Right, *, is_secret: bool = False) -> _Row:
    """Return the row if the visitor has the right in its federation; a secret row is unknown to all others.

    Officers read the full names.
    """
    federation = _federation_of(row)
    rights = rights_in(visitor, federation)
    if right in rights:
        show_to(Audience.HALL)
        return row
    if is_secret and Right.READ not in rights:
        raise Http404
    if visitor.account is None:
        raise NotSignedIn
    if visitor.token is not None and not visitor.token.reaches(federation=federation.pk):
        raise bound_elsewhere(visitor.token)
    raise NotAnOfficer(federation=federation.name, right=right.label)


def known_events(federation: Federation) -> QuerySet[Event]:
    """Return the events of public tournaments, and those that were submitted to the federation."""
    sanctions = Sanction.objects.filter(event=OuterRef("pk"), federation=federation)
    is_submitted = Exists(sanctions.exclude(state=SanctionState.WITHDRAWN))
    return Event.objects.filter(Q(tournament__visibility=Visibility.PUBLIC) | is_submitted)
