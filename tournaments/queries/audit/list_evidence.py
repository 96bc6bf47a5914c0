"""Audit of rating lists: official rows and opening ratings are compared with the digests in the log of the federation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tournaments.acts import ABSENT, Act
from tournaments.acts.lists import OpeningsSet
from tournaments.models import Federation, OfficialList, OfficialRow, OpeningRating
from tournaments.ratings.lists import digest

from .checks import Finding, FindingCode

_NUMBERS = ("place", "rating", "experience", "matches", "wins", "last_day", "adjustment")


def list_findings(federation: Federation, acts: Iterable[Act]) -> Iterator[Finding]:
    """Yield a finding for every official list and every list whose rows have another digest."""
    digests = _official_digests(federation)
    for official in OfficialList.objects.filter(list__federation=federation).order_by("pk"):
        if digests.get(official.pk, digest(())) != official.digest:
            yield Finding(FindingCode.OFFICIAL_ROWS_DIFFER, official.uid)
    set_last = {act.subject: act.digest for act in acts if isinstance(act, OpeningsSet)}
    rows = OpeningRating.objects.filter(list__federation=federation)
    present = set(rows.order_by().values_list("list__uid", flat=True).distinct())
    for uid in sorted(present | set_last.keys()):
        # Ratings that an earlier release stored have no digest.
        if set_last.get(uid) is not ABSENT and openings_digest(uid) != set_last.get(uid):
            yield Finding(FindingCode.OPENINGS_DIFFER, uid)


def openings_digest(rating_list: str) -> str:
    """Return the digest of the opening ratings of the list with this uid; one query."""
    rows = OpeningRating.objects.filter(list__uid=rating_list).order_by()
    return digest(
        (uid, tuple(numbers)) for uid, *numbers in rows.values_list("player__uid", "rating", "experience")
    )


def _official_digests(federation: Federation) -> dict[int, str]:
    """Return the digest of the rows of each official list of a federation by primary key; one query."""
    rows = OfficialRow.objects.filter(official__list__federation=federation).order_by("official")
    values = rows.values_list("official", "uid", *_NUMBERS).iterator(chunk_size=10_000)
    return {
        official: digest((uid, (place or 0, *numbers)) for _official, uid, place, *numbers in group)
        for official, group in groupby(values, key=lambda row: row[0])
    }
