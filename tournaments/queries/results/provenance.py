"""Where the word of each side in a match came from, as far as a director may want to ask."""

from __future__ import annotations

from dataclasses import dataclass

from matches.models import Match, Settled, Source
from tournaments.acts import ABSENT, OfMatch, readable
from tournaments.acts.disputes import ResultDisputed
from tournaments.acts.results import MatchForfeited, OfReport, ResultConfirmed, ResultReported
from tournaments.models import LogEntry

# What a side says about a result.
_BY_SIDES = frozenset({Settled.OWN_LOSS, Settled.CONFIRMED, Settled.SAME, Settled.OVERDUE})
_WORDS = [kind.code for kind in (ResultReported, ResultConfirmed, MatchForfeited, ResultDisputed)]


@dataclass(frozen=True, slots=True)
class ForeignLink:
    """A side spoke through a private link that somebody else made: the player, and who made it."""

    player: str
    maker: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """What stands beside a result for its director; false for a result that says nothing of it."""

    links: tuple[ForeignLink, ...]
    is_one_browser: bool
    """Two players spoke, each with an entry of their own, from one browser."""

    def __bool__(self) -> bool:
        return bool(self.links) or self.is_one_browser


def provenance(match: Match) -> Provenance:
    """How the two sides' words about a result came; one query, and none for a result that a director gave.

    Both sides on one phone, who say so, leave one entry and are no concern.
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
