"""What a closing leaves behind: nobody is asked for anything, no table is taken, and reopened all is as it was."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from matches.models import Settled
from rules.match import Side
from tests import factories
from tests.api.client import Caller
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.tournaments.team_matches import match_with_boards, stage_of_teams
from tests.tournaments.test_correction_sequels import is_clean
from tests.web.browsing import Visitor
from tournaments import queue
from tournaments.actions import results
from tournaments.actions.draws import attendance, by_hand, draw, lines, progress, stage_settings
from tournaments.actions.entrants import challenges, registration, teams, waiting_list
from tournaments.actions.events import best_of, closing, lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.hall import tables as hall
from tournaments.errors.events import EventIsClosed
from tournaments.models import Event, Notice, NoticeCode, Pairing, Stage, TableUse
from tournaments.queries.closing.matters import MatterCode, open_matters
from tournaments.queries.entrants.teams import members_of
from tournaments.queue import Job

pytestmark = pytest.mark.django_db
WHY = "The hall is shut."


@remembered
def called() -> OpenMatch:
    """A match of four at a table, with the other one at another."""
    game = factories.open_match(7, n=4)
    lifecycle.add_tables(game.stage.event.tournament, by=game.director, names=["1", "2"])
    for match in factories.open_matches(game.stage):
        calling.assign_lowest(match, by=game.director)
    return game


def unread(event: Event) -> list[tuple[str, str]]:
    rows = Notice.objects.filter(read_at=None, tournament=event.tournament)
    return sorted(rows.values_list("code", "recipient__name"))


def tables(event: Event) -> list[tuple[str, int | None]]:
    rows = TableUse.objects.filter(until=None, table__tournament=event.tournament)
    return sorted(rows.values_list("table__name", "match"))


def test_tables_and_notices_are_cleared_and_come_back_with_the_event() -> None:
    game = called()
    event = game.stage.event
    before = unread(event), tables(event)
    assert len(before[1]) == 2
    closing.close_event(event, by=game.director, anyway=True, reason=WHY)
    assert tables(event) == []
    assert {code for code, _name in unread(event)}.isdisjoint({"next_opponent", "match_on"})
    closing.reopen_event(event, by=game.director)
    assert (unread(event), tables(event)) == before
    assert is_clean(event)


def test_a_table_taken_by_another_event_meanwhile_stays_taken() -> None:
    game = called()
    event = game.stage.event
    closing.close_event(event, by=game.director, anyway=True, reason=WHY)
    other = factories.drawn_stage(2, of=factories.event(event.tournament, name="Side"))
    [match] = factories.open_matches(other)
    use = calling.assign_lowest(match, by=game.director)
    closing.reopen_event(event, by=game.director)
    assert [key for name, key in tables(event) if name == use.table.name] == [match.pk]
    assert len(tables(event)) == 2


def test_the_tables_of_a_closed_event_are_given_to_others_at_once(run_jobs: Callable[[], int]) -> None:
    game = called()
    event = game.stage.event
    hall.set_automatic(event.tournament, by=game.director, is_on=True)
    run_jobs()
    other = factories.drawn_stage(4, of=factories.event(event.tournament, name="Side"))
    closing.close_event(Event.objects.get(pk=event.pk), by=game.director, anyway=True, reason=WHY)
    run_jobs()
    at_tables = TableUse.objects.filter(until=None).values_list("match", flat=True)
    assert sorted(at_tables) == sorted(match.pk for match in factories.open_matches(other))
    closing.reopen_event(Event.objects.get(pk=event.pk), by=game.director)
    factories.play_open_matches(other)
    run_jobs()
    assert TableUse.objects.filter(until=None).count() == 2


def test_silence_counts_nothing_at_a_board_of_a_closed_event_either() -> None:
    match, [board, *_others] = match_with_boards()
    winner = members_of(match, Side.ONE)[0]
    report = results.report(board, by=winner, score=(7, 3)).report
    assert report.confirm_by is not None
    event = factories.around(match).stage.event
    closing.close_event(event, by=factories.around(match).director, anyway=True, reason=WHY)
    assert results.confirm_overdue(report.confirm_by) == 0
    closing.reopen_event(event, by=factories.around(match).director)
    assert results.confirm_overdue(report.confirm_by + timedelta(hours=1)) == 1


def test_no_captain_names_who_plays_in_a_closed_event_but_its_director_does() -> None:
    stage = stage_of_teams()
    [match] = factories.open_matches(stage)
    director = factories.around(match).director
    captain, *others = members_of(match, Side.ONE)
    closing.close_event(stage.event, by=director, anyway=True, reason=WHY)
    with pytest.raises(EventIsClosed):
        teams.name_lineup(match, by=captain, players=[captain, *others][:3])
    assert not teams.name_lineup(match, by=director, players=[captain, *others][:3], side="one")


def test_nobody_has_two_tables_after_the_event_is_reopened() -> None:
    game = called()
    event, tournament = game.stage.event, game.stage.event.tournament
    lifecycle.add_tables(tournament, by=game.director, names=["3"])
    closing.close_event(event, by=game.director, anyway=True, reason=WHY)
    side = factories.event(tournament, name="Side")
    busy = game.match.one.members.get().player
    for player in (busy, factories.player("Somebody Else")):
        registration.enter(side, by=game.director, players=[player])
    stage = factories.stage(side)
    draw.draw(stage, by=game.director, seed="side")
    [match] = factories.open_matches(stage)
    calling.assign(match, by=game.director, table=tournament.tables.get(name="3"))
    closing.reopen_event(event, by=game.director)
    keys = {key for _name, key in tables(event)}
    assert match.pk in keys
    assert game.match.pk not in keys
    assert len(keys) == 2


def test_a_closed_event_asks_nobody_to_play_until_it_is_reopened() -> None:
    stage = factories.drawn_stage(4)
    event = stage.event
    factories.play_open_matches(stage)
    closing.close_event(event, by=None, anyway=True, reason=WHY)
    first = Pairing.objects.get(stage=stage, round=1, slot=0).match
    assert first is not None
    count = Notice.objects.filter(code=NoticeCode.NEXT_OPPONENT).count()
    results.correct(first, by=factories.director_of(first), score=(0, first.length), reason="The slip.")
    progress.advance(event)
    assert Notice.objects.filter(code=NoticeCode.NEXT_OPPONENT).count() == count
    closing.reopen_event(event, by=None)
    assert Notice.objects.filter(code=NoticeCode.NEXT_OPPONENT).count() == count + 2
    assert first.two.name in {name for _code, name in unread(event)}


def test_nobody_is_reminded_of_a_challenge_in_a_closed_event_nor_loses_by_it() -> None:
    stage = factories.stage(format="ladder")
    upper, lower = factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seeds={upper.uid: 1, lower.uid: 2})
    challenge = challenges.challenge(stage, challenger=lower, challenged=upper, by=None)
    event = Event.objects.get(pk=stage.event_id)
    closing.close_event(event, by=None, anyway=True, reason=WHY)
    assert {code for code, _name in unread(event)} == {"registered"}
    assert challenge.due_at is not None
    with time_machine.travel(challenge.due_at - timedelta(hours=1)):
        assert challenges.remind(timezone.now()) == 0
    with time_machine.travel(challenge.due_at + timedelta(hours=1)):
        assert challenges.expire(timezone.now()) == 0
    closing.reopen_event(event, by=None)
    with time_machine.travel(challenge.due_at - timedelta(hours=1)):
        assert challenges.remind(timezone.now()) == 1


def test_silence_counts_nothing_in_a_closed_event_and_has_its_time_again_when_it_is_reopened() -> None:
    game = called()
    event = game.stage.event
    report = results.report(game.match, by=game.one, score=(7, 3)).report
    assert report.confirm_by is not None
    left = report.confirm_by - timezone.now()
    closing.close_event(event, by=game.director, anyway=True, reason=WHY)
    page = Visitor(game.two).open("match", game.match.uid)
    assert "The event is closed" in page.words
    assert "Yes, confirm" not in page.words
    answer = Caller(game.two).get(f"matches/{game.match.uid}/").body
    assert answer["may"] == ["upload"]
    assert Caller(game.two).get(f"reports/{report.uid}/").body["confirm_by"] is None
    with time_machine.travel(report.confirm_by + timedelta(hours=1)):
        assert results.confirm_overdue(timezone.now()) == 0
        assert not results.confirm_overdue_report(report.pk, timezone.now())
        closing.reopen_event(event, by=game.director)
        again = datetime.fromisoformat(Caller(game.two).get(f"reports/{report.uid}/").body["confirm_by"])
        assert abs(again - timezone.now() - left) < timedelta(minutes=1)
        assert queue.waiting(Job.CONFIRM_OVERDUE, report_id=report.pk).filter(due_at=again).exists()
    assert results.confirm_overdue(again) == 1
    game.match.refresh_from_db()
    assert game.match.settled == Settled.OVERDUE
    assert is_clean(event)


def test_a_closed_event_is_not_drawn_or_paired_otherwise() -> None:
    """What a director may still do is to correct results; everything else names the way: reopen it first."""
    event = factories.event()
    one, two, *_ = factories.entrants(event, 4)
    swiss = factories.stage(event, format="swiss", options={"rounds": 3})
    row = draw.draw(swiss, by=None, seed="closed")
    knock_out = factories.drawn_stage(4, of=factories.event(event.tournament, name="Side"))
    seat = knock_out.entries.order_by("line")[0].entrant
    for open_event in (event, knock_out.event):
        closing.close_event(open_event, by=None, anyway=True, reason=WHY)
    for act in (
        lambda: lifecycle.create_stage(event, by=None, format="swiss"),
        lambda: draw.void(row, by=None, reason=WHY),
        lambda: draw.swap(swiss, first=one, second=two, by=None, reason=WHY),
        lambda: lines.move_to_line(knock_out, entrant=seat, line=1, by=None, reason=WHY),
        lambda: by_hand.pair_by_hand(swiss, round=1, by=None, reason=WHY, pairs=[(one.uid, two.uid)]),
        lambda: by_hand.keep_apart(swiss, first=one, second=two, by=None),
        lambda: attendance.hold(swiss, by=None, is_held=True),
        lambda: attendance.miss(swiss, entrant=one, rounds=[2], by=None),
        lambda: stage_settings.change_lengths(swiss, by=None, lengths=[9]),
        lambda: best_of.change_best_of(swiss, by=None, best_of=[3]),
        lambda: waiting_list.set_capacity(event, by=None, capacity=9),
    ):
        with pytest.raises(EventIsClosed, match="reopens it first"):
            act()
    caller = Caller(factories.owner(event.tournament))
    answer = caller.post(f"events/{event.uid}/stages/", {"format": "swiss", "lengths": [5]})
    assert (answer.status, answer.code) == (409, "event_is_closed")


def test_an_open_stage_without_a_name_is_named_all_the_same() -> None:
    stage = Stage.objects.get(pk=factories.drawn_stage(4).pk)
    [matter] = [one for one in open_matters(stage.event) if one.code is MatterCode.STAGES]
    assert matter.names == (str(stage),)
    assert str(stage)
