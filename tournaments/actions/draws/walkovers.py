"""Walkovers for the opponents of withdrawn entrants, final at once, in a constant number of statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import prefetch_related_objects

from matches.actions import reporting
from matches.actions.reporting import GivenResult
from matches.models import Match, Player, Settled, SideMember, Source
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments import formats, notices
from tournaments.actions.proving import digests_of, of_rows
from tournaments.acts.entrants import EntrantWithdrawn
from tournaments.acts.results import WalkoverGiven
from tournaments.models import Board, Event, LogEntry
from tournaments.queries.audit import evidence

from .boards import drop_boards


def give(
    decisions: Sequence[tuple[Match | None, formats.Result]],
    *,
    event: Event,
    leaving: Mapping[str, Player | None],
) -> tuple[list[WalkoverGiven], list[Board]]:
    """Make these walkovers final and notify the players; return their acts and the cancelled boards.

    `leaving` maps the uid of each entrant withdrawn by the current act to the person who withdrew it; for
    other entrants the log has this person.
    """
    if not decisions:
        return [], []
    walkovers = [(match, walkover) for match, walkover in decisions if match is not None]
    matches = [match for match, _won in walkovers]
    prefetch_related_objects(matches, "penalties", "length_changes")
    reports = reporting.decide_all(_verdicts(walkovers, leavers={**_leavers(walkovers), **leaving}))
    notices.walkovers(reports, event=event)
    digests = digests_of(
        [
            *(evidence.of_report(report, ()) for report in reports),
            *(evidence.of_match(match) for match in matches),
        ]
    )
    boards = drop_boards([match.pk for match in matches])
    acts = []
    for (match, walkover), report in zip(walkovers, reports, strict=True):
        act = WalkoverGiven(
            match.uid,
            outcome=Outcome(report.outcome),
            winner=report.winner,
            left=tuple(walkover.losers),
            proofs=of_rows(digests, evidence.of_report(report, ()), evidence.of_match(match)),
        )
        acts.append(act)
    return acts, boards


def _leavers(walkovers: Sequence[tuple[Match, formats.Result]]) -> dict[str, Player | None]:
    """Return the person who withdrew each loser, by the loser's uid, from the newest log entry."""
    losers = {uid for _match, walkover in walkovers for uid in walkover.losers}
    acts = (
        LogEntry.objects.filter(subject__in=losers, code=EntrantWithdrawn.code)
        .select_related("by")
        .order_by("seq")
    )
    return {act.subject: act.by for act in acts}


def _verdicts(
    walkovers: Sequence[tuple[Match, formats.Result]], *, leavers: Mapping[str, Player | None]
) -> list[GivenResult]:
    """Return the result of each match, reported by the withdrawn player or else by the director."""
    by_match = {
        match.pk: next((leavers[uid] for uid in walkover.losers if uid in leavers), None)
        for match, walkover in walkovers
    }
    players = {player.pk for player in by_match.values() if player is not None}
    sides = {side for match, _won in walkovers for side in (match.one_id, match.two_id)}
    members = set(
        SideMember.objects.filter(side__in=sides, player__in=players).values_list("side", "player")
        if players
        else ()
    )
    return [
        _verdict(match, walkover, by=by_match[match.pk], members=members) for match, walkover in walkovers
    ]


def _verdict(
    match: Match, walkover: formats.Result, *, by: Player | None, members: set[tuple[int, int]]
) -> GivenResult:
    if walkover.winner is None:
        claim = reporting.read(match, outcome=Outcome.DOUBLE_FORFEIT)
        return GivenResult(match, claim, Source.DIRECTOR, Settled.DIRECTOR)
    winner = Side.ONE if walkover.winner == walkover.one else Side.TWO
    claim = reporting.read(match, outcome=Outcome.WALKOVER, winner=winner)
    loser = match.two_id if winner is Side.ONE else match.one_id
    if by is not None and (loser, by.pk) in members:
        return GivenResult(match, claim, Source(winner.other.value), Settled.OWN_LOSS)
    return GivenResult(match, claim, Source.DIRECTOR, Settled.DIRECTOR)
