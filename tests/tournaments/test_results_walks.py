"""Random sequences of acts on a match leave consistent rows; each act succeeds or is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from matches.errors import DomainError
from matches.models import Dispute, Match, Report
from matches.queries import MatchState, situation
from tests import factories
from tests.effort import examples
from tests.tournaments.results_seen import fresh, log_of
from tournaments.actions import log, results
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

SCORES = [(7, 3), (7, 4), (8, 3), (5, 7), (3, 7), (7, 7), (4, 2)]
STEPS = 9


def a_step(chance: random.Random, game: factories.OpenMatch) -> Callable[[], object]:
    """A random act of a player or the director, valid or not."""
    match, by = game.match, chance.choice([game.one, game.two, game.director])
    score = chance.choice(SCORES)
    insist = chance.random() < 0.5
    report = chance.choice(list(match.reports.all()) or [None])
    dispute = chance.choice(list(match.disputes.all()) or [None])
    steps: list[Callable[[], object]] = [
        partial(results.report, match, by=by, score=score, insist=insist),
        partial(results.report, match, by=by, score=score, insist=insist),
        partial(
            results.report,
            match,
            by=by,
            score=score,
            source=chance.choice(["together", "signed", "director"]),
        ),
        partial(results.start, match, by=by),
        partial(
            results.forfeit, match, by=by, loser=chance.choice(["one", "two", None]), reason="So it was."
        ),
        partial(results.penalise, match, by=by, to=chance.choice(["one", "two"]), points=1, reason="Late."),
        partial(results.change_length, match, by=by, length=chance.choice([5, 9]), reason="The hall."),
        partial(results.correct, match, by=by, score=score, reason="Mixed up."),
        partial(results.confirm_overdue, timezone.now() + timedelta(hours=1)),
    ]
    if report is not None:
        steps += [partial(results.confirm, report, by=by)] * 2
        steps += [
            partial(results.dispute, report, by=by, reason="No.", score=chance.choice([None, score]))
        ] * 2
    if dispute is not None:
        steps += [
            partial(results.rule, dispute, by=by, score=score, reason="The slip."),
            partial(results.add_statement, dispute, by=by, text="It was so."),
        ]
    return chance.choice(steps)


def assert_rows_agree(match: Match) -> None:
    """Assert the invariants of the rows of a match."""
    row = fresh(match)
    now = situation(row)
    disputes = Dispute.objects.filter(match=match, closed_at=None).count()
    assert disputes == (now.state in (MatchState.DISPUTED, MatchState.SCORE_OPEN))
    assert row.is_final == (row.accepted_report is not None) == bool(row.outcome) == bool(row.settled)
    if row.accepted_report is not None:
        assert (row.winner, row.outcome) == (row.accepted_report.winner, row.accepted_report.outcome)
        assert row.accepted_report.match_id == row.pk
    elif row.winner:
        assert now.state is MatchState.SCORE_OPEN
    if now.waiting is not None:
        assert now.waiting.source in ("one", "two")
        assert len(now.newest) == 1
    for ruling in row.rulings.all():
        assert (ruling.report.source, ruling.by_id is not None, bool(ruling.reason)) == ("ruling", True, True)


@pytest.mark.parametrize(
    "seed", [pytest.param(0, marks=pytest.mark.both_databases), *range(1, examples(100, landing=5))]
)
def test_every_walk_keeps_the_rows_in_agreement(seed: int) -> None:
    chance = random.Random(seed)
    stage = factories.drawn_stage(8)
    for match in factories.open_matches(stage):
        game = factories.around(match)
        for _ in range(STEPS):
            game = replace(game, match=fresh(match))
            rows, entries = Report.objects.filter(match=match).count(), len(log_of(match))
            error = None
            try:
                a_step(chance, game)()
            except DomainError as refusal:
                error = refusal
            if error is not None:
                assert str(error)
                assert (Report.objects.filter(match=match).count(), len(log_of(match))) == (rows, entries)
            # A row without its log entry would be a write that nobody can follow.
            if Report.objects.filter(match=match).count() > rows:
                assert len(log_of(match)) > entries
            assert_rows_agree(match)
    tournament = Tournament.objects.get(events__stages=stage)
    assert log.verify(tournament) == []
