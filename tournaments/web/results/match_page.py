"""Template context of a match page, gathered in a constant number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, prefetch_related_objects
from django.utils import timezone

from matches.database.prepared import keep_prefetched, prepared
from matches.models import (
    Dispute,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Player,
    Report,
    Ruling,
    Source,
    is_same_person,
)
from matches.queries import (
    MatchState,
    Situation,
    length_in_force,
    may_have_terms,
    members_of,
    scoresheet,
    situation,
    with_reports,
)
from rules.match import Side
from rules.scoresheet import Tally
from tournaments.access import Visitor, score_public_at, sees_record, sees_report, tournament_of
from tournaments.formats import Round
from tournaments.models import (
    Board,
    Event,
    Pairing,
    Stage,
    TableUse,
    Tournament,
    board_of,
    has_boards,
    is_series,
    is_team_match,
    pairing_of,
)
from tournaments.queries.draws.deadlines import PairingMoments, has_match_days, moments_of, venue_of
from tournaments.queries.entrants.teams import (
    SeriesView,
    TeamMatchView,
    TeamSide,
    series_view,
    team_match_view,
)
from tournaments.queries.ratings.counted import counting_now
from tournaments.queries.ratings.stakes import CountedMatch, with_stakes
from tournaments.queries.results.reports import contest_until
from tournaments.queries.state import declared_rounds, named_round


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match as a visitor may see it, with the visitor's permissions.

    `report` is the accepted report, else the one waiting for confirmation. `board` is set for a
    board of a team match or a match of a series, `team_match` and `series` for the whole. Reports and records whose score is still
    hidden from the visitor are left out; `withheld_until` is when the first of them becomes
    visible, if known.
    """

    match: Match
    situation: Situation
    own_side: Side | None
    may_direct: bool
    may_desk: bool
    length: int
    table: str
    round: Round | None
    report: Report | None
    sheet: Tally | None
    records: Sequence[GameRecord]
    rulings: Sequence[Ruling]
    dispute: Dispute | None
    due_at: datetime | None = None
    begins_at: datetime | None = None
    board: Board | None = None
    team_match: TeamMatchView | None = None
    series: SeriesView | None = None
    person: Player | None = None
    withheld_until: datetime | None = None

    @property
    def is_whole(self) -> bool:
        """Whether other matches decide this one: it is a team match or a series."""
        return self.team_match is not None or self.series is not None

    @property
    def is_overdue(self) -> bool:
        """Whether the deadline of the unfinished match has passed."""
        return self.due_at is not None and not self.match.is_final and self.due_at < timezone.now()

    @property
    def venue(self) -> str:
        """Where the encounter is played; empty where no match day says it."""
        return venue_of(self.stage, self.pairing.round, self.pairing.slot)

    @property
    def host(self) -> str:
        """The name of the side at home; empty where there is none."""
        whole = self.match if self.board is None else self.board.team_match
        return whole.one.name if has_match_days(self.stage) else ""

    @property
    def pairing(self) -> Pairing:
        """Return the pairing of the match."""
        return pairing_of(self.match)

    @property
    def stage(self) -> Stage:
        """Return the stage of the match."""
        return self.pairing.stage

    @property
    def event(self) -> Event:
        """Return the event of the match."""
        return self.stage.event

    @property
    def tournament(self) -> Tournament:
        """Return the tournament of the match."""
        return self.event.tournament

    @property
    def is_closed(self) -> bool:
        """Whether the event is closed, so that directors alone settle its matches."""
        return self.event.closed_at is not None

    @property
    def is_set_aside(self) -> bool:
        """Whether the draw goes on without the match, which counts between its two sides alone."""
        return self.pairing.is_set_aside and self.match.cancelled_at is None

    @property
    def is_to_call(self) -> bool:
        """Whether the match may still be called to a table."""
        return not (self.match.is_final or self.is_closed or self.is_set_aside)

    @property
    def state(self) -> MatchState:
        """Return the state of the match."""
        return self.situation.state

    @property
    def own(self) -> Report | None:
        """Return the newest report of the visitor's side, or None."""
        return self.situation.newest.get(self.own_side) if self.own_side else None

    @property
    def is_own_word(self) -> bool:
        """Whether the visitor made the report of the visitor's side."""
        return self.own is not None and self.person is not None and self.own.by_id == self.person.pk

    @property
    def theirs(self) -> Report | None:
        """Return the newest report of the opponent, or None."""
        return self.situation.newest.get(self.own_side.other) if self.own_side else None

    @property
    def to_answer(self) -> Report | None:
        """Return the opponent's report that the visitor can confirm, or None."""
        if self.own_side is None or self.is_closed or not self.situation.may_answer(self.own_side):
            return None
        return self.theirs

    @property
    def may_report(self) -> bool:
        """Whether the visitor can report a result."""
        if self.is_whole or self.is_closed:
            return False
        return self.own_side is not None and self.situation.may_report(self.own_side)

    @property
    def asks_for_result(self) -> bool:
        """Whether the visitor can report and no report or dispute is pending."""
        is_silent = self.situation.waiting is None and self.dispute is None
        return self.may_report and is_silent

    @property
    def may_dispute(self) -> bool:
        """Whether the visitor can dispute the opponent's report."""
        return self.own_side is not None and not self.is_closed and self.situation.may_dispute(self.own_side)

    @property
    def contest_until(self) -> datetime | None:
        """Return until when the visitor can contest a result that the opponent reported for both."""
        return contest_until(self.match, self.own_side)

    @property
    def may_upload(self) -> bool:
        """Whether the visitor can upload a game record."""
        return not self.is_whole and (self.own_side is not None or self.may_direct)

    @property
    def board_score(self) -> tuple[int, int] | None:
        """Return the boards or matches won by each side while it is unfinished, or None before the first."""
        whole = self.team_match or self.series
        if whole is None or self.match.is_final or not any(whole.wins):
            return None
        return whole.wins

    @property
    def own_team(self) -> TeamSide | None:
        """Return the visitor's team in a team match, or None."""
        if self.team_match is None or self.own_side is None:
            return None
        return self.team_match.teams[list(Side).index(self.own_side)]

    @property
    def is_captain(self) -> bool:
        """Whether the visitor is the captain of a team in this team match."""
        return self.own_team is not None and is_same_person(self.own_team.captain, self.person)

    @property
    def speaks_as_captain(self) -> bool:
        """Whether the visitor represents a side at a board without playing at it."""
        return self.own_side is not None and speaks_as_captain(self.match, self.own_side, self.person)

    @property
    def sees_dispute(self) -> bool:
        """Whether there is a dispute that the visitor may read."""
        return self.dispute is not None and (self.own_side is not None or self.may_desk)

    @property
    def step(self) -> str:
        """Return the template name for the match state and the visitor's next step, or ''."""
        if self.state in {MatchState.CANCELLED, MatchState.FINAL}:
            step: str = self.state
        elif self.own_side is not None:
            step = self._own_step
        else:
            step = "watched" if self.sees_dispute else ""
        return f"matches/_step_{step}.html" if step else ""

    @property
    def _own_step(self) -> str:
        """Return the part of the template name for a player of an unfinished match."""
        waiting = self.situation.waiting
        if self.dispute is not None:
            return "dispute"
        if self.is_closed:
            return "closed"
        if waiting is not None:
            return "answer" if waiting == self.to_answer else "waiting"
        return "suspended" if self.state == MatchState.SUSPENDED else "open"

    @property
    def opponent(self) -> str:
        """Return the name of the visitor's opponent."""
        return self.match.side(self.own_side.other).name if self.own_side else ""

    @property
    def score(self) -> tuple[int, int] | None:
        """Return the score to show, side one first, or None."""
        return self.report.counted if self.report is not None else None

    @property
    def penalties(self) -> Sequence[Penalty]:
        """Return the penalties in force, which were read with the match."""
        return [penalty for penalty in self.match.penalties.all() if penalty.voided_at is None]

    @property
    def length_changes(self) -> Sequence[LengthChange]:
        """Return the changes of length in force, which were read with the match."""
        return [change for change in self.match.length_changes.all() if change.voided_at is None]


