"""The transaction of an action on a match: its lock, settlement and log entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _

from matches.actions import disputes, reporting, suspending
from matches.actions.reporting import ResultClaim
from matches.database.one_act import one_act
from matches.errors import MatchAlreadyFinal, MatchCancelled, TextTooLong
from matches.models import Match, Player, Report, Settled, Source
from matches.models.match import OUTCOME_CHOICES
from matches.queries import MatchFlags, Situation, conditions, open_dispute, open_suspension, situation
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import notices
from tournaments.actions import edit_conflicts, log
from tournaments.actions.closed import at_lock, require_word
from tournaments.actions.draws.cancelling import bring_boards_back, drop_boards
from tournaments.actions.locks import lock_all, lock_event, lock_matches, lock_with_boards
from tournaments.actions.proving import proofs
from tournaments.actions.table_uses import ask_for_calls
from tournaments.acts import ABSENT, Absent, OfMatch, Proofs
from tournaments.acts.results import (
    ReportFields,
    ReportSum,
    SeriesReopened,
    SeriesSettled,
    SeriesWentOn,
    TeamReopened,
    TeamSettled,
)
from tournaments.acts.teams import BoardsDropped
from tournaments.models import (
    DIRECT,
    Board,
    Event,
    Origin,
    board_of,
    has_boards,
    is_series,
    is_team_match,
    pairing_of,
)
from tournaments.queries.audit import evidence
from tournaments.queries.audit.evidence import ProvedRow
from tournaments.queries.audit.proved_rows import of_match
from tournaments.queries.audit.structure_evidence import progress_of
from tournaments.queue import Job, enqueue

from ._series import carry_to_series
from ._team import by_boards, carry_to_team

# The maximum lengths: the reason of a report or penalty, of a dispute or ruling, and its clause.
SHORT_TEXT = 500
LONG_TEXT = 2000
CLAUSE_TEXT = 120

_STANDING = ("winner", "outcome", "settled", "final_at", "started_at", "cancelled_at", "accepted_report")

_TELL: dict[Settled, Callable[[Report], None]] = {
    Settled.OWN_LOSS: notices.opponent_reported,
    Settled.DIRECTOR: notices.opponent_reported,
    Settled.SIGNED: notices.opponent_reported,
    Settled.TOGETHER: notices.opponent_reported,
    Settled.CONFIRMED: notices.final,
    Settled.SAME: notices.final,
    Settled.OVERDUE: notices.final,
}


@dataclass(slots=True)
class MatchTransaction:
    """An action in progress: the locked match, its author, and the acts to log."""

    match: Match
    event: Event
    by: Player | None
    origin: Origin
    flags: MatchFlags | None
    """What the match had at its lock; None where the event is locked, and nothing was read beside it."""
    team_match: Match | None = None
    """The match that this one is a board of, locked too."""
    _acts: list[OfMatch] = field(default_factory=list)
    _proved_rows: list[ProvedRow] = field(default_factory=list)
    _new: list[ProvedRow] = field(default_factory=list)
    """Rows that this transaction has created, which no entry has proved yet."""
    _progress: dict[int, tuple[object, ...]] = field(default_factory=dict)
    """Where the matches stood at their lock, or at the last entry."""
    holds_matches: bool = False
    """Whether every match of the event is locked."""
    rows: list[Model] = field(default_factory=list)
    """Rows beside the matches that this transaction has changed."""
    _claims: dict[int, ResultClaim] = field(default_factory=dict)
    """The claims of the reports that this transaction has stored."""

    def __post_init__(self) -> None:
        """Store the initial progress of the matches, for later comparison."""
        for match in (self.match, self.team_match):
            if match is not None:
                self._progress[match.pk] = progress_of(match)

    def submit(self, claim: ResultClaim, **values: Any) -> Report:
        """Store a report by the acting person; the log proves it."""
        report = reporting.submit(self.match, claim, by=self.by, **values)
        self._new.append(evidence.of_report(report, report.games.all() if report.has_games else ()))
        self._claims[report.pk] = claim
        return report

    def about(self, report: Report) -> ReportFields:
        """Return the act fields of a report; of one that this transaction has stored, also how its score adds up."""
        claim = self._claims.get(report.pk)
        return about(report) if claim is None else {**about(report), **_arithmetic(claim)}

    def prove(self, row: ProvedRow) -> None:
        """Add a written row to the proofs of the next log entry."""
        self._proved_rows.append(row)

    def proofs(self) -> Proofs | Absent:
        """Return the proofs for the next log entry: written rows, and final or changed matches."""
        matches = [match for match in (self.match, self.team_match) if match is not None]
        changes = [match for match in matches if match.is_final or self._is_changed(match)]
        rows = [*self._proved_rows, *map(of_match, changes)]
        new, self._proved_rows, self._new = self._new, [], []
        return proofs(rows, new=new)

    def _is_changed(self, match: Match) -> bool:
        """Whether the progress of the match has changed since the last call."""
        now = progress_of(match)
        before, self._progress[match.pk] = self._progress.get(match.pk), now
        return now != before

    def note(self, act: OfMatch) -> None:
        """Add an act to the log entries, which are written last."""
        self._acts.append(act)

    def write_log(self) -> None:
        """Append the acts to the log; the first one proves the written rows."""
        if self._acts:
            self._acts[0] = replace(self._acts[0], proofs=self.proofs())
        browser = self._browser()
        acts = [replace(act, browser=browser, is_after_closing=self.is_after_closing) for act in self._acts]
        log.append_all(
            acts,
            of=self.event.tournament,
            by=self.by,
            event=self.event,
            origin=self.origin,
            rows=self.rows,
        )

    @property
    def is_after_closing(self) -> bool | Absent:
        """The mark of an act of a director in a closed event; ABSENT in an open one."""
        return ABSENT if self.event.closed_at is None else True

    def _browser(self) -> str | Absent:
        """Return the browser's pseudonym in this tournament; ABSENT if unknown."""
        if not self.origin.browser:
            return ABSENT
        name = f"{self.event.tournament.uid}\n{self.origin.browser}"
        return sha256(name.encode()).hexdigest()[:16]

    def refuse_unless_open(self) -> None:
        """Raise MatchCancelled or MatchAlreadyFinal if the match takes no more reports."""
        if self.match.cancelled_at is not None:
            raise MatchCancelled
        report = self.match.accepted_report
        if self.match.is_final and report is not None:
            raise MatchAlreadyFinal(result=report_in_words(report))

    def settle(
        self,
        report: Report,
        settlement: Settled,
        *,
        tell: Callable[[Report], None] | None = None,
        now: Situation | None = None,
    ) -> None:
        """Accept the report, close its dispute or suspension, notify the players and enqueue pairing.

        Settling a board can settle its team match; settling a team match drops its unfinished boards. `now` is the
        situation under the lock, if the caller has read it.
        """
        report.match = self.match
        reporting.accept(self.match, report, settlement=settlement)
        self.carry()
        disputed = open_dispute(self.match) if now is None else now.dispute
        if disputed is not None:
            disputes.close(disputed)
        broken_off = open_suspension(self.match) if now is None else now.suspension
        if broken_off is not None:
            suspending.resume(broken_off, by=self.by)
        (tell or _TELL[settlement])(report)
        self.ask_for_pairings()

    def reopen(self) -> list[Match]:
        """Let no result count, and return the matches that are open again.

        What a director entered for the whole gives back the boards that it dropped, and a match that this one decided
        goes on.
        """
        around, since = self.team_match, self.match.final_at
        matches = [self.match]
        reporting.reopen(self.match)
        if around is not None and is_team_match(around) and around.is_final:
            reporting.reopen(around)
            self.note(TeamReopened(around.uid))
        elif has_boards(self.match) and since is not None:
            boards = bring_boards_back(self.match, since=since)
            self.rows += boards
            matches += [board.match for board in boards]
            uids = tuple(board.match.uid for board in boards)
            self.note(TeamReopened(self.match.uid, boards=uids or ABSENT))
        self.carry()
        return matches

    def read_again(self) -> None:
        """Read where a match of several stands, after what follows may have decided or cancelled it.

        Its matches are made by where it stands.
        """
        whole = self.team_match or self.match
        if has_boards(whole):
            whole.refresh_from_db(fields=_STANDING)

    def carry(self) -> None:
        """Update the team match or series from its board, or drop the boards of a final one; idempotent."""
        series = self.team_match or self.match
        if is_series(series):
            self._carry_series(series)
        elif self.team_match is not None:
            report = carry_to_team(self.team_match)
            if report is not None:
                self.prove(evidence.of_report(report, ()))
                settlement = Settled(self.team_match.settled)
                self.note(TeamSettled(self.team_match.uid, **about(report), settled=settlement))
                self.ask_for_pairings()
        elif self.match.is_final and has_boards(self.match):
            boards = drop_boards([self.match.pk])
            if boards:
                self.rows += boards
                uids = tuple(board.match.uid for board in boards)
                self.note(BoardsDropped(self.match.uid, matches=uids))

    def _carry_series(self, series: Match) -> None:
        """Go on with a series: settle it, make its next match, or drop matches that are not needed."""
        if series.cancelled_at is not None:
            return
        step = carry_to_series(series, event=self.event)
        if step.report is not None:
            self.prove(evidence.of_report(step.report, ()))
            self.note(SeriesSettled(series.uid, **about(step.report), settled=Settled(series.settled)))
            self.ask_for_pairings()
        if step.is_reopened:
            self.note(SeriesReopened(series.uid))
            self.ask_for_pairings()
        if step.made is not None:
            self.rows.append(step.made)
            next_match = step.made.match.uid
            table = step.table.uid if step.table is not None else ABSENT
            self.note(SeriesWentOn(series.uid, match=next_match, number=step.made.number, table=table))
            if step.table is None:
                ask_for_calls(self.event.tournament)
        if step.dropped:
            self.rows += step.dropped
            self.note(BoardsDropped(series.uid, matches=tuple(board.match.uid for board in step.dropped)))

    def refuse_if_changed(self, log_number: int | None) -> None:
        """Raise EditConflict if another person changed the result after log entry `log_number`."""
        edit_conflicts.refuse_if_changed(self.event.tournament, self.match, log_number=log_number, by=self.by)

    def refuse_team_match(self) -> None:
        """Raise TeamMatchByBoards for a team match."""
        if has_boards(self.match):
            raise by_boards(self.match)

    def ask_for_pairings(self) -> None:
        """Enqueue the pairing job of the event."""
        enqueue(Job.PAIR, event_id=self.event.pk)

    def under_present_conditions(
        self, claim: ResultClaim, reader: Callable[[Match], ResultClaim]
    ) -> ResultClaim:
        """Return the claim, validated again if penalties or lengths have changed since."""
        has_terms = None if self.flags is None else self.flags.has_terms
        present = conditions(self.match, has_terms=has_terms)
        return claim if claim.under == present else reader(self.match)

    def situation_at_lock(self) -> Situation:
        """Return the situation of the match at its lock, before this transaction has written anything."""
        return situation(self.match, flags=self.flags)

    def situation(self) -> Situation:
        """Return the situation of the match now."""
        return situation(self.match)


