"""Matches in lists: sides, table, length, and state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import EFFECTIVE, Dispute, Match, Player, Report, SideMember, rows_of_person
from rules.match import Side
from tournaments.formats import Round
from tournaments.models import (
    WAY_TO_TOURNAMENT,
    Board,
    Draw,
    Event,
    EventKind,
    Pairing,
    Stage,
    Tournament,
    board_of,
    is_no_board,
    pairing_of,
    played_for,
)
from tournaments.queries.draws.bracket import SlotState, state_of, with_flags
from tournaments.queries.draws.deadlines import PairingMoments, has_match_days, moments_of, venue_of
from tournaments.queries.series_now import tables_of
from tournaments.queries.state import declared_rounds, named_round

# Matches without pairing and board belong to no stage.
_IN_A_STAGE = Q(pairing__isnull=False) | Q(board__isnull=False)

# The teams of a board.
_TEAMS = ("board__team_match__one", "board__team_match__two")


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list.

    `declared` is the round as named by the format, or None. `winner` is "one", "two" or empty; `score` is the counted
    score of a final match, side one first. `board` is set for a board of a team match. `due_at` is the deadline, if
    there is a calendar, and `begins_at` the moment of its match day. `own_side` is the side of the player whose list it
    is, else None.
    """

    match: Match
    stage: Stage
    round: int
    declared: Round | None
    slot: int
    state: SlotState
    table: str
    score: tuple[int, int] | None
    reported_at: datetime | None
    dispute: str | None
    board: Board | None = None
    due_at: datetime | None = None
    own_side: Side | None = None
    begins_at: datetime | None = None

    @property
    def opponent(self) -> str:
        """The name of the side against which the player of the list plays; empty in the lists of nobody."""
        return "" if self.own_side is None else self.match.side(self.own_side.other).name

    @property
    def venue(self) -> str:
        """The place of a match day, or of an encounter with a place of its own; empty where none is set."""
        return venue_of(self.stage, self.round, self.slot)

    @property
    def has_home(self) -> bool:
        """Whether side one is at home."""
        return has_match_days(self.stage)

    @property
    def is_overdue(self) -> bool:
        """Whether the deadline has passed and the match is not final."""
        return self.due_at is not None and self.state is not SlotState.FINAL and self.due_at < timezone.now()

    @property
    def is_team_match(self) -> bool:
        """Whether this is a team match, whose boards are matches of their own."""
        return self.board is None and self.event.kind == EventKind.TEAMS

    @property
    def is_series(self) -> bool:
        """Whether this is a series, whose matches follow one another."""
        return self.board is None and self.best_of > 1

    @property
    def best_of(self) -> int:
        """The number of matches at most of its pairing; 1 for a single match."""
        return pairing_of(self.match).best_of

    @property
    def is_set_aside(self) -> bool:
        """Whether the draw goes on without the match, which stays one between its two sides."""
        return pairing_of(self.match).is_set_aside

    @property
    def has_boards(self) -> bool:
        """Whether other matches decide this one."""
        return self.is_team_match or self.is_series

    @property
    def uid(self) -> str:
        """The uid of the match."""
        return self.match.uid

    @property
    def event(self) -> Event:
        """The event of the match."""
        return self.stage.event


def matches_of_stage(stage: Stage) -> tuple[MatchLine, ...]:
    """Return the uncancelled matches of a stage, by round, slot and board; three queries."""
    return _lines(_of_stage(stage.pk))


@prepared
def _of_stage(stage: int) -> QuerySet[Match]:
    return _with_all_of_a_line(Match.objects.filter(played_for(stage=stage)))


def open_matches(within: Tournament | Event) -> tuple[MatchLine, ...]:
    """Return the open matches: started ones first, then those at tables, then by round and slot; three queries."""
    ask = _open_in_event if isinstance(within, Event) else _open_in_tournament
    lines = _lines(ask(within.pk))
    return tuple(sorted(lines, key=lambda line: (line.match.started_at is None, not line.table)))


@prepared
def _open_in_event(event: int) -> QuerySet[Match]:
    return _with_all_of_a_line(Match.objects.filter(played_for(stage__event=event), final_at=None))


@prepared
def _open_in_tournament(tournament: int) -> QuerySet[Match]:
    # A match of a closed event waits for nobody.
    within = played_for(stage__event__tournament=tournament, stage__event__closed_at=None)
    return _with_all_of_a_line(Match.objects.filter(within, final_at=None))


def final_matches(event: Event) -> QuerySet[Match]:
    """Return the final matches of an event, the newest result first, for a page of them."""
    matches = Match.objects.filter(played_for(stage__event=event)).exclude(final_at=None)
    return _with_all_of_a_line(matches).order_by("-final_at", "-pk")


def newest_first(matches: Iterable[Match]) -> tuple[MatchLine, ...]:
    """Return the lines of final matches, the newest result first; two queries and that of the matches."""
    rows = list(matches)
    order = {match.pk: number for number, match in enumerate(rows)}
    return tuple(sorted(_lines(rows), key=lambda line: order[line.match.pk]))


