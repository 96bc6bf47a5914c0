"""The origin of both sides' reports of a result, as shown to directors."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import Match, Settled, Source
from tournaments.acts import ABSENT, OfMatch, readable
from tournaments.acts.disputes import ResultDisputed
from tournaments.acts.results import MatchForfeited, OfReport, ResultConfirmed, ResultReported
from tournaments.models import LogEntry

# The ways in which sides settle a result.
_BY_SIDES = frozenset({Settled.OWN_LOSS, Settled.CONFIRMED, Settled.SAME, Settled.OVERDUE})
_WORDS = [kind.code for kind in (ResultReported, ResultConfirmed, MatchForfeited, ResultDisputed)]


@dataclass(frozen=True, slots=True)
class ForeignLink:
    """A report through a private link made by another player: the reporter and the maker."""

    player: str
    maker: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """The remarks on the origin of a result, for its director; false if there are none."""

    links: tuple[ForeignLink, ...]
    is_one_browser: bool
    """Two players reported from the same browser in separate log entries."""

    def __bool__(self) -> bool:
        return bool(self.links) or self.is_one_browser


def provenance(match: Match) -> Provenance:
    """Return the origin of the reports of a match; one query, none for a director's result.

    A joint report of both sides on one phone is one log entry and needs no remark.
    """
    if match.is_final and match.settled not in _BY_SIDES:
        return Provenance((), is_one_browser=False)
    entries = LogEntry.objects.filter(subject=match.uid, code__in=_WORDS).exclude(by=None)
    rows = entries.select_related("by", "link__made_by").order_by("seq")
    links: dict[tuple[str, str], None] = {}
    speakers: dict[str, set[str]] = {}
    for entry in rows:
        if entry.by is None:
            continue
        if entry.link is not None and entry.link.made_by is not None and entry.link.made_by != entry.by:
            links[entry.by.name, entry.link.made_by.name] = None
        act = readable(entry)
        if not isinstance(act, OfMatch) or act.browser is ABSENT:
            continue
        if not (isinstance(act, OfReport) and act.source == Source.TOGETHER):
            speakers.setdefault(act.browser, set()).add(entry.by.uid)
    return Provenance(
        tuple(ForeignLink(player, maker) for player, maker in links),
        any(len(players) > 1 for players in speakers.values()),
    )
