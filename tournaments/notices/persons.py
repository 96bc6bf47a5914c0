"""Notices about who is one person: claims, merges, and names that were corrected."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from matches.models import Player
from tournaments.models import Claim, Federation, MergeProposal, NoticeCode, Tournament

from .groups import directors_of
from .storing import tell


def claimed(claim: Claim, account: Player) -> None:
    """Notify the account of the player whom it has claimed."""
    _tell_claimant(claim, account, NoticeCode.PLAYER_CLAIMED)


def claim_undone(claim: Claim, account: Player) -> None:
    """Notify the account that its claim was undone."""
    _tell_claimant(claim, account, NoticeCode.CLAIM_UNDONE)


def merge_proposed(
    proposal: MergeProposal, tournaments: Iterable[Tournament], *, account: Player | None
) -> None:
    """Ask the account that a merge goes into, and the directors of these tournaments, whether it is one person."""
    names = {
        "player": proposal.player.name,
        "into": proposal.into.name,
        "federation": proposal.federation.name,
    }
    about = {**names, "proposal_uid": proposal.uid}
    if account is not None:
        tell(
            [account], NoticeCode.MERGE_PROPOSED, occasion=proposal.uid, tournament=None, match=None, **about
        )
    for one in tournaments:
        places = {**about, "tournament_name": one.name}
        occasion = f"{proposal.uid} {one.uid}"
        tell(
            directors_of(one),
            NoticeCode.MERGE_PROPOSED,
            occasion=occasion,
            tournament=one,
            match=None,
            **places,
        )


def merge_declined(proposal: MergeProposal) -> None:
    """Notify the officer who asked that the two stay two people."""
    names = {"player": proposal.player.name, "into": proposal.into.name}
    if proposal.by is not None:
        tell(
            [proposal.by],
            NoticeCode.MERGE_DECLINED,
            occasion=proposal.uid,
            tournament=None,
            match=None,
            **names,
        )


def person_merged(player: Player, into: Player, tournaments: Iterable[Tournament]) -> None:
    """Notify the directors of those tournaments that are not over, and the person who goes on."""
    _tell_of_persons(NoticeCode.PERSON_MERGED, tournaments, into, player=player.name, into=into.name)


def person_parted(player: Player, other: Player, tournaments: Iterable[Tournament]) -> None:
    """Notify the same people that two players are two persons again."""
    _tell_of_persons(NoticeCode.PERSON_PARTED, tournaments, other, player=player.name, into=other.name)


def name_corrected(player: Player, federation: Federation, tournaments: Iterable[Tournament]) -> None:
    """Notify the person whose name a federation corrected, and the directors of tournaments that are not over."""
    names = {"player": player.name, "federation": federation.name}
    _tell_of_persons(NoticeCode.NAME_CORRECTED, tournaments, player.current, **names)


def _tell_of_persons(
    code: NoticeCode, tournaments: Iterable[Tournament], person: Player, **names: str
) -> None:
    """Notify a person, and the directors of those of these tournaments that have an event that is not over."""
    moment = timezone.now().isoformat()
    # The words of a merge speak of the reader's account.
    if person.email is not None or code == NoticeCode.NAME_CORRECTED:
        tell([person], code, occasion=f"{person.uid} {moment}", tournament=None, match=None, **names)
    current = Tournament.objects.filter(pk__in=[one.pk for one in tournaments])
    is_open = Q(events__stages=None) | Q(events__stages__completed_at=None)
    for one in current.filter(is_open).distinct().order_by("pk"):
        places = {**names, "tournament_name": one.name}
        tell(directors_of(one), code, occasion=f"{one.uid} {moment}", tournament=one, match=None, **places)


def _tell_claimant(claim: Claim, account: Player, code: NoticeCode) -> None:
    tournament = claim.tournament
    words = {"player": claim.player.name, "tournament_name": tournament.name}
    tell([account], code, occasion=claim.uid, tournament=tournament, match=None, **words)
