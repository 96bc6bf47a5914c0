"""Merges of players who are one person, undone by one act with the same rows as before."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments.actions.people import claims
from tournaments.actions.people.merges import follow, lock_persons, note_parting, require_one_person
from tournaments.acts.federations import ApartTakenBack, MergeProposalWithdrawn, MergeUndone, ToldApart
from tournaments.errors.federations import (
    AccountStays,
    BothNumbered,
    MergeAlreadyWaits,
    MergeOver,
    NotInFederation,
    NumberOfNeither,
    PlayerMerged,
    SamePlayer,
)
from tournaments.models import Claim, Federation, Member, Merge, MergeProposal, NoDuplicate, Right
from tournaments.queries.people.duplicates import players_of
from tournaments.queries.people.merges import numbers_of_both

from . import log, merge_proposals
from .rights import require_other_person, require_own_person, require_right


@transaction.atomic
def merge_players(
    federation: Federation, player: Player, *, into: Player, by: Player | None, number: str = ""
) -> Merge | MergeProposal:
    """Merge a duplicate into the player who goes on; no row that refers to either changes.

    Where somebody has to agree it is a proposal, and asking again looks whether that is still so. `number` is the one
    that goes on, if both have one. Raise BothPlayed if they played in one event, BothEntered if both are in one that is
    not over, AccountStays for a duplicate with an account, NumberedElsewhere for one with a first number of another
    federation, BothNumbered, MergeAlreadyWaits, OwnCase if `by` is one of them, NotInFederation, PlayerMerged or SamePlayer.
    """
    require_right(federation, by, Right.REGISTER)
    player, into = _locked(federation, player, into, by=by)
    _require_duplicate(player, into, by=by, by_federation=federation)
    proposal = _waiting(federation, player, into)
    if proposal is None:
        proposal = MergeProposal(federation=federation, player=player, into=into, by=by)
    proposal.keeps = _number_to_keep(federation, player, into, number=number)
    return merge_proposals.propose(proposal, by=by)


def require_mergeable(federation: Federation, player: Player, *, into: Player, by: Player | None) -> None:
    """Raise what `merge_players` raises for two players as they are now, whichever number goes on."""
    require_right(federation, by, Right.REGISTER)
    if player.pk == into.pk:
        raise SamePlayer(player=player.name_for_everybody)
    _require_in(federation, player, into, by=by)
    _require_duplicate(player, into, by=by, by_federation=federation)


@transaction.atomic
def withdraw_proposal(proposal: MergeProposal, *, by: Player | None) -> MergeProposal:
    """Ask no more whether two players are one person; raise MergeNotWaiting once it is decided."""
    federation = proposal.federation
    require_right(federation, by, Right.REGISTER)
    proposal = merge_proposals.lock(proposal)
    merge_proposals.end(proposal)
    act = MergeProposalWithdrawn(proposal.player.uid, into=proposal.into.uid)
    log.append(act, of=federation, by=by, rows=[proposal])
    return proposal


@transaction.atomic
def undo_merge(merge: Merge, *, by: Player | None) -> Merge:
    """Undo a merge: both players are as they would be without it; raise MergeOver if it is undone."""
    federation = merge.federation
    require_right(federation, by, Right.REGISTER)
    for one in (merge.player, merge.into):
        require_other_person(federation, by, one)
    lock_persons(merge.player, merge.into)
    merge.refresh_from_db(fields=["undone_at"])
    if merge.undone_at is not None:
        raise MergeOver
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    follow(merge.player, merge.into, by=by)
    note_parting(merge.player, merge.into, by=by)
    act = MergeUndone(merge.player.uid, other=merge.into.uid)
    log.append(act, of=federation, by=by, rows=[merge])
    return merge


@transaction.atomic
def undo_claim_of_player(federation: Federation, claim: Claim, *, by: Player | None) -> Claim:
    """Undo the claim of a player of the federation, whichever desk made its code; raise as `claims.undo_claim`."""
    require_right(federation, by, Right.REGISTER)
    people = [key for key in (claim.player_id, claim.account_id) if key is not None]
    if not players_of(federation).filter(pk__in=people).exists():
        raise NotInFederation(player=claim.player.name_for_everybody, federation=federation.name)
    return claims.undo_for_registrar(claim, by=by)


@transaction.atomic
def tell_apart(federation: Federation, one: Player, *, other: Player, by: Player | None) -> NoDuplicate:
    """Note that two players who look alike are two people; nobody proposes them again."""
    require_right(federation, by, Right.REGISTER)
    one, other = _locked(federation, one, other, by=by)
    first, second = sorted((one, other), key=lambda player: player.pk)
    row, is_new = NoDuplicate.objects.get_or_create(federation=federation, one=first, two=second)
    if is_new:
        log.append(ToldApart(one.uid, other=other.uid), of=federation, by=by, rows=[row])
    return row


@transaction.atomic
def take_back_apart(pair: NoDuplicate, *, by: Player | None) -> NoDuplicate:
    """Take back that two players are two people, so that they are proposed again if they look alike.

    Doing it twice is doing it once. Raise OwnCase if `by` is one of them.
    """
    federation = pair.federation
    require_right(federation, by, Right.REGISTER)
    for one in (pair.one, pair.two):
        require_other_person(federation, by, one)
    log.lock(federation)
    rows = NoDuplicate.objects.filter(pk=pair.pk)
    if rows.exists():
        rows.delete()
        log.append(ApartTakenBack(pair.one.uid, other=pair.two.uid, pair=pair.uid), of=federation, by=by)
    return pair


def _locked(federation: Federation, one: Player, two: Player, *, by: Player | None) -> tuple[Player, Player]:
    """Return two players of the federation as they are under the lock of merges."""
    if one.pk == two.pk:
        raise SamePlayer(player=one.name_for_everybody)
    lock_persons(one, two)
    _require_in(federation, one, two, by=by)
    return one, two


def _require_in(federation: Federation, *players: Player, by: Player | None) -> None:
    in_federation = players_of(federation)
    for player in players:
        require_other_person(federation, by, player)
        if not in_federation.filter(pk=player.pk).exists():
            raise NotInFederation(player=player.name_for_everybody, federation=federation.name)


def _waiting(federation: Federation, player: Player, into: Player) -> MergeProposal | None:
    """Return the proposal of these two that waits; raise MergeAlreadyWaits for one into another player."""
    proposal = MergeProposal.objects.filter(federation=federation, player=player, ended_at=None).first()
    if proposal is not None and proposal.into_id != into.pk:
        raise MergeAlreadyWaits(player=player.name, into=proposal.into.name)
    return proposal


def _number_to_keep(federation: Federation, player: Player, into: Player, *, number: str) -> Member | None:
    """Return the member whose number goes on; None unless both have a number. Raise BothNumbered or NumberOfNeither."""
    pair = numbers_of_both(federation, player, into)
    if pair and not number:
        first, second = (one.number for one in pair)
        raise BothNumbered(one=player.name, first=first, two=into.name, second=second)
    member = next((one for one in pair if one.number == number), None)
    if number and member is None:
        raise NumberOfNeither(one=player.name, two=into.name, number=number)
    return member


def _require_duplicate(player: Player, into: Player, *, by: Player | None, by_federation: Federation) -> None:
    """Raise the error of the first reason for which a player cannot be merged into another one."""
    for one in (player, into):
        if one.merged_into_id is not None:
            raise PlayerMerged(player=one.name)
    if player.email is not None or player.has_usable_password():
        raise AccountStays(player=player.name)
    require_own_person(by_federation, by, player)
    require_one_person(player, into, by_federation=by_federation)