@contextmanager
def on_match(
    match: Match,
    *,
    by: Player | None,
    origin: Origin = DIRECT,
    locks_event: bool = False,
    locks_all: bool = False,
    is_appeal: bool = False,
) -> Iterator[MatchTransaction]:
    """Open a transaction with the match locked; write the log if the block succeeds.

    A report locks only the match, with its team match if it is a board. Actions that can change the winner
    lock the event first, because they change its pairings; so do actions on a team match, because its boards
    are created under that lock. Who changes what follows locks all matches of the event in one order (`locks_all`).
    After the closing of the event only directors act on matches; what `is_appeal` has a period of its own.
    """
    event, pairing = event_of(match), pairing_of(match)
    # Who has a pairing is no board.
    board = None if pairing.match_id == match.pk else board_of(match)
    with one_act():
        if locks_event or has_boards(match):
            lock_event(event)
        rows = {row.pk: row for row in lock_all([event])} if locks_all else {}
        if match.pk not in rows:
            rows |= {row.pk: row for row in _locked(match, board)}
        # A closing locks the event and the matches, so that it comes before this lock or after this act.
        event.closed_at, flags = (lock_event(event).closed_at, None) if locks_event else at_lock(event, match)
        require_word(event, by=by, is_appeal=is_appeal)
        locked, around = rows[match.pk], None
        _keep_sides(locked, match)
        # Keep the cached relations to the event.
        if board is None:
            locked.pairing = match.pairing
        else:
            around = rows[board.team_match_id]
            around.pairing = board.team_match.pairing
            board.team_match = around
            locked.board = board
        tx = MatchTransaction(
            match=locked,
            event=event,
            by=by,
            origin=origin,
            team_match=around,
            flags=flags,
            holds_matches=locks_all,
        )
        yield tx
        tx.carry()
        tx.write_log()


