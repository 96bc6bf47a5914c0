"""Who stands above whom on equal points: an ordered list of tiebreaks that ends in sharing the place.

A tiebreak is a code of `Tiebreak` and its record in `TIEBREAKS`: what it counts, its unit and its words.

| code | counts | unit |
|---|---|---|
| `buchholz` | the points of all opponents | half points |
| `buchholz_cut` | the same without the worst of them | half points |
| `median_buchholz` | the same without the best and the worst | half points |
| `sonneborn_berger` | the points of each opponent times what was scored against them: 1, 1/2 or 0 | quarter points |
| `head_to_head` | what was scored among those tied, where each of them has met each other equally often | half points |
| `points_difference` | points won less points lost in matches played, as far as their scores are known | points |
| `board_points` | boards won in team matches that were played: the own points of their scores | boards |
| `wins` | matches won by play: neither byes nor walkovers | matches |

All are whole numbers, more is better, and they are looked at in turn, each only by those still tied; everybody's values
are given all the same, but for the matches among those tied. The first three
and Sonneborn-Berger ask what an unplayed round is worth, which `Unplayed` declares.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, groupby
from typing import NamedTuple

from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.rounds import Record
from tournaments.words import Words

WIN = 2
HALF = 1


class Tiebreak(StrEnum):
    """The tiebreaks between entrants with equal points; SHARE ends the list."""

    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT = "buchholz_cut"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    HEAD_TO_HEAD = "head_to_head"
    POINTS_DIFFERENCE = "points_difference"
    BOARD_POINTS = "board_points"
    WINS = "wins"
    SHARE = "share"


class Unplayed(StrEnum):
    """The value of an unplayed round (a bye, a walkover, an absence) in a tiebreak.

    VIRTUAL_OPPONENT (FIDE C.02, 2009 to 2023): the entrant met an opponent who had the same points before that round,
    got the other part of its point, and half a point in every round since; to its opponents the entrant got half a
    point. OWN_POINTS: the entrant met an opponent with as many points as it has now; to its opponents it has its
    points. NOTHING: no opponent, no value. AS_PLAYED: a walkover is a match like others; a bye and an absence are worth
    nothing.
    """

    VIRTUAL_OPPONENT = "virtual_opponent"
    OWN_POINTS = "own_points"
    NOTHING = "nothing"
    AS_PLAYED = "as_played"


@dataclass(frozen=True, slots=True)
class Ranked:
    """An entrant's place, shared from `place` to `last_place`, and the values of its tiebreaks in order.

    `head_to_head` is included only if it separated, or could separate, the entrants tied with this one.
    """

    entrant: str
    place: int
    last_place: int
    tiebreaks: tuple[tuple[str, int], ...] = ()


class _ScoredRound(NamedTuple):
    """One round for a tiebreak: the half points scored, and the opponent's points."""

    scored: int
    opponent: int


def order_of(*tiebreaks: Tiebreak) -> tuple[Tiebreak, ...]:
    """Return the tiebreaks before the first SHARE.

    FormatError names every fault: `tiebreak_after_share` and `duplicate_tiebreak`, each with the `tiebreak` in
    question.
    """
    shares = tiebreaks.index(Tiebreak.SHARE) if Tiebreak.SHARE in tiebreaks else len(tiebreaks)
    order, rest = tiebreaks[:shares], tiebreaks[shares:]
    problems = [
        Problem("tiebreak_after_share", {"tiebreak": tiebreak.value})
        for tiebreak in rest
        if tiebreak is not Tiebreak.SHARE
    ]
    problems += [
        Problem("duplicate_tiebreak", {"tiebreak": tiebreak.value})
        for position, tiebreak in enumerate(order)
        if tiebreak in order[:position]
    ]
    if problems:
        raise FormatError(*problems)
    return order


