"""The rows of the feed that follow from an accepted result file, and from the files of the event accepted before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from matches.models import Player
from rules.profile import Clock
from rules.scoresheet import Outcome
from tournaments.exchange import EventHead, EventResults, MatchRow
from tournaments.models import FeedChange, FeedRow, Submission
from tournaments.ratings.counting import MatchEnding, MatchKind, PairedBy

from .facts import DeclaredTerms, FeedFacts
from .rows import REPEATED, NewRow, differs, newest_rows

OF_FILE = "file:"
_UNPLAYED = frozenset(outcome.value for outcome in Outcome if outcome.is_unplayed)
# A later file may correct the place of a match too.
_COMPARED = ("day", "event_uid", "stage", "round", "slot", "board", "kind", "one_id", "two_id")


@dataclass(frozen=True, slots=True)
class AcceptedFile:
    """A result file as an officer accepted it: who its people are here, by uid, and when."""

    submission: Submission
    results: EventResults
    people: Mapping[str, str]
    at: datetime

    @property
    def source(self) -> str:
        """What the rows of the file have in place of a log entry."""
        return f"{OF_FILE}{self.submission.uid}"


def rows_of_file(file: AcceptedFile, before: Mapping[str, NewRow]) -> list[NewRow]:
    """Return the rows that follow when a file is accepted, one for each match that it changes; one query.

    `before` has the current row of each match that the federation accepted with the event. A match that the file does
    not have any more has no final result.
    """
    keys = dict(Player.objects.filter(uid__in=file.people.values()).values_list("uid", "pk"))
    players = {person: keys[uid] for person, uid in file.people.items()}
    rows = []
    for match in file.results.matches:
        row, last = _final(file, match, players, before.get(match.match)), before.get(match.match)
        if last is None or row.members != last.members or differs(row.row, last.row, also=_COMPARED):
            rows.append(row)
    there = {match.match for match in file.results.matches}
    missing = [row for uid, row in before.items() if uid not in there and row.row.change == FeedChange.FINAL]
    return rows + [_reopened(file, row) for row in missing]


def current_rows(federation: int, matches: Sequence[str]) -> dict[str, NewRow]:
    """Return the current row of each of these matches from the files that a federation accepted; two queries."""
    rows = FeedRow.objects.filter(federation=federation, source__startswith=OF_FILE, match_uid__in=matches)
    return newest_rows(rows)


def _final(file: AcceptedFile, match: MatchRow, players: Mapping[str, int], before: NewRow | None) -> NewRow:
    sides = tuple(tuple(players[person] for person in side) for side in (match.winner, match.loser))
    one, two = sides
    is_single = len(one) == len(two) == 1
    kind = MatchKind.DOUBLES if not is_single else MatchKind.BOARD if match.board else MatchKind.SINGLES
    row = FeedRow(
        **_head(file, match.match),
        change=FeedChange.FINAL,
        day=match.played_on,
        event_uid=file.results.head.event,
        stage=match.stage_order,
        round=match.round,
        slot=match.slot,
        # As in a feed of one's own, the number of a match in its series says in which order they were played.
        board=match.board or match.series_match,
        kind=kind.value,
        length=match.length,
        one_id=one[0] if is_single else None,
        two_id=two[0] if is_single else None,
        winner=1,
        score_one=match.winner_score,
        score_two=match.loser_score,
        ending=MatchEnding(match.outcome).value,
        facts=_facts(match, file.results.head).to_dict(),
    )
    return NewRow(row, ((), ()) if is_single else (one, two), before)


def _reopened(file: AcceptedFile, before: NewRow) -> NewRow:
    values = {name: getattr(before.row, name) for name in REPEATED}
    row = FeedRow(**_head(file, before.row.match_uid), **values, change=FeedChange.REOPENED)
    return NewRow(row, before.members, before)


def _head(file: AcceptedFile, match: str) -> dict[str, object]:
    federation = file.submission.federation_id
    return {"source": file.source, "federation_id": federation, "at": file.at, "match_uid": match}


def _facts(match: MatchRow, head: EventHead) -> FeedFacts:
    has_score = (match.winner_score, match.loser_score) != match.start_score
    # Files of earlier releases do not say it.
    guess = match.outcome == Outcome.PLAYED or (match.outcome not in _UNPLAYED and has_score)
    return FeedFacts(
        both_moved=guess if match.both_moved is None else match.both_moved,
        start_score=match.start_score,
        penalties=match.penalties,
        paired_by=PairedBy(match.paired_by),
        declared=DeclaredTerms(
            variant=head.variant,
            profile=head.profile,
            clock=Clock.REQUIRED if match.is_clocked else Clock.ALLOWED,
            is_unrated=head.is_unrated,
            event_class=head.division,
        ),
    )
