"""The rating lists of a federation: each with its last official list, and for its officers with what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, Max, OuterRef, Prefetch

from matches.models import NameOrder
from tournaments.models import CountingRule, Federation, FeedHead, ListState, OfficialList, RatingList


class ListGap(StrEnum):
    """What is missing in a rating list."""

    NO_RULES = "no_rules"
    """No counting rules are in force for it."""
    NOT_COMPUTED = "not_computed"
    NEW_RESULTS = "new_results"
    """The feed has rows that the live list has not read."""
    NOT_PUBLISHED = "not_published"


@dataclass(frozen=True, slots=True)
class ListOverview:
    """A rating list with its live state, its counting rules, its last official list and what is missing.

    `unread` counts the rows of the feed that came after the live list was computed.
    """

    list: RatingList
    state: ListState | None
    rule: CountingRule | None
    official: OfficialList | None
    unread: int

    @property
    def gaps(self) -> tuple[ListGap, ...]:
        """What is missing, the most important first."""
        is_computed = self.state is not None and self.state.computed_at is not None
        checks = (
            (ListGap.NO_RULES, self.list.is_computed and self.rule is None),
            (ListGap.NOT_COMPUTED, self.list.is_computed and self.rule is not None and not is_computed),
            (ListGap.NEW_RESULTS, self.list.is_computed and is_computed and self.unread > 0),
            (ListGap.NOT_PUBLISHED, self.official is None),
        )
        return tuple(gap for gap, is_missing in checks if is_missing)


def list_overviews(lists: Sequence[RatingList]) -> list[ListOverview]:
    """Return the overview of each list; four queries for any number."""
    keys = [one.pk for one in lists]
    head = FeedHead.objects.aggregate(last=Max("number"))["last"] or 0
    states = ListState.objects.in_bulk(keys)
    rules = {
        (rule.federation_id, rule.club_id, rule.name): rule
        for rule in CountingRule.objects.filter(
            federation__in={one.federation_id for one in lists}, ended_at=None
        )
    }
    later = OfficialList.objects.filter(list=OuterRef("list"), number__gt=OuterRef("number"))
    officials = {
        official.list_id: official
        for official in OfficialList.objects.filter(~Exists(later), list__in=keys).defer("digest")
    }
    overviews = []
    for one in lists:
        state = states.get(one.pk)
        unread = head - state.number if state is not None else 0
        rule = rules.get((one.federation_id, one.club_id, one.rules))
        overviews.append(ListOverview(one, state, rule, officials.get(one.pk), unread))
    return overviews


@dataclass(frozen=True, slots=True)
class ListSummary:
    """A rating list with what became of it: how far it is computed, and the last official list."""

    list: RatingList
    state: ListState | None
    last: OfficialList | None


def lists_of(federation: Federation) -> list[ListSummary]:
    """Return the rating lists by name; two queries."""
    newest = OfficialList.objects.order_by("-number")[:1]
    rows = RatingList.objects.filter(federation=federation).select_related("state", "club")
    lists = rows.prefetch_related(Prefetch("officials", newest, to_attr="newest")).order_by(
        NameOrder("name"), "pk"
    )
    return [ListSummary(row, getattr(row, "state", None), next(iter(row.newest), None)) for row in lists]
