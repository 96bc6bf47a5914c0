"""The rows of the feed that follow from an archive of old results, and from undoing its import."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256

from tournaments.exchange import ArchiveMatch
from tournaments.models import Archive, FeedChange, FeedRow
from tournaments.ratings.counting import MatchEnding, MatchKind, PairedBy

from .facts import ArchivedFacts, DeclaredTerms, FeedFacts
from .rows import REPEATED, NewRow, newest_rows, with_members

OF_ARCHIVE = "archive:"
OF_UNDONE = "undone:"
# Matches under one name belong to one event while no more days pass between them.
_PAUSE_IN_EVENT = timedelta(days=7)
_UID = 20


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """A line of an archive with its players here, by uid, and the ids of the match and of its event.

    The id of a match follows from who met whom, when and how it ended, so that a second archive with the same line is seen.
    """

    line: ArchiveMatch
    winner: str
    loser: str
    match_uid: str
    event_uid: str


def archived_matches(archive: Archive, lines: Sequence[ArchiveMatch]) -> list[ArchivedMatch]:
    """Return the lines of an archive with their players and ids, in their order."""
    events = _first_days(lines)
    same: Counter[tuple[object, ...]] = Counter()
    matches = []
    for line in lines:
        winner, loser = (archive.people[person.key] for person in line.people)
        content = (line.day, line.event, winner, loser, line.length, line.score)
        # Two may have met twice on a day with the same result.
        same[content] += 1
        matches.append(
            ArchivedMatch(
                line,
                winner,
                loser,
                _uid(archive.federation.uid, *content, same[content]),
                _uid(archive.federation.uid, line.event, events[line.event, line.day]),
            )
        )
    return matches


def rows_of_archive(
    archive: Archive,
    matches: Sequence[ArchivedMatch],
    players: Mapping[str, int],
    before: Mapping[str, NewRow],
    at: datetime,
) -> list[NewRow]:
    """Return the rows of an archive; `players` has the keys of its players, `before` the rows of archives undone."""
    rows = []
    for match in matches:
        line = match.line
        score = line.score or (line.length, 0)
        row = FeedRow(
            source=f"{OF_ARCHIVE}{archive.uid}",
            federation_id=archive.federation_id,
            at=at,
            match_uid=match.match_uid,
            change=FeedChange.FINAL,
            day=line.day,
            event_uid=match.event_uid,
            slot=line.line,
            kind=MatchKind.SINGLES.value,
            length=line.length,
            one_id=players[match.winner],
            two_id=players[match.loser],
            winner=1,
            score_one=score[0],
            score_two=score[1],
            ending=MatchEnding.PLAYED.value,
            facts=_facts(archive, line).to_dict(),
        )
        rows.append(NewRow(row, ((), ()), before.get(match.match_uid)))
    return rows


def imported_rows(archive: Archive) -> list[NewRow]:
    """Return the rows that an archive brought; two queries."""
    return with_members(FeedRow.objects.filter(source=f"{OF_ARCHIVE}{archive.uid}"))


def rows_undoing(archive: Archive, rows_before: Sequence[NewRow], at: datetime) -> list[NewRow]:
    """Return the rows that cancel those which an archive brought."""
    rows = []
    for before in rows_before:
        values = {name: getattr(before.row, name) for name in REPEATED}
        row = FeedRow(
            source=f"{OF_UNDONE}{archive.uid}",
            federation_id=archive.federation_id,
            at=at,
            match_uid=before.row.match_uid,
            change=FeedChange.CANCELLED,
            **values,
        )
        rows.append(NewRow(row, before.members, before))
    return rows


def current_rows(federation: int, matches: Sequence[str]) -> dict[str, NewRow]:
    """Return the last row of each of these matches from the archives of a federation."""
    newest: dict[str, NewRow] = {}
    for start in range(0, len(matches), _AT_ONCE):
        rows = FeedRow.objects.filter(federation=federation, match_uid__in=matches[start : start + _AT_ONCE])
        newest |= newest_rows(rows)
    return newest


# Keys per statement, because statements have a maximum number of values.
_AT_ONCE = 5000


def _facts(archive: Archive, line: ArchiveMatch) -> FeedFacts:
    return FeedFacts(
        both_moved=True,
        start_score=(0, 0),
        penalties=(0, 0),
        paired_by=PairedBy.FORMAT,
        declared=DeclaredTerms(event_class=archive.event_class),
        archived=ArchivedFacts(
            event=line.event, confidence=archive.confidence, has_score=line.score is not None
        ),
    )


def _first_days(lines: Sequence[ArchiveMatch]) -> dict[tuple[str, date], date]:
    """Return the first day of the event of each name and day; a long pause begins another event."""
    first_days: dict[tuple[str, date], date] = {}
    last: dict[str, date] = {}
    for name, day in sorted({(line.event, line.day) for line in lines}):
        before = last.get(name)
        goes_on = before is not None and day - before <= _PAUSE_IN_EVENT
        first_days[name, day] = first_days[name, before] if goes_on and before is not None else day
        last[name] = day
    return first_days


def _uid(*content: object) -> str:
    return sha256(repr([str(one) for one in content]).encode()).hexdigest()[:_UID]
