"""Corrections of final results, what becomes of the matches that follow, and their undoing."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any, Unpack

from django.utils.translation import gettext_lazy as _

from matches.actions.reporting import ResultArguments
from matches.database.one_act import one_act
from matches.errors import MatchNotFinal
from matches.models import Match, Player, Report, Ruling, Settled, Source
from matches.queries import games_of
from tournaments import notices
from tournaments.actions.draws.progress import Cause
from tournaments.actions.draws.progress import follow as store_what_follows
from tournaments.actions.draws.ways_back import way_back
from tournaments.actions.inverses import changed, inverse, match_of, reason_of, row_of
from tournaments.actions.locks import lock_event_of
from tournaments.acts import ABSENT, Absent, readable
from tournaments.acts.disputes import CorrectionUndone, ResultCorrected, Sequel
from tournaments.acts.service import ActUndone
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import LogEntry, pairing_of
from tournaments.queries.event_rows import with_cancelled
from tournaments.queries.state import event_rows, states_of

from ._speaking import refuse_own_match
from ._team import reader_of
from .rulings import director_of, enter_ruling, ruled_before, ruler_of
from .sequels import decisions_in, restore_decisions, slot_before, store_sequel
from .transaction import CLAUSE_TEXT, on_match, text_within

_OF_AN_EARLIER_RELEASE = _("The log does not name the result before. Correct the result again instead.")


@one_act()
def correct(
    match: Match,
    *,
    by: Player | None,
    reason: str,
    overrides: Collection[str] = (),
    clause: str = "",
    follow: str | None = None,
    **result: Unpack[ResultArguments],
) -> Ruling:
    """Replace a final result, and recreate the pairings that depend on it.

    Raise MatchBegun if one of them has begun and another winner goes on, unless `follow` says what becomes of
    them, as in `Sequel`. Raise NobodyToReplace if no match under way follows in which to take a place.
    """
    lock_event_of(match)
    director, why = director_of(match, by=by, reason=reason)
    rests_on = text_within(clause, CLAUSE_TEXT)
    with on_match(match, by=by, locks_event=True, locks_all=True) as tx:
        before = slot_before(tx)
        refuse_own_match(tx.match, by=director)
        claim = reader_of(match)(tx.match, overrides=overrides, **result)
        former = tx.match.accepted_report
        if not tx.match.is_final or former is None:
            raise MatchNotFinal
        last = tx.match.rulings.last() if former.source == Source.RULING else None
        again = ruled_before(last, claim, by=director, reason=why)
        if again is not None:
            return again
        decisions = decisions_in(before.rows)
        ruling = enter_ruling(
            tx, claim, by=director, reason=why, clause=rests_on, settlement=Settled.CORRECTION
        )
        notices.corrected(ruling)

        def correction(way: Sequel | Absent) -> ResultCorrected:
            return ResultCorrected(
                tx.match.uid,
                **tx.about(ruling.report),
                ruling=ruling.uid,
                dispute=ruling.dispute.uid if ruling.dispute else "",
                settled=Settled(tx.match.settled),
                former=former.uid,
                follow=way,
                decisions=tuple(decisions) or ABSENT,
                proofs=tx.proofs(),
                is_after_closing=tx.is_after_closing,
            )

        way = None if follow is None else Sequel(follow)
        store_sequel(tx, ruling, correction, way=way, before=before)
    return ruling


@inverse(ResultCorrected)
def _undo_correction(entry: LogEntry, act: ResultCorrected, by: Player | None) -> Ruling:
    """Let the earlier result count again, with the matches that followed from it.

    What was played since stays a result between those who played it. Raise CannotBeUndone after a later correction.
    """
    match = match_of(act.subject)
    if act.former is ABSENT:
        raise CannotBeUndone.since(_OF_AN_EARLIER_RELEASE)
    former = row_of(Report.objects.all(), uid=act.former, match=match)
    director, why = ruler_of(match, by=by, reason=reason_of(entry))
    reader = partial(reader_of(match), **_result_of(former))
    claim = reader(match)
    with on_match(match, by=by, locks_event=True, locks_all=True) as tx:
        accepted = tx.match.accepted_report
        if accepted is None or _stands_for(match, accepted.uid) != act.report:
            raise changed()
        claim = tx.under_present_conditions(claim, reader)
        ruling = enter_ruling(tx, claim, by=director, reason=why, clause="", settlement=Settled.CORRECTION)
        notices.corrected(ruling)
        replay = way_back(entry)
        now = with_cancelled(event_rows(tx.event), replay.restored)
        decided = () if act.decisions is ABSENT else act.decisions
        slots = {pairing_of(match).uid, *replay.dropped, *replay.restored}
        rows = restore_decisions(now, decided, ruling=act.ruling, slots=slots)
        undoing = CorrectionUndone(
            tx.match.uid,
            **tx.about(ruling.report),
            ruling=ruling.uid,
            settled=Settled(tx.match.settled),
            proofs=tx.proofs(),
        )
        store_what_follows(
            tx.event,
            cause=Cause(undoing, tx.by, rows=rows),
            replay=replay,
            states=states_of(now),
            holds_matches=tx.holds_matches,
            decided=rows,
        )
    return ruling


def _stands_for(match: Match, report: str) -> str:
    """Return the report whose result counts with this one: a report that an undoing wrote stands for the one before."""
    codes = (ResultCorrected.code, CorrectionUndone.code, ActUndone.code)
    tournament = pairing_of(match).stage.event.tournament
    entries = LogEntry.objects.filter(tournament=tournament, subject=match.uid, code__in=codes)
    former: dict[int, str] = {}
    before: dict[str, str] = {}
    undoing = ""
    for entry in entries.order_by("seq"):
        match readable(entry):
            case ResultCorrected(former=str(earlier)):
                former[entry.seq] = earlier
            case CorrectionUndone(report=again):
                undoing = again
            case ActUndone(seq=undone) if undone in former:
                before[undoing] = former[undone]
    while report in before:
        report = before[report]
    return report


def _result_of(report: Report) -> dict[str, Any]:
    """Return the arguments that give the result of a report again."""
    games = games_of(report) if report.has_games else None
    return {
        "games": games,
        "score": None if games is not None else report.score,
        "outcome": report.outcome,
        "winner": report.winner or None,
        "overrides": [override["code"] for override in report.overrides],
    }
