"""A slow twin of the feed: it looks at every match after every act, and writes down what has changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from matches.models import Match
from tournaments.models import FeedRow, Tournament
from tournaments.queries.audit.evidence import matches_of
from tournaments.queries.feed.facts import FeedFacts
from tournaments.queries.ratings.match_facts import facts_of_matches


class SeenRow(NamedTuple):
    """What a row of the feed says of the result of a match."""

    change: str
    ending: str
    winner: int | None
    score: tuple[int, int]
    length: int
    both_moved: bool
    start_score: tuple[int, int]
    penalties: tuple[int, int]
    paired_by: str
    day: date | None


class RowReference(NamedTuple):
    """How a row of the feed refers to the row before, as an index among the rows of its match."""

    row: SeenRow
    supersedes: int | None


@dataclass(slots=True)
class FeedTwin:
    """The rows that each match of a tournament should have, by uid."""

    tournament: Tournament
    rows: dict[str, list[SeenRow]] = field(default_factory=dict)

    def look(self) -> None:
        """Add a row for each match that has another result than at the last look."""
        matches = list(matches_of(self.tournament))
        facts = facts_of_matches([match.pk for match in matches])
        for match in matches:
            of_match = self.rows.get(match.uid, [])
            last = of_match[-1] if of_match else None
            if match.is_final and match.cancelled_at is None:
                known = facts[match.pk]
                row = SeenRow(
                    "final",
                    known.ending.value,
                    {"one": 1, "two": 2}.get(match.winner),
                    known.score,
                    known.length,
                    known.both_moved,
                    known.start_score,
                    known.penalties,
                    known.paired_by.value,
                    last.day if last is not None and last.change == "final" else known.day,
                )
            elif last is None or last.change != "final":
                continue
            else:
                row = last._replace(change="reopened" if match.cancelled_at is None else "cancelled")
            if last is None or row != last:
                self.rows.setdefault(match.uid, []).append(row)

    def references(self) -> dict[str, list[RowReference]]:
        """Return these rows as the feed should have them."""
        return {
            uid: [RowReference(row, place - 1 if place else None) for place, row in enumerate(rows)]
            for uid, rows in self.rows.items()
        }


def stored_rows(tournament: Tournament) -> dict[str, list[RowReference]]:
    """Return the rows of the feed of a tournament, by match."""
    places: dict[int, int] = {}
    by_match: dict[str, list[RowReference]] = {}
    for row in FeedRow.objects.filter(tournament=tournament).order_by("number"):
        of_match = by_match.setdefault(row.match_uid, [])
        places[row.number] = len(of_match)
        facts = FeedFacts.from_dict(row.facts)
        row_of_twin = SeenRow(
            row.change,
            row.ending,
            row.winner,
            (row.score_one, row.score_two),
            row.length,
            facts.both_moved,
            facts.start_score,
            facts.penalties,
            facts.paired_by.value,
            row.day,
        )
        of_match.append(RowReference(row_of_twin, None if row.supersedes is None else places[row.supersedes]))
    return by_match


def without_returns(rows: dict[str, list[RowReference]]) -> dict[str, list[SeenRow]]:
    """Return the rows without results that were taken back and stood again as they were.

    One act may do both, as when somebody is out of the event: the log has an entry for each, and the twin sees neither.
    """
    by_match = {}
    for uid, references in rows.items():
        of_match: list[SeenRow] = []
        for row, _supersedes in references:
            is_return = row.change == "final" and of_match[-1:] and of_match[-1].change == "reopened"
            if is_return and of_match[-2:-1] == [row]:
                of_match.pop()
            else:
                of_match.append(row)
        by_match[uid] = of_match
    return by_match


def refreshed(match: Match) -> Match:
    """Return the match as it stands in the database now."""
    return Match.objects.get(pk=match.pk)