def _locked(match: Match, board: Board | None) -> list[Match]:
    """Lock and return the match, with all boards of its team match."""
    if board is not None:
        around = lock_with_boards([board.team_match_id])
        # A board that was cancelled is not among those of its team match.
        return around if match in around else [*around, *lock_matches([match.pk])]
    return lock_with_boards([match.pk]) if has_boards(match) else lock_matches([match.pk])


def _keep_sides(locked: Match, match: Match) -> None:
    """Keep the sides that were read before the lock, whose members never change; a ruling may have replaced a side."""
    if Match.one.is_cached(match) and locked.one_id == match.one_id:
        locked.one = match.one
    if Match.two.is_cached(match) and locked.two_id == match.two_id:
        locked.two = match.two


def event_of(match: Match) -> Event:
    """Return the event of a match; no query if its relations are loaded."""
    return pairing_of(match).stage.event


def text_within(text: str, most: int) -> str:
    """Return the cleaned, stripped text; raise TextTooLong beyond `most` characters."""
    # PostgreSQL stores no NUL and no lone surrogate.
    clean = text.replace("\x00", "").encode("utf-8", "replace").decode().strip()
    if len(clean) > most:
        raise TextTooLong(most=most)
    return clean


def about(report: Report) -> ReportFields:
    """Return the act fields of a report: uid, source, and result codes."""
    return {
        "report": report.uid,
        "source": Source(report.source),
        "outcome": Outcome(report.outcome),
        "winner": report.winner,
        "score": report.score,
        "overrides": tuple(override["code"] for override in report.overrides),
    }