def matches_of_player(player: Player, within: Tournament | None = None) -> tuple[MatchLine, ...]:
    """Return the matches of a player, newest tournament first; four queries, five with boards."""
    sides = _sides_of(player.person_key)
    keys, of_boards = (
        tuple(side for side, _ in sides),
        tuple(side for side, has_boards in sides if has_boards),
    )
    tournament = () if within is None else (within.pk,)
    singles = [is_no_board(match) for match in _paired(keys, *tournament)]
    lines = _lines([*singles, *_at_boards(of_boards, *tournament)])
    own = {side for side, _ in sides}
    return tuple(replace(line, own_side=Side.ONE if line.match.one_id in own else Side.TWO) for line in lines)


@prepared
def _sides_of(player: int) -> QuerySet[SideMember, tuple[int, bool]]:
    """Return the sides of the player, each with whether it plays boards of team matches."""
    boards = Board.objects.filter(Q(match__one=OuterRef("side")) | Q(match__two=OuterRef("side")))
    return SideMember.objects.filter(player__in=rows_of_person(player)).values_list("side", Exists(boards))


# One query with both joins to the tournament takes PostgreSQL longer to plan than to run.
@prepared
def _paired(sides: tuple[int, ...], *within: int) -> QuerySet[Match]:
    of_pairing, _ = WAY_TO_TOURNAMENT
    return _played_by(sides, of_pairing, *within).filter(pairing__isnull=False)


@prepared
def _at_boards(sides: tuple[int, ...], *within: int) -> QuerySet[Match]:
    _, of_board = WAY_TO_TOURNAMENT
    rows = _played_by(sides, of_board, *within).filter(board__isnull=False)
    return rows.select_related("pairing", *_TEAMS)


def _played_by(sides: tuple[int, ...], way: str, *within: int) -> QuerySet[Match]:
    matches = Match.objects.filter(Q(one__in=sides) | Q(two__in=sides), cancelled_at=None)
    for tournament in within:
        matches = matches.filter(**{way: tournament})
    return _with_notes(matches).select_related("one", "two", "accepted_report", way)


def match_line(match: Match) -> MatchLine | None:
    """Return one match as a line; None without a pairing, or if it is cancelled."""
    return next(iter(_lines(_numbered(match.pk))), None)


@prepared
def _numbered(key: int) -> QuerySet[Match]:
    return _with_all_of_a_line(Match.objects.filter(pk=key))


def _with_all_of_a_line(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those of these matches played in a stage, with all related rows of a line."""
    rows = _with_notes(matches.filter(_IN_A_STAGE, cancelled_at=None))
    return rows.select_related("one", "two", "accepted_report", *WAY_TO_TOURNAMENT, *_TEAMS)


def _with_notes(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Annotate the matches with their state, their newest report and their open dispute."""
    newest_report = Report.objects.filter(EFFECTIVE, match=OuterRef("pk")).order_by("-pk")
    open_dispute = Dispute.objects.filter(match=OuterRef("pk"), closed_at=None)
    return with_flags(matches).annotate(
        reported_at=Subquery(newest_report.values("at")[:1]),
        dispute_uid=Subquery(open_dispute.values("uid")[:1]),
    )


def _lines(matches: Iterable[Match]) -> tuple[MatchLine, ...]:
    """Return the lines of these matches; two queries for tables and bracket sizes, and that of the matches."""
    rows = sorted(matches, key=_place)
    tables = tables_of(match.pk for match in rows)
    pairings = [pairing_of(match) for match in rows]
    stages = {pairing.draw_id: pairing.stage for pairing in pairings}
    # One row per draw, because placements are long and shared by all matches of a stage.
    draws = {draw.pk: draw for draw in _draws(tuple(key for key in stages if key is not None))}
    rounds: dict[int | None, tuple[Round, ...]] = {
        key: declared_rounds(stages[key], draw) for key, draw in draws.items()
    }
    moments = moments_of(pairings, draws)
    return tuple(
        _line(
            match,
            pairing,
            table=tables.get(match.pk, ""),
            rounds=rounds.get(pairing.draw_id, ()),
            moments=moments.get(pairing.pk, PairingMoments()),
        )
        for match, pairing in zip(rows, pairings, strict=True)
    )


@prepared
def _draws(keys: tuple[int, ...]) -> QuerySet[Draw]:
    return Draw.objects.filter(pk__in=keys)


def _place(match: Match) -> tuple[int, ...]:
    """Return the sort key of a match: newest tournament first, a team match before its boards."""
    pairing, board = pairing_of(match), board_of(match)
    stage = pairing.stage
    newest_first = -stage.event.tournament.starts_on.toordinal()
    number = 0 if board is None else board.number
    return (newest_first, stage.event_id, stage.order, pairing.round, pairing.slot, number, match.pk)


def _line(
    match: Match, pairing: Pairing, *, table: str, rounds: Sequence[Round], moments: PairingMoments
) -> MatchLine:
    report = match.accepted_report
    reported_at: datetime | None = getattr(match, "reported_at", None)
    dispute: str | None = getattr(match, "dispute_uid", None)
    return MatchLine(
        match=match,
        stage=pairing.stage,
        round=pairing.round,
        declared=named_round(pairing.stage, rounds, pairing.round),
        slot=pairing.slot,
        state=state_of(match),
        table=table,
        score=report.counted if match.is_final and report is not None else None,
        reported_at=reported_at,
        dispute=dispute,
        board=board_of(match),
        due_at=moments.due_at,
        begins_at=moments.begins_at,
    )
