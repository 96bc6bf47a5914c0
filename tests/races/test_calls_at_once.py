"""Tables given by several workers and directors at the same moment: nobody is called to two.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tournaments.actions import log, results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, suspending, tables
from tournaments.errors.common import EditConflict
from tournaments.models import Stage, TableUse, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 12 if is_long() else 2


def two_events(n: int = 8) -> tuple[Stage, Stage]:
    """Two drawn events with the same players, and as many tables as there are matches."""
    first = factories.drawn_stage(n)
    event = factories.event(first.event.tournament, name="Side")
    second = factories.stage(event)
    for player in Player.objects.filter(entries__event=first.event):
        registration.enter(event, by=None, players=[player])
    draw.draw(second, by=None, seed="other")
    lifecycle.add_tables(event.tournament, by=None, names=[str(number) for number in range(n)])
    return first, second


def _assert_nobody_twice(tournament: Tournament) -> None:
    # A table is cleared with the next pairings; a match that is over keeps nobody there.
    uses = TableUse.objects.filter(until=None, table__tournament=tournament, match__final_at=None)
    seated = [
        player.pk
        for use in uses.select_related("match")
        for side in (use.match.one, use.match.two)
        for player in side.players.all()
    ]
    assert len(seated) == len(set(seated))
    assert log.verify(tournament) == []


def test_two_workers_at_once_call_everybody_once() -> None:
    for _ in range(ROUNDS):
        first, _second = two_events()
        tournament = tables.set_automatic(first.event.tournament, by=None, is_on=True)
        calls = at_once(*[partial(calling.call_waiting, Tournament.objects.get(pk=tournament.pk))] * 4)
        assert not [answer for answer in calls if isinstance(answer, DomainError)]
        assert sum(calls) == TableUse.objects.filter(until=None, table__tournament=tournament).count() > 0
        _assert_nobody_twice(tournament)


def test_a_director_and_a_worker_at_once() -> None:
    for _ in range(ROUNDS):
        first, second = two_events()
        tournament = tables.set_automatic(first.event.tournament, by=None, is_on=True)
        boss = factories.owner(tournament)
        matches = [*factories.open_matches(first)[:2], *factories.open_matches(second)[:2]]
        at_once(
            partial(calling.call_waiting, Tournament.objects.get(pk=tournament.pk)),
            *[partial(calling.assign_lowest, Match.objects.get(pk=match.pk), by=boss) for match in matches],
        )
        _assert_nobody_twice(tournament)


def test_calls_and_results_and_suspensions_do_not_wait_for_each_other() -> None:
    for _ in range(ROUNDS):
        first, _second = two_events()
        tournament = tables.set_automatic(first.event.tournament, by=None, is_on=True)
        boss = factories.owner(tournament)
        calling.call_waiting(tournament)
        uses = list(TableUse.objects.filter(until=None).select_related("match", "table__tournament"))
        at_once(
            partial(results.report, uses[0].match, by=boss, score=(7, 0)),
            partial(suspending.suspend, uses[1].match, by=boss, score=(1, 0)),
            partial(calling.free, uses[2].table, by=boss),
            partial(calling.call_waiting, Tournament.objects.get(pk=tournament.pk)),
            partial(calling.call_waiting, Tournament.objects.get(pk=tournament.pk)),
        )
        _assert_nobody_twice(tournament)


def test_of_two_directors_with_two_results_the_later_one_is_shown_the_first() -> None:
    for _ in range(ROUNDS):
        game = factories.open_match()
        tournament = game.stage.event.tournament
        other = factories.player()
        lifecycle.appoint(tournament, other, kind="director", by=game.director)
        version = Tournament.objects.get(pk=tournament.pk).log_seq
        answers = at_once(
            partial(results.report, game.match, by=game.director, score=(7, 1), log_number=version),
            partial(results.report, game.match, by=other, score=(7, 2), log_number=version),
        )
        assert sum(isinstance(answer, EditConflict) for answer in answers) == 1
        assert sum(not isinstance(answer, DomainError) for answer in answers) == 1
