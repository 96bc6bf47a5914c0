"""The public page of the records of a federation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.queries.ratings.list_records import NamedRecord, RecordsOfList, records_of_federation
from tournaments.ratings.lists import RecordKind
from tournaments.web.frame.pages import Crumb
from tournaments.web.frame.visitors import visitor_of

# The heading of each kind, and of the column with its value.
_WORDS: Mapping[RecordKind, tuple[Any, Any]] = {
    RecordKind.HIGHEST: (gettext_lazy("Highest rating ever"), gettext_lazy("Rating")),
    RecordKind.STREAK: (gettext_lazy("Longest winning streak"), pgettext_lazy("matches", "Won")),
    RecordKind.UPSET: (gettext_lazy("Biggest upset"), gettext_lazy("Difference")),
    RecordKind.MATCHES: (gettext_lazy("Most matches"), gettext_lazy("Matches")),
}


@dataclass(frozen=True, slots=True)
class RecordTable:
    """The records of one kind, with their words."""

    heading: str
    unit: str
    is_in_points: bool
    rows: tuple[NamedRecord, ...]


@require_safe
def records(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the records of every list of a federation."""
    federation = access.federation_to_see(visitor_of(request), uid)
    context = {
        "federation": federation,
        "lists": [(one.list, list(_tables(one))) for one in records_of_federation(federation)],
        "crumbs": [
            Crumb(federation.name, reverse("federation", args=[federation.uid])),
            Crumb(_("Records of the federation")),
        ],
    }
    return render(request, "federations/records.html", context)


def _tables(records: RecordsOfList) -> Iterator[RecordTable]:
    for kind, rows in records.by_kind.items():
        heading, unit = _WORDS[kind]
        yield RecordTable(str(heading), str(unit), kind.is_in_points, rows)
