"""The rows of the feed that follow from entries of a log, as facts were after each entry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from matches.models import Match, Report, SideMember
from rules.match import Side
from rules.scoresheet import Outcome, Score
from tournaments.acts import readable
from tournaments.acts.federations import SanctionGranted, SanctionRefused
from tournaments.acts.tournaments import EventChanged, RatingTermsRuled, RatingTermsSet, TournamentChanged
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    EventKind,
    FeedChange,
    FeedCursor,
    FeedMember,
    FeedRow,
    LogEntry,
    Pairing,
    Tournament,
    Visibility,
    board_of,
    is_series,
    pairing_of,
)
from tournaments.queries.ratings.opponents import Opponents, opponents_of
from tournaments.ratings.counting import MatchEnding, MatchKind

from .facts import FeedFacts
from .named_matches import NamedMatch, ReportsByDigest, is_cancelled, matches_named_by

_UNPLAYED = frozenset(outcome.value for outcome in Outcome if outcome.is_unplayed)
_KINDS = {
    EventKind.SINGLES: MatchKind.SINGLES,
    EventKind.DOUBLES: MatchKind.DOUBLES,
    EventKind.TEAMS: MatchKind.TEAMS,
}
_NUMBERS = {"": None, Side.ONE.value: 1, Side.TWO.value: 2}
# Large columns of a stage that no row is made from.
_LARGE = tuple(
    f"{way}__{column}"
    for way in (way.removesuffix("__event__tournament") for way in WAY_TO_TOURNAMENT)
    for column in ("standings", "options", "ties", "feeds")
)
# Keys per statement, because statements have a maximum number of values.
_AT_ONCE = 1000
_COMPARED = ("change", "ending", "winner", "score_one", "score_two", "length", "facts")
"""A row is written where one of these differs from the row before."""
REPEATED = (
    "day",
    "event_id",
    "event_uid",
    "stage",
    "round",
    "slot",
    "board",
    "kind",
    "length",
    "one_id",
    "two_id",
    "winner",
    "score_one",
    "score_two",
    "ending",
    "facts",
)
"""What a row that reopens or cancels a match repeats."""

_TERMS = frozenset(
    kind.code for kind in (EventChanged, RatingTermsSet, RatingTermsRuled, SanctionGranted, SanctionRefused)
)
"""The acts that change what counting rules ask of an event."""

Members = tuple[tuple[int, ...], tuple[int, ...]]
"""The keys of the players of the two sides."""


@dataclass(slots=True)
class NewRow:
    """A row without its number; `before` is the row that it supersedes, stored or new. `members` are its players."""

    row: FeedRow
    members: Members
    before: NewRow | None = None


@dataclass(frozen=True, slots=True)
class FeedBatch:
    """The rows that follow from the entries of a tournament up to number `seq`.

    `events` are the keys of the events of which the entries change what counting rules ask for.
    """

    seq: int
    rows: Sequence[NewRow] = field(default=())
    events: frozenset[int] = frozenset()


def batch_after(tournament: Tournament, seq: int, *, most: int) -> FeedBatch:
    """Return the rows of the next entries after number `seq`, at most so many entries; a fixed number of queries.

    The rows stored so far must be those of the entries up to `seq`.
    """
    entries = list(LogEntry.objects.filter(tournament=tournament, seq__gt=seq).order_by("seq")[:most])
    if not entries:
        return FeedBatch(seq)
    events = {entry.event_id for entry in entries if entry.code in _TERMS and entry.event_id is not None}
    return FeedBatch(entries[-1].seq, rows_of_entries(tournament, entries), frozenset(events))


def rows_of_entries(
    tournament: Tournament, entries: Sequence[LogEntry], newest: dict[str, NewRow] | None = None
) -> list[NewRow]:
    """Return the rows that follow from these entries of a log.

    `newest` has the current rows of all matches before them; without it they are those that are stored.
    """
    named = list(matches_named_by(entries))
    openings = [entry for entry in entries if _makes_public(entry)]
    if not named and not openings:
        return []
    if newest is None:
        own = FeedRow.objects.filter(tournament=tournament)
        # Whoever follows the public rows by their numbers has not seen those of a tournament that is made public.
        newest = newest_rows(own if openings else own.filter(match_uid__in={one.uid for one in named}))
    return _rows(tournament, named, openings, newest)


def tournaments_behind() -> list[Tournament]:
    """Return the tournaments with entries that the feed has not read, the longest known first; one query."""
    cursors = FeedCursor.objects.filter(tournament=OuterRef("pk"), seq__gte=OuterRef("log_seq"))
    return list(Tournament.objects.filter(~Exists(cursors), log_seq__gt=0).order_by("pk"))


def _makes_public(entry: LogEntry) -> bool:
    """Whether strangers see the tournament from this entry on, with all that was played before."""
    if entry.code != TournamentChanged.code:
        return False
    act = readable(entry)
    if not isinstance(act, TournamentChanged):
        return False
    return "visibility" in act.changed and act.visibility == Visibility.PUBLIC


def _rows(
    tournament: Tournament,
    named: Sequence[NamedMatch],
    openings: Sequence[LogEntry],
    newest: dict[str, NewRow],
) -> list[NewRow]:
    known = _RowSources.of({one.uid for one in named})
    rows = []
    in_order: list[NamedMatch | LogEntry] = sorted([*named, *openings], key=attrgetter("seq"))
    for one in in_order:
        if isinstance(one, LogEntry):
            again = [
                _again(row, one, tournament) for row in newest.values() if row.row.change == FeedChange.FINAL
            ]
            newest |= {row.row.match_uid: row for row in again}
            rows += again
            continue
        match = known.matches.get(one.uid)
        if match is None:
            continue
        before = newest.get(one.uid)
        row = known.row_after(match, one, before)
        if row is not None and (before is None or differs(row.row, before.row)):
            newest[one.uid] = row
            rows.append(row)
    return rows


def _again(before: NewRow, entry: LogEntry, tournament: Tournament) -> NewRow:
    """Return the row that says the same again at a later entry of the log."""
    values = {name: getattr(before.row, name) for name in REPEATED}
    row = FeedRow(
        tournament=tournament,
        seq=entry.seq,
        at=entry.at,
        match_uid=before.row.match_uid,
        change=before.row.change,
        **values,
    )
    return NewRow(row, before.members, before)


def newest_rows(rows: QuerySet[FeedRow]) -> dict[str, NewRow]:
    """Return the last of these rows of each match with its players, by its uid; two queries."""
    newest = {row.match_uid: row for row in rows.order_by("number")}
    return {row.row.match_uid: row for row in _with_players(list(newest.values()))}


def with_members(rows: QuerySet[FeedRow]) -> list[NewRow]:
    """Return these rows with their players, in the order of their numbers; a query for each thousand rows."""
    return _with_players(list(rows.order_by("number")))


def _with_players(rows: Sequence[FeedRow]) -> list[NewRow]:
    members: dict[int, Members] = {}
    of_pairs = [row.pk for row in rows if row.one_id is None]
    for start in range(0, len(of_pairs), _AT_ONCE):
        of_rows = FeedMember.objects.filter(row__in=of_pairs[start : start + _AT_ONCE])
        in_order = of_rows.order_by("row_id", "side", "order")
        for row, side, player in in_order.values_list("row_id", "side", "player_id"):
            one, two = members.get(row, ((), ()))
            members[row] = ((*one, player), two) if side == 1 else (one, (*two, player))
    return [NewRow(row, members.get(row.pk, ((), ()))) for row in rows]


def differs(row: FeedRow, before: FeedRow, *, also: Sequence[str] = ()) -> bool:
    """Whether a row says anything else than the row before of its match."""
    return any(getattr(row, name) != getattr(before, name) for name in (*_COMPARED, *also))


@dataclass(frozen=True, slots=True)
class _RowSources:
    """What is read of some matches to make their rows."""

    matches: Mapping[str, Match]
    reports: ReportsByDigest
    players: Mapping[int, tuple[int, ...]]
    opponents: Opponents

    @classmethod
    def of(cls, uids: Collection[str]) -> _RowSources:
        """Read these matches; nine queries."""
        rows = Match.objects.filter(uid__in=uids).select_related("accepted_report", *WAY_TO_TOURNAMENT)
        matches = list(rows.defer(*_LARGE).prefetch_related("penalties", "suspensions"))
        sides = {side for match in matches for side in (match.one_id, match.two_id)}
        players: dict[int, tuple[int, ...]] = defaultdict(tuple)
        members = SideMember.objects.filter(side__in=sides).order_by("side_id", "order")
        for side, player in members.values_list("side_id", "player_id"):
            players[side] += (player,)
        return cls(
            {match.uid: match for match in matches},
            ReportsByDigest.of(matches),
            players,
            opponents_of([pairing_of(match) for match in matches]),
        )

    def row_after(self, match: Match, named: NamedMatch, before: NewRow | None) -> NewRow | None:
        """Return the row of a match after an entry; None if it has no result, and had none before."""
        report = self.reports.counted(match, named)
        tournament = pairing_of(match).stage.event.tournament
        head = {"tournament": tournament, "seq": named.seq, "at": named.at, "match_uid": match.uid}
        if report is not None and not is_cancelled(match, named):
            return self._final(match, report, named, before, head)
        if before is None or (report is None and named.is_final):
            return None
        change = FeedChange.REOPENED if report is None else FeedChange.CANCELLED
        values = {name: getattr(before.row, name) for name in REPEATED}
        return NewRow(FeedRow(**head, **values, change=change), before.members, before)

    def _final(
        self,
        match: Match,
        report: Report,
        named: NamedMatch,
        before: NewRow | None,
        head: Mapping[str, Any],
    ) -> NewRow:
        pairing, board = pairing_of(match), board_of(match)
        event = pairing.stage.event
        members: Members = (self.players[match.one_id], self.players[match.two_id])
        kind = _KINDS[EventKind(event.kind)] if board is None or pairing.best_of > 1 else MatchKind.BOARD
        if is_series(match):
            kind = MatchKind.SERIES
        # Pairs and teams have their players in a table of their own.
        alone = [side[0] if len(side) == 1 else None for side in members]
        is_single = kind in (MatchKind.SINGLES, MatchKind.BOARD) and None not in alone
        row = FeedRow(
            **head,
            change=FeedChange.FINAL,
            day=self._day(match, named, before),
            event=event,
            event_uid=event.uid,
            stage=pairing.stage.order,
            round=pairing.round,
            slot=pairing.slot,
            board=0 if board is None else board.number,
            kind=kind.value,
            length=report.length,
            one_id=alone[0] if is_single else None,
            two_id=alone[1] if is_single else None,
            winner=_NUMBERS[report.winner],
            score_one=report.score_one,
            score_two=report.score_two,
            ending=MatchEnding(report.outcome).value,
            facts=self._facts(match, report, named, pairing).to_dict(),
        )
        return NewRow(row, ((), ()) if is_single else members, before)

    def _facts(self, match: Match, report: Report, named: NamedMatch, pairing: Pairing) -> FeedFacts:
        penalties = _penalties(match, named.at)
        floor = (match.start_one + penalties[0], match.start_two + penalties[1])
        return FeedFacts(
            both_moved=_have_both_moved(match, report, floor, named.at),
            start_score=(match.start_one, match.start_two),
            penalties=penalties,
            # Lines can change after a walkover, because nobody has begun.
            paired_by=(
                self.opponents.drawn_by(pairing) if report.is_unspoken else self.opponents.paired_by(pairing)
            ),
        )

    def _day(self, match: Match, named: NamedMatch, before: NewRow | None) -> date | None:
        """Return the day on which the match ended: that of its first report, or of the first since it was suspended.

        A correction does not move it.
        """
        if before is not None and before.row.change == FeedChange.FINAL:
            return before.row.day
        since = max((one.at for one in match.suspensions.all() if one.at <= named.at), default=None)
        report_times = (report.at for report in self.reports.reports.get(match.pk, ()))
        times = [at for at in report_times if at <= named.at and (since is None or at >= since)]
        zone = pairing_of(match).stage.event.tournament.time_zone
        return min(times, default=named.at).astimezone(zone).date()


def _penalties(match: Match, at: datetime) -> Score:
    """Return the penalty points of each side that were in force at this time."""
    points = {Side.ONE.value: 0, Side.TWO.value: 0}
    for penalty in match.penalties.all():
        if penalty.at <= at and (penalty.voided_at is None or penalty.voided_at > at):
            points[penalty.to] += penalty.points
    return points[Side.ONE.value], points[Side.TWO.value]


def _have_both_moved(match: Match, report: Report, floor: Score, at: datetime) -> bool:
    """Whether the rows show play: games, points that were won, a start stamp or a suspension before this time."""
    if report.outcome == Outcome.PLAYED or report.outcome in _UNPLAYED:
        return report.outcome == Outcome.PLAYED
    is_started = match.started_at is not None and match.started_at <= at
    was_suspended = any(one.at <= at for one in match.suspensions.all())
    return report.has_games or report.score != floor or is_started or was_suspended


def numbered(rows: Iterable[NewRow], *, after: int) -> Iterator[tuple[FeedRow, list[FeedMember]]]:
    """Number these rows in order, and yield each with its members."""
    for number, new in enumerate(rows, start=after + 1):
        new.row.number = number
        new.row.supersedes = None if new.before is None else new.before.row.number
        members = [
            FeedMember(row=new.row, side=side, order=order, player_id=player)
            for side, players in enumerate(new.members, start=1)
            for order, player in enumerate(players)
        ]
        yield new.row, members