def points_of(record: Record, *, bye: int = WIN, until: int | None = None) -> int:
    """Return the half points of an entrant, from all rounds or those before `until`.

    They are 2 for a win, `bye` for a bye, and what the director gave for rounds missed.
    """
    if until is None:
        return WIN * record.wins + bye * len(record.byes) + sum(record.given.values())
    by_director = sum(half_points for number, half_points in record.given.items() if number < until)
    wins = sum(meeting.has_won is True for meeting in record.meetings if meeting.round < until)
    return WIN * wins + bye * sum(number < until for number in record.byes) + by_director


def points_difference(record: Record) -> int:
    """Return the points won less the points lost in matches played with a known score."""
    scores = [meeting.score for meeting in record.meetings if meeting.is_played]
    return sum(score[0] - score[1] for score in scores if score is not None)


def rank_records(
    records: Mapping[str, Record],
    points: Mapping[str, int],
    *,
    order: Sequence[Tiebreak],
    unplayed: Unplayed = Unplayed.VIRTUAL_OPPONENT,
    rounds: int = 0,
    bye: int = WIN,
    behind: Collection[str] = (),
) -> tuple[Ranked, ...]:
    """Return the places of all entrants in `records`, best first; tied entrants share their places, in the order of lines.

    `points` are the half points that count first. `rounds` is the number of rounds so far: an entrant who neither sat
    in a round nor had a bye was absent. `bye` is the score of a bye, in half points. Those `behind` come after all
    others, whatever their points.
    """
    values = _Values(records, points, unplayed, rounds, bye)
    ranking: list[Ranked] = []

    def rank(record: Record) -> tuple[bool, int]:
        return record.entrant in behind, -points[record.entrant]

    everybody = sorted(records.values(), key=lambda record: (rank(record), record.line))
    for _, tied in groupby(everybody, key=rank):
        for group, values_used in _split([record.entrant for record in tied], order, values=values):
            first = len(ranking) + 1
            ranking += [
                Ranked(uid, first, first + len(group) - 1, values.all_of(uid, order, dict(values_used[uid])))
                for uid in group
            ]
    return tuple(ranking)


_Seen = dict[str, tuple[tuple[str, int], ...]]


def _split(
    tied: Sequence[str], order: Sequence[Tiebreak], *, values: "_Values"
) -> Iterator[tuple[Sequence[str], _Seen]]:
    """Yield the groups of entrants who share a place, best first, with the values that separated them."""
    groups: list[tuple[Sequence[str], _Seen]] = [(tied, dict.fromkeys(tied, ()))]
    for tiebreak in order:
        narrower: list[tuple[Sequence[str], _Seen]] = []
        for group, values_used in groups:
            value = values.of(tiebreak, group) if len(group) > 1 else None
            if value is None:
                narrower.append((group, values_used))
                continue
            new_values = {uid: (*values_used[uid], (tiebreak.value, value[uid])) for uid in group}
            by_value = sorted(group, key=lambda uid: -value[uid])
            narrower += [
                (members, new_values)
                for members in (list(part) for _, part in groupby(by_value, key=value.__getitem__))
            ]
        groups = narrower
    yield from groups


