"""What the committee of an appeal has voted for."""

from __future__ import annotations

from matches.models import Appeal, Decision, Vote


def majority(appeal: Appeal) -> Decision | None:
    """What more than half of the committee votes for; None while neither has it."""
    votes = [seat.vote for seat in appeal.committee.all()]
    for cast, decision in ((Vote.UPHOLD, Decision.UPHELD), (Vote.OVERTURN, Decision.OVERTURNED)):
        if votes and 2 * votes.count(cast) > len(votes):
            return decision
    return None
