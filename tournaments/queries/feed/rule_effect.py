"""What other counting rules would change among the latest matches of a federation, before they are put in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from tournaments.models import CountingRule, FeedChange, FeedRow, Sanction, SanctionState
from tournaments.queries.ratings.counted import OF_OTHER_ROWS
from tournaments.ratings.counting import UnratedReason

from .verdicts import facts_of_rows, verdicts_on_facts

# The latest rows are enough to see what rules do, and are read while somebody waits.
_MOST = 2_000


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """How many of the latest matches are rated now and by the other rules; `now` is None without rules in force.

    `lost` are the reasons why matches that are rated now would not be, each with its number and the body whose rule it
    is, the most frequent first. `gained` counts the matches that are not rated now and would be.
    """

    matches: int
    now: int | None
    then: int
    gained: int
    lost: Sequence[tuple[UnratedReason, str, int]]


def effect_of(rule: CountingRule) -> RuleEffect:
    """Return what rules that are not stored would change; sixteen queries at most."""
    rows = _latest(rule)
    facts = facts_of_rows(rows)
    in_force = (
        CountingRule.objects.filter(federation=rule.federation, club=rule.club, name="", ended_at=None)
        .select_related("federation", "club")
        .first()
    )
    then = verdicts_on_facts(rows, facts, rule)
    now = then if in_force is None else verdicts_on_facts(rows, facts, in_force)
    # A match has a row of its own log and one of the file that was accepted; it is judged by one of them.
    pairs = [
        (before, after) for before, after in zip(now, then, strict=True) if after.reason not in OF_OTHER_ROWS
    ]
    reasons = Counter(
        (after.reason, after.body)
        for before, after in pairs
        if before.is_rated and not after.is_rated and after.reason is not None
    )
    return RuleEffect(
        len(pairs),
        None if in_force is None else sum(before.is_rated for before, _after in pairs),
        sum(after.is_rated for _before, after in pairs),
        sum(after.is_rated and not before.is_rated for before, after in pairs),
        [(reason, body, count) for (reason, body), count in reasons.most_common()],
    )


def _latest(rule: CountingRule) -> list[FeedRow]:
    """Return the latest results of events that were submitted to the federation, and of files that it accepted."""
    sanctions = Sanction.objects.filter(
        federation=rule.federation, state__in=(SanctionState.REQUESTED, SanctionState.GRANTED)
    )
    of_federation = Q(federation=rule.federation) | Q(event__in=sanctions.values("event"))
    rows = list(FeedRow.objects.filter(of_federation).order_by("-number")[:_MOST])
    # What supersedes a row is of the same event or file, and later.
    superseded = {row.supersedes for row in rows}
    return [row for row in rows if row.change == FeedChange.FINAL and row.number not in superseded]