@dataclass(slots=True)
class _Values:
    """The values of all tiebreaks."""

    records: Mapping[str, Record]
    points: Mapping[str, int]
    unplayed: Unplayed
    rounds: int
    bye: int
    cache: dict[str, int] = field(default_factory=dict)

    def of(self, tiebreak: Tiebreak, tied: Sequence[str]) -> dict[str, int] | None:
        """Return the value of every tied entrant; None if this tiebreak cannot separate them."""
        if tiebreak is Tiebreak.HEAD_TO_HEAD:
            return self._head_to_head(tied)
        count = _count_of(tiebreak)
        return {uid: count(self, self.records[uid]) for uid in tied}

    def all_of(
        self, uid: str, order: Sequence[Tiebreak], values_used: Mapping[str, int]
    ) -> tuple[tuple[str, int], ...]:
        """Return the value of every tiebreak for one entrant, preferring those in `values_used`."""
        record = self.records[uid]
        return tuple(
            (
                tiebreak.value,
                values_used[tiebreak.value] if tiebreak in values_used else _count_of(tiebreak)(self, record),
            )
            for tiebreak in order
            if tiebreak in values_used or tiebreak is not Tiebreak.HEAD_TO_HEAD
        )

    def buchholz(self, record: Record, *, best: int = 0, worst: int = 0) -> int:
        """Return the sum of the opponents' points, without some of the best and of the worst."""
        opponents = sorted(one.opponent for one in self._rounds_of(record))
        return sum(opponents[worst : max(worst, len(opponents) - best)])

    def sonneborn_berger(self, record: Record) -> int:
        """Return the half points scored times the half points of the opponent: quarter points."""
        return sum(one.scored * one.opponent for one in self._rounds_of(record))

    def board_points(self, record: Record) -> int:
        """Return the own points in matches played, which for teams are the boards won."""
        return sum(
            meeting.score[0] for meeting in record.meetings if meeting.is_played and meeting.score is not None
        )

    def wins(self, record: Record) -> int:
        """Return the number of matches won by play."""
        return sum(meeting.is_played and meeting.has_won is True for meeting in record.meetings)

    def _head_to_head(self, tied: Sequence[str]) -> dict[str, int] | None:
        members = set(tied)
        meetings: dict[frozenset[str], int] = {}
        points = dict.fromkeys(tied, 0)
        for uid in tied:
            for meeting in self.records[uid].meetings:
                if meeting.opponent in members:
                    pair = frozenset((uid, meeting.opponent))
                    meetings[pair] = meetings.get(pair, 0) + 1
                    points[uid] += WIN if meeting.has_won is True else 0
        # A shortcut for most large groups: not all pairs have met.
        if len(meetings) < len(tied) * (len(tied) - 1) // 2:
            return None
        times = {meetings[frozenset(pair)] for pair in combinations(tied, 2)}
        return points if len(times) == 1 else None

    def _rounds_of(self, record: Record) -> Iterator[_ScoredRound]:
        """Yield the rounds of an entrant that have a value."""
        for meeting in record.meetings:
            scored = WIN if meeting.has_won is True else 0
            if meeting.is_played or self.unplayed is Unplayed.AS_PLAYED:
                yield _ScoredRound(scored, self._as_opponent(meeting.opponent))
            else:
                yield from self._without_opponent(record, meeting.round, scored=scored)
        for number in record.byes:
            yield from self._without_opponent(record, number, scored=self.bye)
        for number in self._absences(record):
            yield from self._without_opponent(record, number, scored=record.given.get(number, 0))

    def _without_opponent(self, record: Record, number: int, *, scored: int) -> Iterator[_ScoredRound]:
        if self.unplayed is Unplayed.OWN_POINTS:
            yield _ScoredRound(scored, self.points[record.entrant])
        elif self.unplayed is Unplayed.VIRTUAL_OPPONENT:
            before = points_of(record, bye=self.bye, until=number)
            yield _ScoredRound(scored, before + (WIN - scored) + HALF * (self.rounds - number))

    def _as_opponent(self, uid: str) -> int:
        """Return the value of an entrant's points to its opponents; 0 if it is no longer in the stage."""
        record = self.records.get(uid)
        if record is None:
            return 0
        if self.unplayed is not Unplayed.VIRTUAL_OPPONENT:
            return self.points[uid]
        if uid not in self.cache:
            self.cache[uid] = self._as_if_half_played(record)
        return self.cache[uid]

    def _as_if_half_played(self, record: Record) -> int:
        """Return the half points of an entrant, counting half a point for each unplayed round."""
        not_played = sum(not meeting.is_played for meeting in record.meetings)
        not_played += len(record.byes) + sum(1 for _ in self._absences(record))
        return WIN * self.wins(record) + HALF * not_played

    def _absences(self, record: Record) -> Iterable[int]:
        sat = set(record.rounds)
        return (number for number in range(1, self.rounds + 1) if number not in sat)


