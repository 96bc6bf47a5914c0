"""The results of a person over all public tournaments, read from the feed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, Exists, F, IntegerField, OuterRef, QuerySet, Value
from django.db.models.functions import Coalesce

from matches.models import Player, rows_of_person
from tournaments.models import FeedChange, FeedRow
from tournaments.queries.feed.archive_rows import OF_ARCHIVE
from tournaments.queries.feed.results import public_rows
from tournaments.ratings.counting import MatchEnding, MatchKind

AT_THE_BOARD = frozenset({MatchEnding.PLAYED, MatchEnding.RETIRED})
"""How a match ends that was played; a forfeit or a settled match says nothing about two players."""

_COLUMNS = ("number", "match_uid", "day", "event_id", "event_uid", "source", "kind", "length", "ending")
_ORDER = ("stage", "round", "slot", "board")


class CareerMatch(NamedTuple):
    """A final match as one of its players sees it; `opponent` is a person, None where a pair plays a pair.

    `place` is its stage, round, slot and board. `has_won` is None for a match without a winner.
    """

    number: int
    uid: str
    day: date | None
    event: int | None
    event_uid: str
    source: str
    kind: str
    length: int
    ending: str
    place: tuple[int, int, int, int]
    own_score: int
    other_score: int
    has_won: bool | None
    is_side_one: bool
    opponent: int | None

    @property
    def is_counted(self) -> bool:
        """Whether the match stands in figures of won and lost: it was played, by two players."""
        return self.was_played and self.kind != MatchKind.DOUBLES

    @property
    def was_played(self) -> bool:
        """Whether the match was played to its end, or until a side gave it up."""
        return self.ending in AT_THE_BOARD and self.has_won is not None

    @property
    def has_score(self) -> bool:
        """Whether the score is known: an archive that names the winner alone is stored as won to nothing."""
        return not self.source.startswith(OF_ARCHIVE) or min(self.own_score, self.other_score) > 0

    @property
    def occasion(self) -> tuple[int | None, str]:
        """The event, or where it was brought by a file, what the file calls it."""
        return self.event, self.event_uid or self.source


@dataclass(slots=True)
class WonLost:
    """Matches won and lost."""

    won: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """The number of matches."""
        return self.won + self.lost

    @property
    def percent(self) -> int:
        """The matches won of a hundred, rounded half up; 0 without a match."""
        return (200 * self.won + self.played) // (2 * self.played) if self.played else 0

    def add(self, match: CareerMatch) -> None:
        """Count a match that was played."""
        self.won += match.has_won is True
        self.lost += match.has_won is False


@dataclass(frozen=True, slots=True)
class CareerFigures:
    """Matches won and lost in all, in pairs, by length from the shortest, by year and by opponent.

    Years begin with the newest, opponents with the most frequent.
    """

    total: WonLost = field(default_factory=WonLost)
    in_pairs: WonLost = field(default_factory=WonLost)
    by_length: Mapping[int, WonLost] = field(default_factory=dict)
    by_year: Mapping[int, WonLost] = field(default_factory=dict)
    by_opponent: Mapping[int, WonLost] = field(default_factory=dict)


def career(person: Player) -> list[CareerMatch]:
    """Return the final matches of a person in public tournaments, the newest first; one query.

    Boards of team matches are matches of their players, and the team match as a whole is none.
    """
    rows = rows_of_person(person.pk)
    current = public_results()
    as_one = _seen_by(current.filter(one__in=rows), 1, opponent=Coalesce("two__merged_into_id", "two_id"))
    as_two = _seen_by(current.filter(two__in=rows), 2, opponent=Coalesce("one__merged_into_id", "one_id"))
    pairs = current.filter(kind=MatchKind.DOUBLES, members__player__in=rows)
    nobody = Value(None, output_field=BigIntegerField(null=True))
    in_pairs = _seen_by(pairs, F("members__side"), opponent=nobody)
    matches: dict[str, CareerMatch] = {}
    for row in as_one.union(as_two, in_pairs, all=True):
        match = _match(row)
        other = matches.get(match.uid)
        # A match counts once: by its log where that is here, else as it was brought first.
        if other is None or (other.event is None, other.number) > (match.event is None, match.number):
            matches[match.uid] = match
    return sorted(matches.values(), key=_when, reverse=True)


def figures(matches: Iterable[CareerMatch]) -> CareerFigures:
    """Return what the matches of a person add up to."""
    total, in_pairs = WonLost(), WonLost()
    by_length: dict[int, WonLost] = defaultdict(WonLost)
    by_year: dict[int, WonLost] = defaultdict(WonLost)
    by_opponent: dict[int, WonLost] = defaultdict(WonLost)
    for match in matches:
        if match.was_played and match.kind == MatchKind.DOUBLES:
            in_pairs.add(match)
        if not match.is_counted:
            continue
        total.add(match)
        by_length[match.length].add(match)
        if match.day is not None:
            by_year[match.day.year].add(match)
        if match.opponent is not None:
            by_opponent[match.opponent].add(match)
    often = sorted(by_opponent.items(), key=lambda one: (-one[1].played, -one[1].won, one[0]))
    return CareerFigures(
        total,
        in_pairs,
        dict(sorted(by_length.items())),
        dict(sorted(by_year.items(), reverse=True)),
        dict(often),
    )


def by_occasion(matches: Sequence[CareerMatch]) -> list[list[CareerMatch]]:
    """Return the matches of each event, that of the newest match first."""
    groups: dict[tuple[int | None, str], list[CareerMatch]] = {}
    for match in matches:
        groups.setdefault(match.occasion, []).append(match)
    return list(groups.values())


def public_results() -> QuerySet[FeedRow]:
    """Return the rows of the feed that everybody may read and that count now.

    What several federations brought has a row of each of them, and one of its log where that is here.
    """
    current = public_rows().filter(change=FeedChange.FINAL).order_by()
    return current.filter(~Exists(FeedRow.objects.filter(supersedes=OuterRef("number"))))


def _seen_by(rows: QuerySet[FeedRow], side: Any, *, opponent: Any) -> QuerySet[FeedRow, tuple[Any, ...]]:
    own = side if isinstance(side, F) else Value(side, output_field=IntegerField())
    sides = rows.annotate(own=own, opponent=opponent)
    return sides.values_list(*_COLUMNS, *_ORDER, "winner", "score_one", "score_two", "own", "opponent")


def _match(row: tuple[Any, ...]) -> CareerMatch:
    facts, place, result = row[: len(_COLUMNS)], row[len(_COLUMNS) : -5], row[-5:]
    winner, one, two, own, opponent = result
    is_side_one = own == 1
    scores = (one, two) if is_side_one else (two, one)
    has_won = None if winner is None else winner == own
    return CareerMatch._make((*facts, place, *scores, has_won, is_side_one, opponent))


def _when(match: CareerMatch) -> tuple[Any, ...]:
    """Return what orders matches from the oldest, those without a day first."""
    return (match.day or date.min, match.event_uid, match.place, match.number)