def speaks_as_captain(match: Match, side: Side, player: Player | None) -> bool:
    """Whether a player represents a side at a board of a team match without playing at it."""
    if board_of(match) is None or pairing_of(match).best_of > 1:
        return False
    return not any(is_same_person(member.player, player) for member in members_of(match, match.side(side)))


def counting_for(visitor: Visitor, match: Match) -> Sequence[CountedMatch]:
    """Return for which federations a match is rated, as the visitor may read it.

    A final match takes three queries at most; an open one takes one, and nineteen where its event is sanctioned.
    """
    every = counting_now(match)
    if not every:
        return ()
    may_read = visitor.side_in(match) is not None or visitor.may_desk(tournament_of(match))
    lines = [one.read_by(may_read_members=may_read) for one in every]
    if match.is_final:
        return [CountedMatch(line) for line in lines]
    return with_stakes({match: length_in_force(match)}, {match: lines})[match]


def match_page(visitor: Visitor, match: Match) -> MatchPage:
    """Return the context of a match page; the caller has checked access."""
    tournament = tournament_of(match)
    player = visitor.player_in(tournament)
    # Their reasons are read by the players; without them the length in force is a query as well.
    if may_have_terms(match):
        prefetch_related_objects([match], "penalties", "length_changes")
    else:
        keep_prefetched(match, "penalties", [])
        keep_prefetched(match, "length_changes", [])
    now = situation(with_reports(match))
    score_report = match.accepted_report or now.waiting
    withheld: list[datetime] = []
    if score_report is not None:
        score_report.match = match
        if not sees_report(visitor, score_report):
            withheld.append(score_report.at)
            score_report = None
    declared, moments = _round(match)
    is_whole = has_boards(match)
    records = [] if is_whole else _records(match)
    withheld += [record.uploaded_at for record in records if not sees_record(visitor, record)]
    # Each ruling has a report, and the reports are loaded already.
    has_ruling = any(report.source == Source.RULING for report in match.reports.all())
    return MatchPage(
        match=match,
        situation=now,
        own_side=visitor.side_in(match),
        may_direct=visitor.may_direct(tournament),
        may_desk=visitor.may_desk(tournament),
        length=length_in_force(match),
        table=_table(match),
        round=declared,
        report=score_report,
        sheet=scoresheet(score_report) if score_report is not None and score_report.has_games else None,
        records=[record for record in records if sees_record(visitor, record)],
        withheld_until=score_public_at(match, said_at=min(withheld)) if withheld else None,
        rulings=list(match.rulings.select_related("by")) if has_ruling else [],
        dispute=now.dispute,
        board=board_of(match),
        team_match=_team_match(visitor, match) if is_team_match(match) else None,
        series=series_view(match) if is_series(match) else None,
        person=player,
        due_at=moments.due_at,
        begins_at=moments.begins_at,
    )