@dataclass(frozen=True, slots=True)
class TiebreakRecord:
    """A tiebreak: what it counts, in how many parts of a point, and what it is called.

    `name` says in a sentence what it counts, `heading` stands above a column and `short` above one on a phone.
    `count` is None where it counts only among those tied.
    """

    count: Callable[[_Values, Record], int] | None
    parts: int
    name: Words
    heading: Words
    short: Words


TIEBREAKS: Mapping[Tiebreak, TiebreakRecord] = {
    Tiebreak.BUCHHOLZ: TiebreakRecord(
        count=_Values.buchholz,
        parts=2,
        name=Words("points of the opponents (Buchholz)"),
        heading=Words("Buchholz"),
        short=Words("Bz"),
    ),
    Tiebreak.BUCHHOLZ_CUT: TiebreakRecord(
        count=lambda values, record: values.buchholz(record, worst=1),
        parts=2,
        name=Words("points of the opponents without the weakest"),
        heading=Words("Buchholz, cut"),
        short=Words("Bz cut"),
    ),
    Tiebreak.MEDIAN_BUCHHOLZ: TiebreakRecord(
        count=lambda values, record: values.buchholz(record, best=1, worst=1),
        parts=2,
        name=Words("points of the opponents without the best and the weakest"),
        heading=Words("Median"),
        short=Words("Med."),
    ),
    Tiebreak.SONNEBORN_BERGER: TiebreakRecord(
        count=_Values.sonneborn_berger,
        parts=4,
        name=Words("points of those beaten (Sonneborn-Berger)"),
        heading=Words("S.-Berger"),
        short=Words("S.-B."),
    ),
    Tiebreak.HEAD_TO_HEAD: TiebreakRecord(
        count=None,
        parts=2,
        name=Words("matches between those tied"),
        heading=Words("Head to head"),
        short=Words("H2H"),
    ),
    Tiebreak.POINTS_DIFFERENCE: TiebreakRecord(
        count=lambda _values, record: points_difference(record),
        parts=1,
        name=Words("points won less points lost"),
        heading=Words("Difference", context="a tiebreak"),
        short=Words("Diff."),
    ),
    Tiebreak.BOARD_POINTS: TiebreakRecord(
        count=_Values.board_points,
        parts=1,
        name=Words("boards won in team matches"),
        heading=Words("Boards", context="a tiebreak"),
        short=Words("Bds"),
    ),
    Tiebreak.WINS: TiebreakRecord(
        count=_Values.wins,
        parts=1,
        name=Words("matches won by play"),
        heading=Words("Wins"),
        short=Words("Wins", context="a tiebreak, shortened"),
    ),
}


def require_records(records: Collection[Tiebreak]) -> None:
    """Raise LookupError with the names of the tiebreaks that have no record."""
    if missing := {*Tiebreak} - {Tiebreak.SHARE, *records}:
        raise LookupError(f"no record of the tiebreaks {', '.join(sorted(missing))}")


require_records(TIEBREAKS)


def tiebreak_of(code: str) -> TiebreakRecord | None:
    """Return the record of a tiebreak; None for another number of a standing."""
    return TIEBREAKS.get(Tiebreak(code)) if code in {*Tiebreak} else None


def parts_of_a_point(code: str) -> int:
    """Return in how many parts of a point a number of a standing is counted, 1 for whole ones."""
    record = tiebreak_of(code)
    return 1 if record is None else record.parts


def _count_of(tiebreak: Tiebreak) -> Callable[[_Values, Record], int]:
    count = TIEBREAKS[tiebreak].count
    if count is None:
        raise LookupError(f"{tiebreak} counts only among those tied")
    return count
