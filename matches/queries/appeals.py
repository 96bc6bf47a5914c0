"""The appeals in a dispute, and the majority of a committee."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Prefetch, prefetch_related_objects

from matches.models import Appeal, AppealDecision, CommitteeMember, Dispute, Player, Vote, is_same_person


def appeals_of(dispute: Dispute) -> Sequence[Appeal]:
    """Return the appeals in a dispute with their committees, oldest first; two queries, cached on the dispute."""
    seats = Prefetch("committee", CommitteeMember.objects.select_related("player", "entered_by"))
    rows = (
        Appeal.objects.select_related("by", "ruling__by", "named_by", "decided_by")
        .prefetch_related(seats)
        .order_by("pk")
    )
    prefetch_related_objects([dispute], Prefetch("appeals", rows))
    return list(dispute.appeals.all())


def is_on_committee(player: Player | None, dispute: Dispute) -> bool:
    """Whether the player is on a committee of this dispute; the queries of `appeals_of`."""
    if player is None:
        return False
    return any(
        is_same_person(seat.player, player)
        for appeal in appeals_of(dispute)
        for seat in appeal.committee.all()
    )


def majority(appeal: Appeal) -> AppealDecision | None:
    """Return the decision for which more than half of the committee votes; None if there is none."""
    votes = [seat.vote for seat in appeal.committee.all()]
    for cast, decision in ((Vote.UPHOLD, AppealDecision.UPHELD), (Vote.OVERTURN, AppealDecision.OVERTURNED)):
        if votes and 2 * votes.count(cast) > len(votes):
            return decision
    return None