def _records(match: Match) -> list[GameRecord]:
    """Return the game records of a match in one query that defers their bytes."""
    rows = _records_of(match.pk)
    for row in rows:
        row.match = match
    return rows


@prepared
def _records_of(match: int) -> QuerySet[GameRecord]:
    return GameRecord.objects.filter(match=match).defer("data").select_related("uploaded_by")


def _table(match: Match) -> str:
    """Return the name of the table in use by an unfinished match, or an empty string."""
    if match.is_final:
        return ""
    return next(iter(_tables_of(match.pk)), "")


@prepared
def _tables_of(match: int) -> QuerySet[TableUse, str]:
    return TableUse.objects.filter(match=match, until=None).values_list("table__name", flat=True)


def _team_match(visitor: Visitor, match: Match) -> TeamMatchView:
    """Return the visible part of a team match in three queries."""
    sees_all = visitor.may_desk(tournament_of(match))
    return team_match_view(match, own=visitor.side_in(match), sees_all=sees_all)


def _round(match: Match) -> tuple[Round | None, PairingMoments]:
    """Return the named round of a match, None if missing, and its moments."""
    pairing = pairing_of(match)
    draw, stage = pairing.draw, pairing.stage
    if draw is None:
        return None, PairingMoments()
    moments = moments_of([pairing], {draw.pk: draw}).get(pairing.pk, PairingMoments())
    return named_round(stage, declared_rounds(stage, draw), pairing.round), moments
