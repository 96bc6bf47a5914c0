"""The rating lists of a federation, each with its last official list."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from matches.models import NameOrder
from tournaments.models import Federation, ListState, OfficialList, RatingList


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
