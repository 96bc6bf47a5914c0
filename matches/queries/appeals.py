"""The appeals in a dispute, and what the committee of one has voted for."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch, prefetch_related_objects

from matches.models import Appeal, AppealDecision, CommitteeMember, Dispute, Player, Vote


def appeals_of(dispute: Dispute) -> Sequence[Appeal]:
    """The appeals in a dispute, the oldest first, with their committees; two queries, which the dispute keeps."""
    seats = Prefetch("committee", CommitteeMember.objects.select_related("player"))
    rows = Appeal.objects.select_related("by", "ruling").prefetch_related(seats).order_by("pk")
    prefetch_related_objects([dispute], Prefetch("appeals", rows))
    return list(dispute.appeals.all())


def is_on_committee(player: Player | None, dispute: Dispute) -> bool:
    """Whether the player judges an appeal in this dispute; the queries of `appeals_of`."""
    if player is None:
        return False
    return any(
        seat.player_id == player.pk for appeal in appeals_of(dispute) for seat in appeal.committee.all()
    )


def majority(appeal: Appeal) -> AppealDecision | None:
    """What more than half of the committee votes for; None while neither has it."""
    votes = [seat.vote for seat in appeal.committee.all()]
    for cast, decision in ((Vote.UPHOLD, AppealDecision.UPHELD), (Vote.OVERTURN, AppealDecision.OVERTURNED)):
        if votes and 2 * votes.count(cast) > len(votes):
            return decision
    return None
