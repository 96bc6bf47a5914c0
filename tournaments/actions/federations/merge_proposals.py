"""Merges that wait: for the account that goes on, and for directors of events that are not over."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from matches.models import Player, is_same_person
from tournaments import notices
from tournaments.actions import log as tournament_log
from tournaments.actions.people.merges import follow, lock_persons, note_merge, require_one_person
from tournaments.actions.permissions import is_director, require_player
from tournaments.acts import ABSENT
from tournaments.acts.federations import MergeAgreed, MergeDeclined, MergeProposed, PlayersMerged
from tournaments.errors.common import Forbidden
from tournaments.errors.federations import MergeNotWaiting, MergeOutdated
from tournaments.models import Merge, MergeAgreement, MergeProposal, Tournament
from tournaments.queries.people.merge_voices import tournaments_to_ask, waits_for_account

from . import log


def propose(proposal: MergeProposal, *, by: Player | None) -> Merge | MergeProposal:
    """Merge the two if nobody has to agree, else store the proposal and ask; the caller holds the locks."""
    if _is_agreed(proposal):
        return _merge(proposal, by=by)
    proposal.save()
    account = proposal.into if waits_for_account(proposal) else None
    tournaments = open_tournaments(proposal)
    act = MergeProposed(proposal.player.uid, into=proposal.into.uid)
    for one in tournaments:
        tournament_log.append(act, of=one, by=by)
    # Whoever was asked before is not asked again: the occasion is the proposal.
    notices.merge_proposed(proposal, tournaments, account=account)
    log.append(act, of=proposal.federation, by=by, rows=[proposal])
    return proposal


@transaction.atomic
def agree(proposal: MergeProposal, *, by: Player | None) -> MergeProposal:
    """Agree to a merge, as the person whose account goes on or as a director; the last one makes it.

    Raise MergeNotWaiting, MergeOutdated, BothPlayed, BothEntered, BothNumberedElsewhere, or Forbidden for anybody else.
    """
    person = require_player(by)
    proposal = lock(proposal)
    places = _places_of(proposal, person)
    if not proposal.player.may_be_claimed or proposal.into.merged_into_id is not None:
        raise MergeOutdated(federation=proposal.federation.name)
    require_one_person(proposal.player, proposal.into, by_federation=proposal.federation)
    for place in places:
        row = MergeAgreement.objects.create(proposal=proposal, tournament=place, by=person)
        where = ABSENT if place is None else place.uid
        act = MergeAgreed(proposal.player.uid, into=proposal.into.uid, tournament=where)
        if place is not None:
            tournament_log.append(act, of=place, by=by)
        log.append(act, of=proposal.federation, by=by, rows=[row])
    if _is_agreed(proposal):
        _merge(proposal, by=by)
    return proposal


@transaction.atomic
def decline(proposal: MergeProposal, *, by: Player | None) -> MergeProposal:
    """Decline a merge, which ends the proposal; raise MergeNotWaiting, or Forbidden for whoever is not asked."""
    person = require_player(by)
    proposal = lock(proposal)
    places = _places_of(proposal, person)
    end(proposal)
    act = MergeDeclined(proposal.player.uid, into=proposal.into.uid)
    for place in places:
        if place is not None:
            tournament_log.append(act, of=place, by=by)
    notices.merge_declined(proposal)
    log.append(act, of=proposal.federation, by=by, rows=[proposal])
    return proposal


def places_to_answer(proposal: MergeProposal, person: Player | None) -> list[Tournament | None]:
    """Return for what a person can agree to a merge: the tournaments that they direct, and None for their account."""
    places: list[Tournament | None] = []
    if waits_for_account(proposal) and is_same_person(person, proposal.into):
        places.append(None)
    if person is not None:
        places += [one for one in open_tournaments(proposal) if is_director(one, person)]
    return places


def open_tournaments(proposal: MergeProposal) -> list[Tournament]:
    """Return the tournaments whose directors have to agree; whoever proposes the merge may be one of them."""
    return [one for one in tournaments_to_ask(proposal) if not is_director(one, proposal.by)]


def lock(proposal: MergeProposal) -> MergeProposal:
    """Lock the persons and return the proposal as it is then; raise MergeNotWaiting once it is decided."""
    lock_persons(proposal.player, proposal.into)
    row = MergeProposal.objects.select_related("federation", "player", "into", "by").get(pk=proposal.pk)
    if not row.is_waiting:
        raise MergeNotWaiting
    return row


def end(proposal: MergeProposal, *, merge: Merge | None = None) -> None:
    """End a proposal, with the merge that was made of it."""
    proposal.ended_at, proposal.merge = timezone.now(), merge
    proposal.save(update_fields=["ended_at", "merge"])


def _is_agreed(proposal: MergeProposal) -> bool:
    return not (waits_for_account(proposal) or open_tournaments(proposal))


def _merge(proposal: MergeProposal, *, by: Player | None) -> Merge:
    """Make the merge to which everybody has agreed; every row follows."""
    player, into, federation = proposal.player, proposal.into, proposal.federation
    merge = Merge.objects.create(
        federation=federation, player=player, into=into, keeps=proposal.keeps, by=proposal.by
    )
    rows: list[Model] = [merge]
    if MergeProposal.objects.filter(pk=proposal.pk).exists():
        end(proposal, merge=merge)
        rows.append(proposal)
    follow(player, into, by=by)
    note_merge(player, into, by=by)
    log.append(PlayersMerged(player.uid, into=into.uid), of=federation, by=by, rows=rows)
    return merge


def _places_of(proposal: MergeProposal, person: Player) -> list[Tournament | None]:
    places = places_to_answer(proposal, person)
    if not places:
        raise Forbidden
    return places