def _arithmetic(claim: ResultClaim) -> ReportSum:
    """Return the act fields that say how the score of a claim adds up."""
    fields: ReportSum = {"length": claim.sheet.length}
    if claim.games is not None:
        # Before a game that is not played any more penalties count only where the match was broken off.
        last = len(claim.games) - (claim.outcome is Outcome.PLAYED)
        counted = [penalty for penalty in claim.under.penalties if penalty.before_game <= last]
        one, two = (
            start + sum(penalty.points for penalty in counted if penalty.to is side)
            for side, start in zip(Side, claim.under.start_score, strict=True)
        )
        fields["games"] = tuple(
            (game.points, 0) if game.winner is Side.ONE else (0, game.points) for game in claim.games
        )
        fields["added"] = (one, two)
    return fields


def report_in_words(report: Report) -> str:
    """Return a reported result in the reader's language, such as `Ann 7–3 Bob`."""
    return result_in_words(report.match, Outcome(report.outcome), report.counted)


def result_in_words(match: Match, outcome: Outcome, score: tuple[int, int]) -> str:
    """Return a result in the reader's language: names, score, and outcome unless played."""
    words = f"{match.side(Side.ONE).name} {score[0]}–{score[1]} {match.side(Side.TWO).name}"
    if outcome is Outcome.PLAYED:
        return words
    return _("%(result)s, %(outcome)s") % {"result": words, "outcome": dict(OUTCOME_CHOICES)[outcome.value]}
