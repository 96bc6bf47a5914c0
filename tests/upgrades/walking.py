"""Walks every page and every address of the API that can be looked at, with the objects of one release."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from django.db.models import QuerySet
from django.test import Client

from matches.models import Dispute, Exhibit, GameRecord, Match, Player, Report
from tests.browser.pages import every_route
from tournaments.actions.people import tokens
from tournaments.models import (
    Announcement,
    CashBox,
    Challenge,
    Draw,
    Entrant,
    Event,
    Fee,
    LedgerLine,
    Pairing,
    Stage,
    Table,
    Tournament,
)

Uids = dict[str, list[str]]
# The same rows under the names that addresses give them.
_KINDS: Mapping[str, tuple[str, ...]] = {
    "tournaments": ("t",),
    "events": ("e",),
    "stages": ("s",),
    "entrants": ("x", "entrant"),
    "pairings": ("p",),
    "matches": ("m", "match"),
    "reports": ("r",),
    "disputes": ("d",),
    "records": ("g",),
    "challenges": ("k",),
    "tables": ("table",),
    "fees": ("fee",),
    "lines": ("line",),
    "exhibits": ("exhibit",),
    "hall": ("announcement",),
    "people": ("players", "player", "link"),
    "boxes": ("b",),
    "draws": (),
}
_OTHER_VALUES = {
    "game": "1",
    "step": "3",
    "act": "x",
    "ending": "csv",
    "code": "not_found",
    "uidb36": "1",
    "key": "x",
}
# What an address may answer that is looked at: a page, a way elsewhere, or a refusal in words.
_ANSWERS = {200, 302, 303, 403, 404, 405, 409, 422}


@dataclass(frozen=True, slots=True)
class Fault:
    """An address that failed, and why."""

    address: str
    why: str


def uids_of(keys: tuple[int, int]) -> Uids:
    """The rows with these keys, by the kinds of addresses."""
    rows: Mapping[str, QuerySet[Any]] = {
        "tournaments": Tournament.objects.all(),
        "events": Event.objects.all(),
        "stages": Stage.objects.all(),
        "entrants": Entrant.objects.all(),
        "pairings": Pairing.objects.all(),
        "matches": Match.objects.all(),
        "reports": Report.objects.all(),
        "disputes": Dispute.objects.all(),
        "records": GameRecord.objects.all(),
        "challenges": Challenge.objects.all(),
        "tables": Table.objects.all(),
        "fees": Fee.objects.all(),
        "lines": LedgerLine.objects.all(),
        "exhibits": Exhibit.objects.all(),
        "hall": Announcement.objects.all(),
        "people": Player.objects.all(),
        "boxes": CashBox.objects.all(),
        "draws": Draw.objects.all(),
    }
    uids_by_kind: Uids = {}
    for kind, own in rows.items():
        uids = list(own.filter(pk__range=keys).order_by("pk").values_list("uid", flat=True))
        uids_by_kind |= dict.fromkeys((kind, *_KINDS[kind]), uids)
    return uids_by_kind


def addresses(uids: Uids, *, most: int | None) -> Iterator[str]:
    """Every address with the rows of its kind: at most so many of them, other ones for each address."""
    turns = {kind: cycle(rows) for kind, rows in uids.items() if rows}
    for route in every_route().values():
        places = list(re.finditer(r"(?:(?P<kind>[\w-]+)/)?<(?:\w+:)?(?P<name>\w+)>", route))
        kinds = [_kind(place, uids) for place in places]
        if any(kind is not None and not uids[kind] for kind in kinds):
            continue
        count = len(uids[kinds[0]]) if kinds and kinds[0] is not None else 1
        for _ in range(count if most is None else min(count, most)):
            yield "/" + _filled(route, places, kinds, turns)


def _kind(place: re.Match[str], uids: Uids) -> str | None:
    """Of which kind of row a place in an address is the uid."""
    for word in (place["name"], place["kind"]):
        if word in uids:
            return word
    return None


def _filled(
    route: str, places: Sequence[re.Match[str]], kinds: Sequence[str | None], turns: Mapping[str, cycle[str]]
) -> str:
    values = [
        next(turns[kind]) if kind is not None else _OTHER_VALUES.get(place["name"], "x")
        for place, kind in zip(places, kinds, strict=True)
    ]
    parts = iter(values)
    return re.sub(r"<(?:\w+:)?\w+>", lambda _: next(parts), route)


def faults(paths: Iterable[str], *, by: Player) -> list[Fault]:
    """The addresses that fail for this player."""
    client = Client(headers={"Authorization": f"Token {tokens.make_for_operator(by, name='Walk')}"})
    client.force_login(by)
    return [fault for path in paths if (fault := _fault(client, path)) is not None]


def _fault(client: Client, path: str) -> Fault | None:
    try:
        status = client.get(path).status_code
    # Every exception of a page is a fault of it; the walk goes on, so that all are seen.
    except Exception as error:
        return Fault(path, "".join(islice(reversed(traceback.format_exception(error)), 2)))
    return None if status in _ANSWERS else Fault(path, f"status {status}")
