"""What is next: each step appears with its cause, can be put away, and costs the same however many events there are."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from matches.models import Match, Player
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.exchange import result_files, submissions
from tournaments.actions.federations import sanctions
from tournaments.actions.feed import writing
from tournaments.actions.hall import calling, suspending
from tournaments.actions.money import ledger
from tournaments.actions.people import next_steps
from tournaments.errors.common import Forbidden, NotSignedIn
from tournaments.errors.hall import StepGone
from tournaments.models import FeeKind, Stage, StepMark, Submission, Tournament
from tournaments.queries.closing.matters import MatterCode, open_matters
from tournaments.queries.next_steps.steps import DeskStep, DeskSteps, StepCode, desk_steps
from tournaments.queries.next_steps.words import step_names, step_words

pytestmark = pytest.mark.django_db
_LOSERS = {"stage": 0, "take": "losers"}


def _steps(tournament: Tournament, *, by: Player | None = None, may_direct: bool = True) -> DeskSteps:
    tournament = Tournament.objects.get(pk=tournament.pk)
    return desk_steps(tournament, player=by, may_direct=may_direct, now=timezone.now())


def _words(tournament: Tournament) -> list[str]:
    return [step_words(step) for step in _steps(tournament).open]


def _step(tournament: Tournament, code: StepCode) -> DeskStep:
    return next(step for step in _steps(tournament).steps if step.code is code)


def _codes(tournament: Tournament) -> list[StepCode]:
    return [step.code for step in _steps(tournament).open]


def _play_out(stage: Stage) -> None:
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    progress.advance(stage.event)


def test_the_list_leads_from_the_first_page_to_the_last() -> None:
    tournament = factories.tournament()
    assert _words(tournament) == ["Add the first event"]
    event = factories.event(tournament, name="Open")
    assert _words(tournament) == ["Choose the format of the event"]
    stage = factories.stage(event)
    assert _words(tournament) == ["Enter the players"]
    entrants = factories.entrants(event, 4)
    assert _words(tournament) == ["The draw is ready: 4 players"]
    arrivals.check_in(entrants[0], by=None)
    assert _words(tournament) == ["The draw is ready: 4 players", "3 players are not checked in"]
    draw.draw(stage, by=None, seed="videau", who="all")
    assert _words(tournament) == ["Name the tables of the hall"]
    lifecycle.add_tables(tournament, by=None, names=["1", "2"])
    assert _words(tournament) == ["2 matches wait for a table, and tables are free"]
    _play_out(stage)
    assert _words(tournament) == ["Everything is played: close the event"]
    closing.close_event(event, by=None)
    assert _words(tournament) == ["Every event is closed: close the tournament"]
    closing.close_tournament(tournament, by=None)
    assert _words(tournament) == []


def test_the_draw_is_next_from_an_hour_before_the_start_on() -> None:
    stage = factories.stage()
    factories.entrants(stage.event, 4)
    start = timezone.now() + timedelta(hours=3)
    lifecycle.change_event(stage.event, by=None, starts_at=start)
    assert _codes(stage.event.tournament) == []
    with time_machine.travel(start - timedelta(minutes=59), tick=False):
        assert _codes(stage.event.tournament) == [StepCode.DRAW]


def test_a_match_at_a_table_is_late_and_then_slow() -> None:
    game = factories.open_match(7)
    tournament = game.stage.event.tournament
    table = lifecycle.add_tables(tournament, by=None, names=["4"])[0]
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        calling.assign(game.match, by=game.director, table=table)
        assert _codes(tournament) == []
    with time_machine.travel(now + timedelta(minutes=31), tick=False):
        late = _step(tournament, StepCode.LATE)
        assert step_words(late) == "Table 4 is late: called 31 minutes ago"
        assert (late.subject, late.names) == (game.match.uid, (str(game.match),))
        results.start(Match.objects.get(pk=game.match.pk), by=game.director)
        assert _codes(tournament) == []
    expected = game.match.length * game.stage.event.minutes_per_point
    with time_machine.travel(now + timedelta(minutes=31 + 2 * expected), tick=False):
        assert step_words(_step(tournament, StepCode.SLOW)) == f"Table 4 is {expected} minutes slow"
        with translation.override("fr"):
            assert "dépasse de" in step_words(_step(tournament, StepCode.SLOW))


def test_tables_that_are_given_automatically_ask_nobody() -> None:
    stage = factories.drawn_stage(4)
    tournament = stage.event.tournament
    lifecycle.add_tables(tournament, by=None, names=["1"])
    assert _codes(tournament) == [StepCode.CALL]
    Tournament.objects.filter(pk=tournament.pk).update(calls_automatically=True)
    assert _codes(tournament) == []


def test_an_alternate_could_take_the_bye_of_a_player_until_that_one_has_begun() -> None:
    event = factories.event(capacity=5)
    stage = factories.stage(event)
    factories.entrants(event, 5)
    draw.draw(stage, by=None, seed="videau")
    assert StepCode.BYE not in _codes(event.tournament)
    registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
    step = _step(event.tournament, StepCode.BYE)
    assert step_words(step) == "1 alternate could take a free bye"
    assert set(step.names) <= {entrant.name for entrant in event.entrants.filter(is_alternate=False)}
    assert len(step.names) == 3
    _play_out(stage)
    assert StepCode.BYE not in _codes(event.tournament)


def test_a_stage_can_start_once_those_who_enter_it_are_certain() -> None:
    stage = factories.stage()
    consolation = lifecycle.create_stage(
        stage.event, by=None, format="single_elimination", feeds=[_LOSERS], name="Consolation"
    )
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="videau")
    assert StepCode.STAGE_DRAW not in _codes(stage.event.tournament)
    _play_out(stage)
    step = _step(stage.event.tournament, StepCode.STAGE_DRAW)
    assert (step_words(step), step.subject) == ("Consolation can start: 7 players", consolation.uid)
    assert step_names(step) == ""
    draw.draw(consolation, by=None, seed="videau")
    assert StepCode.STAGE_DRAW not in _codes(stage.event.tournament)


def test_a_round_that_is_held_waits_for_its_director() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 6)
    draw.draw(stage, by=None, seed="videau")
    attendance.hold(stage, by=None, is_held=True)
    assert StepCode.HELD not in _codes(stage.event.tournament), "its round is being played"
    factories.play_open_matches(stage)
    step = _step(stage.event.tournament, StepCode.HELD)
    assert step_words(step) == f"{stage}: pair the next round when you are ready"
    assert StepCode.CLOSE not in _codes(stage.event.tournament)


def test_money_is_next_from_the_first_fee_to_the_last_prize() -> None:
    stage = factories.stage()
    event = stage.event
    ledger.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    entrants = factories.entrants(event, 4)
    step = _step(event.tournament, StepCode.FEES)
    assert (step_words(step), step.amount) == ("4 entrants have not paid", 80_00)
    ledger.add_box(event.tournament, by=None, name="Desk")
    for entrant in entrants:
        ledger.pay(entrant, by=None, amount=20_00)
    assert StepCode.FEES not in _codes(event.tournament)
    draw.draw(stage, by=None, seed="videau")
    assert step_words(_step(event.tournament, StepCode.PRIZE_RULE)) == "Set the prizes"
    ledger.set_payout(event, by=None, payout={"structure": "winner", "percent": 100})
    assert StepCode.PRIZE_RULE not in _codes(event.tournament)
    _play_out(stage)
    assert _codes(event.tournament) == [StepCode.PRIZES, StepCode.CLOSE]
    assert _step(event.tournament, StepCode.PRIZES).amount == 80_00


def test_results_are_next_until_every_federation_has_them_as_they_are() -> None:
    stage = factories.stage()
    event, federation = stage.event, factories.federation()
    sanctions.request_sanction(event, federation, by=None)
    factories.entrants(event, 2)
    draw.draw(stage, by=None, seed="videau")
    [match] = factories.open_matches(stage)
    _play_out(stage)
    assert StepCode.RESULTS not in _codes(event.tournament), "nobody sanctioned it"
    sanctions.grant_sanction(event.sanctions.get(), by=None)
    step = _step(event.tournament, StepCode.RESULTS)
    assert (step_words(step), step_names(step)) == ("Send the results to 1 federation", "FFBG")
    closing.close_event(event, by=None)
    assert StepCode.RESULTS in _codes(event.tournament)
    result_files.send_results(event, federation, by=None)
    assert StepCode.RESULTS not in _codes(event.tournament)
    closing.reopen_event(event, by=None)
    results.correct(match, by=factories.around(match).director, score=(3, 7), reason="The other way.")
    writing.write_all()
    assert StepCode.RESULTS in _codes(event.tournament)
    result_files.send_results(event, federation, by=None)
    submissions.ask_back_results(Submission.objects.get(number=2), by=None, reason="Who is Ben?")
    assert StepCode.RESULTS in _codes(event.tournament)


def _of_everything() -> Tournament:
    """A hall with a dispute, a report, a suspension, fees and a finished event."""
    tournament = factories.tournament()
    stage = factories.stage(factories.event(tournament, name="Open"))
    ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    factories.entrants(stage.event, 8)
    draw.draw(stage, by=None, seed="videau")
    first, second, third, _fourth = [factories.around(match) for match in factories.open_matches(stage)]
    report = results.report(first.match, by=first.one, score=(7, 3)).report
    results.dispute(report, by=first.two, reason="I won.", score=(3, 7))
    results.report(second.match, by=second.one, score=(7, 5))
    results.start(third.match, by=third.director)
    suspending.suspend(Match.objects.get(pk=third.match.pk), by=third.director, score=(2, 1))
    other = factories.stage(factories.event(tournament, name="Side event"))
    ledger.set_fee(other.event, by=None, kind=FeeKind.ENTRY, amount=10_00)
    ledger.set_payout(other.event, by=None, payout={"structure": "winner", "percent": 100})
    factories.entrants(other.event, 2)
    draw.draw(other, by=None, seed="videau")
    _play_out(other)
    return tournament


def test_what_the_closing_counts_too_is_the_same_number() -> None:
    """The list asks for all events at once, the closing for one after the other."""
    tournament = _of_everything()
    steps = _steps(tournament).steps
    shared = {code.value for code in StepCode} & {code.value for code in MatterCode}
    for event in tournament.events.all():
        listed = {
            (step.code.value, step.number, step.amount)
            for step in steps
            if step.event == event and step.code.value in shared
        }
        counted = {
            (matter.code.value, matter.number, matter.amount)
            for matter in open_matters(event)
            if matter.code.value in shared
        }
        assert listed == counted, event.name
    assert {step.code for step in steps} >= {
        StepCode.DISPUTES,
        StepCode.CONFIRMATIONS,
        StepCode.SUSPENSIONS,
        StepCode.FEES,
        StepCode.PRIZES,
    }
    assert [step.code for step in steps] == sorted((step.code for step in steps), key=list(StepCode).index)


def test_it_asks_the_same_however_many_events_there_are() -> None:
    def questions(tournament: Tournament) -> int:
        tournament = Tournament.objects.get(pk=tournament.pk)
        with CaptureQueriesContext(connection) as queries:
            desk_steps(tournament, player=None, may_direct=True, now=timezone.now())
        return len(queries)

    tournament = _of_everything()
    one = questions(tournament)
    assert one <= 22
    for number in range(4):
        stage = factories.stage(factories.event(tournament, name=f"Event {number}"))
        ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
        ledger.set_payout(stage.event, by=None, payout={"structure": "winner", "percent": 100})
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
        if number:
            _play_out(stage)
    assert questions(tournament) == one


def test_a_step_is_put_away_for_one_officer_until_there_is_more_of_it() -> None:
    stage = factories.stage()
    tournament = stage.event.tournament
    boss, clerk = factories.owner(tournament), factories.clerk(tournament)
    ledger.set_fee(stage.event, by=None, kind=FeeKind.ENTRY, amount=20_00)
    factories.entrants(stage.event, 2)
    key = _step(tournament, StepCode.FEES).key
    assert next_steps.put_away(tournament, by=boss, step=key).is_put_away
    assert next_steps.put_away(tournament, by=boss, step=key).is_put_away
    assert StepMark.objects.count() == 1
    assert [step.code for step in _steps(tournament, by=boss).put_away] == [StepCode.FEES]
    assert not _steps(tournament, by=clerk, may_direct=False).put_away
    factories.entrant(stage.event)
    assert not _steps(tournament, by=boss).put_away
    next_steps.put_away(tournament, by=boss, step=key)
    assert not next_steps.bring_back(tournament, by=boss, step=key).is_put_away


@pytest.mark.both_databases
def test_who_holds_no_office_and_what_is_done_are_refused() -> None:
    stage = factories.stage()
    tournament = stage.event.tournament
    factories.entrants(stage.event, 2)
    key = _step(tournament, StepCode.DRAW).key
    with pytest.raises(Forbidden):
        next_steps.put_away(tournament, by=factories.player(), step=key)
    with pytest.raises(NotSignedIn):
        next_steps.put_away(tournament, by=None, step=key)
    with pytest.raises(StepGone, match="Look at the list again"):
        next_steps.put_away(tournament, by=factories.clerk(tournament), step=key)
    draw.draw(stage, by=None, seed="videau")
    with pytest.raises(StepGone):
        next_steps.bring_back(tournament, by=factories.owner(tournament), step=key)


def test_the_staff_of_the_desk_sees_what_it_can_do() -> None:
    tournament = _of_everything()
    assert {step.code for step in _steps(tournament, may_direct=False).steps} == {
        StepCode.TABLES,
        StepCode.CONFIRMATIONS,
        StepCode.SUSPENSIONS,
        StepCode.FEES,
        StepCode.PRIZES,
    }
