"""Re-entry after a loss: who may, until when, and the further entrant it makes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tests.tournaments import audits
from tournaments.actions import results
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import reentry, registration
from tournaments.actions.events import lifecycle, reentry_rule
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import (
    HasComeBack,
    InvalidReEntry,
    NoReEntry,
    PlaysElsewhere,
    ReEntryRefused,
    RegistrationClosed,
)
from tournaments.models import (
    Entrant,
    EntrantPlayer,
    Event,
    LogEntry,
    Notice,
    Pairing,
    Registration,
    RoleKind,
    Seat,
    Stage,
    StageEntry,
)
from tournaments.queries.draws.standings import standings
from tournaments.queries.entrants.reentry import former_entrant, reentries, reentry_of, returned_as
from tournaments.queries.state import stage_state

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

# Jamaica: half the price, several times, until the afternoon; side pools go on.
JAMAICA = {"most": 3, "fee_percent": 50, "keeps_side_pools": True}
LOSERS = {"stage": 0, "take": "losers", "nearest": 1}


def event_of(n: int, *, rule: dict[str, Any] | None = JAMAICA, **options: Any) -> Event:
    """An event of this many entrants in which whoever loses the first match may come back."""
    event = factories.event()
    factories.entrants(event, n)
    factories.stage(event, **options)
    reentry_rule.set_rule(event, by=None, rule=rule)
    return event


def main_of(event: Event) -> Stage:
    """The first stage of an event."""
    return event.stages.get(order=0)


def stage_of(n: int, **options: Any) -> Stage:
    """The first stage of such an event, drawn."""
    stage = main_of(event_of(n, **options))
    draw.draw(stage, by=None, seed="back")
    return stage


def win(match: Match, side: str = "one") -> None:
    """Report a win and pair what follows."""
    score = (match.length, 0) if side == "one" else (0, match.length)
    results.report(match, by=factories.around(match).director, score=score)
    progress.advance(factories.around(match).stage.event)


def loser_of(match: Match) -> Entrant:
    """The entrant who lost a match as side two."""
    return Entrant.objects.get(seats__pairing__match=match, seats__side="two")


def first_loser(stage: Stage) -> Entrant:
    """Play the first open match of a stage and return its loser."""
    match = factories.open_matches(stage)[0]
    win(match)
    return loser_of(match)


def player_of(entrant: Entrant) -> Player:
    """The player of an entrant of one."""
    return entrant.side.players.get()


def is_clean(event: Event) -> bool:
    """Whether an audit finds nothing."""
    return audits.is_clean(event.tournament)


class TestTheRule:
    def test_it_is_kept_in_full_and_logged(self) -> None:
        event = factories.event()
        reentry_rule.set_rule(event, by=None, rule={"most": 2})
        event.refresh_from_db()
        assert event.reentry == {
            "most": 2,
            "until": None,
            "after": "first",
            "fee_percent": 100,
            "keeps_side_pools": False,
        }
        entry = LogEntry.objects.get(code="reentry_set")
        assert (entry.data["is_possible"], entry.data["most"]) == (True, 2)

    def test_the_same_rule_again_changes_nothing(self) -> None:
        event = event_of(2)
        reentry_rule.set_rule(event, by=None, rule=JAMAICA)
        assert LogEntry.objects.filter(code="reentry_set").count() == 1

    @pytest.mark.both_databases
    def test_it_is_taken_away(self) -> None:
        event = event_of(2)
        reentry_rule.set_rule(event, by=None, rule=None)
        event.refresh_from_db()
        assert event.reentry is None
        assert reentry_of(Entrant.objects.filter(event=event)[0]) is None

    @pytest.mark.both_databases
    @pytest.mark.parametrize("field", [{"most": 0}, {"fee_percent": 101}, {"until": "soon"}, {"often": 1}])
    def test_a_rule_that_cannot_be_names_its_field(self, field: dict[str, object]) -> None:
        with pytest.raises(InvalidReEntry) as refusal:
            reentry_rule.set_rule(factories.event(), by=None, rule=field)
        assert refusal.value.data["details"] == [{"code": "invalid_reentry", "field": next(iter(field))}]

    def test_only_directors_set_it(self) -> None:
        event = factories.event()
        clerk = factories.clerk(event.tournament)
        with pytest.raises(Forbidden):
            reentry_rule.set_rule(event, by=clerk, rule=JAMAICA)


class TestComingBack:
    def test_a_further_entrant_of_the_same_player_takes_a_bye(self) -> None:
        stage = stage_of(7)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        assert again.name == f"{loser.name} (2)"
        assert player_of(again) == player_of(loser)
        assert sorted(
            EntrantPlayer.objects.filter(player=player_of(loser)).values_list("entry_no", flat=True)
        ) == [1, 2]
        place = StageEntry.objects.get(entrant=again)
        assert place.is_late
        assert place.line is not None
        assert not again.is_alternate or not Entrant.objects.get(pk=again.pk).is_alternate
        loser.refresh_from_db()
        assert (loser.goes_on, loser.withdrawn_at) == (False, None)
        assert former_entrant(again) == loser
        assert returned_as(loser) == again
        assert is_clean(stage.event)

    def test_it_is_logged_with_the_fee_and_told(self) -> None:
        stage = stage_of(7)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        entry = LogEntry.objects.get(code="reentered")
        assert entry.subject == again.uid
        assert (entry.data["former"], entry.data["number"], entry.data["fee_percent"]) == (loser.uid, 2, 50)
        assert Notice.objects.filter(code="alternate_in", recipient=player_of(loser)).exists()

    def test_both_entries_stand_in_the_standings(self) -> None:
        stage = stage_of(7)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        while factories.open_matches(stage):
            for match in factories.open_matches(stage):
                win(match)
        table = standings(stage)
        assert table is not None
        assert {loser.uid, again.uid} <= {line.entrant for line in table.lines}
        assert table.is_final
        assert is_clean(stage.event)

    @pytest.mark.both_databases
    def test_again_answers_the_same_entrant(self) -> None:
        stage = stage_of(7)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        assert reentry.come_back(loser, by=None) == again
        assert LogEntry.objects.filter(code="reentered").count() == 1

    def test_the_third_entry_is_the_third_by_name(self) -> None:
        stage = stage_of(5, lengths=(5,))
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        [match] = [match for match in factories.open_matches(stage) if again.side in (match.one, match.two)]
        win(match, "two" if match.one == again.side else "one")
        third = reentry.come_back(again, by=None)
        assert third.name == f"{loser.name} (3)"
        assert [entry.entry_no for entry in EntrantPlayer.objects.filter(entrant=third)] == [3]

    def test_without_a_free_line_one_waits_and_may_play_on_meanwhile(self) -> None:
        stage = stage_of(4)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        assert again.is_alternate
        assert not StageEntry.objects.filter(entrant=again).exists()
        loser.refresh_from_db()
        assert loser.goes_on is None
        assert Notice.objects.filter(code="registered", recipient=player_of(loser)).exists()
        attendance.play_on(loser, by=None, goes_on=True)
        loser.refresh_from_db()
        assert loser.goes_on is True

    def test_who_waited_takes_the_place_of_a_no_show_and_gives_way_below(self) -> None:
        event = event_of(4)
        stage = main_of(event)
        below = lifecycle.create_stage(event, by=None, format="consolation", feeds=[LOSERS])
        draw.draw(stage, by=None, seed="back")
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        assert StageEntry.objects.filter(stage=below, entrant=loser).exists()
        absent = Entrant.objects.get(side=factories.open_matches(stage)[0].one)
        draw.replace(stage, absent=absent, alternate=again, by=None, reason="did not come")
        assert not StageEntry.objects.filter(stage=below, entrant=loser).exists()
        assert is_clean(event)


def test_a_result_file_counts_how_often_somebody_came_back() -> None:
    stage = stage_of(3)
    loser = first_loser(stage)
    again = reentry.come_back(loser, by=None)
    assert reentries(stage.event)[again.uid] == 1
    assert set(reentries(stage.event).values()) == {0, 1}


class TestWhoMayNot:
    def codes(self, entrant: Entrant, by: Player | None = None) -> list[str]:
        """The codes of what speaks against coming back."""
        with pytest.raises(ReEntryRefused) as refusal:
            reentry.come_back(entrant, by=by)
        details: Any = refusal.value.data["details"]
        return [detail["code"] for detail in details]

    @pytest.mark.both_databases
    def test_where_the_event_has_no_rule_nobody(self) -> None:
        stage = stage_of(7, rule=None)
        with pytest.raises(NoReEntry):
            reentry.come_back(first_loser(stage), by=None)

    def test_who_is_still_in(self) -> None:
        stage = stage_of(7)
        match = factories.open_matches(stage)[0]
        win(match)
        assert self.codes(Entrant.objects.get(side=match.one)) == ["still_in"]

    @pytest.mark.both_databases
    def test_who_was_never_in_the_stage(self) -> None:
        stage = stage_of(8)
        assert self.codes(factories.entrant(stage.event, "Late Comer")) == ["not_in_stage"]

    def test_who_did_not_play(self) -> None:
        stage = stage_of(7)
        match = factories.open_matches(stage)[0]
        results.forfeit(match, by=factories.around(match).director, loser="two", reason="did not come")
        progress.advance(stage.event)
        assert self.codes(loser_of(match)) == ["loss_not_played"]

    def test_who_has_won_a_match_before(self) -> None:
        stage = stage_of(4)
        for match in factories.open_matches(stage):
            win(match)
        [final] = factories.open_matches(stage)
        win(final)
        assert self.codes(loser_of(final)) == ["not_the_first_match"]

    def test_who_has_come_back_often_enough(self) -> None:
        stage = stage_of(5, rule={"most": 1})
        again = reentry.come_back(first_loser(stage), by=None)
        [match] = [match for match in factories.open_matches(stage) if again.side in (match.one, match.two)]
        win(match, "two" if match.one == again.side else "one")
        assert self.codes(again) == ["no_reentry_left"]

    def test_after_the_time_only_a_director_lets_somebody_in(self) -> None:
        over = timezone.now() - timedelta(minutes=1)
        stage = stage_of(7, rule={**JAMAICA, "until": over.isoformat()})
        loser = first_loser(stage)
        tournament = stage.event.tournament
        clerk = factories.clerk(tournament)
        assert self.codes(loser, by=clerk) == ["reentry_closed"]
        again = reentry.come_back(loser, by=factories.owner(tournament))
        assert LogEntry.objects.get(code="reentered").data["is_late"] is True
        assert again.name.endswith("(2)")

    @pytest.mark.both_databases
    def test_a_director_does_not_let_the_time_pass_for_the_own_entry(self) -> None:
        over = timezone.now() - timedelta(minutes=1)
        stage = stage_of(7, rule={**JAMAICA, "until": over.isoformat()})
        loser = first_loser(stage)
        tournament = stage.event.tournament
        lifecycle.appoint(
            tournament, player_of(loser), kind=RoleKind.DIRECTOR, by=factories.owner(tournament)
        )
        assert self.codes(loser, by=player_of(loser)) == ["reentry_closed"]

    def test_what_is_impossible_a_director_does_not_overrule(self) -> None:
        stage = stage_of(7)
        match = factories.open_matches(stage)[0]
        assert self.codes(
            Entrant.objects.get(side=match.one), by=factories.owner(stage.event.tournament)
        ) == ["still_in"]

    @pytest.mark.both_databases
    def test_players_come_back_themselves_while_registration_is_open(self) -> None:
        stage = stage_of(7)
        loser = first_loser(stage)
        with pytest.raises(Forbidden):
            reentry.come_back(loser, by=factories.player())
        lifecycle.set_registration(stage.event, by=None, registration=Registration.DESK)
        with pytest.raises(RegistrationClosed):
            reentry.come_back(loser, by=player_of(loser))
        lifecycle.set_registration(stage.event, by=None, registration=Registration.OPEN)
        loser.event.refresh_from_db()
        again = reentry.come_back(loser, by=player_of(loser))
        assert (again.via, LogEntry.objects.get(code="reentered").by) == ("online", player_of(loser))


class TestTheStagesForLosers:
    def consolation(self, n: int) -> tuple[Stage, Stage]:
        """A main stage with a progressive consolation, drawn."""
        event = event_of(n)
        below = lifecycle.create_stage(event, by=None, format="consolation", feeds=[LOSERS])
        draw.draw(main_of(event), by=None, seed="back")
        return main_of(event), below

    def test_who_comes_back_leaves_them_before_the_first_match_there(self) -> None:
        stage, below = self.consolation(7)
        loser = first_loser(stage)
        assert StageEntry.objects.filter(stage=below, entrant=loser).exists()
        again = reentry.come_back(loser, by=None)
        assert not StageEntry.objects.filter(stage=below, entrant=loser).exists()
        while matches := [*factories.open_matches(stage), *factories.open_matches(below)]:
            for match in matches:
                win(match)
        seats = Seat.objects.filter(stage=below, cancelled_at=None, entrant__in=[loser, again])
        assert not seats.filter(entrant=loser).exists()
        assert is_clean(stage.event)

    @pytest.mark.both_databases
    def test_who_has_begun_there_goes_on_there(self) -> None:
        stage, below = self.consolation(8)
        for match in factories.open_matches(stage):
            win(match)
        match = factories.open_matches(below)[0]
        results.start(match, by=factories.around(match).director)
        with pytest.raises(PlaysElsewhere):
            reentry.come_back(Entrant.objects.get(side=match.one), by=None)

    @pytest.mark.both_databases
    def test_only_the_entry_that_is_back_plays_on(self) -> None:
        stage, _below = self.consolation(7)
        loser = first_loser(stage)
        again = reentry.come_back(loser, by=None)
        with pytest.raises(HasComeBack):
            attendance.play_on(loser, by=None, goes_on=True)
        attendance.play_on(again, by=None, goes_on=True)
        registration.withdraw(again, by=None, reason="ill")
        attendance.play_on(loser, by=None, goes_on=True)
        loser.refresh_from_db()
        assert loser.goes_on is True

    def test_whom_the_former_entry_met_is_met_again_late(self) -> None:
        stage, below = self.consolation(15)
        match = factories.open_matches(stage)[0]
        win(match)
        again = reentry.come_back(loser_of(match), by=None)
        state = stage_state(stage)
        assert state is not None
        keys = {entry.uid: entry.player for entry in state.state.entries if entry.player}
        assert keys == dict.fromkeys([loser_of(match).uid, again.uid], player_of(again).uid)
        assert stage_state(below) is not None


class TestTheSamePlayer:
    def test_in_lives_the_new_entry_has_met_whom_the_former_has_met(self) -> None:
        stage = stage_of(6, format="lives", options={"lives": 1, "late_lives": "all", "last_two": "share"})
        match = factories.open_matches(stage)[0]
        win(match)
        again = reentry.come_back(loser_of(match), by=None)
        for other in factories.open_matches(stage):
            win(other)
        seat = Seat.objects.get(entrant=again, round=2, cancelled_at=None)
        others = Seat.objects.filter(pairing=seat.pairing).exclude(pk=seat.pk)
        assert match.one not in [other.entrant.side for other in others]
        assert is_clean(stage.event)

    def test_a_correction_that_brings_both_in_lets_one_give_way(self) -> None:
        stage = stage_of(3)
        match = factories.open_matches(stage)[0]
        win(match)
        loser = loser_of(match)
        again = reentry.come_back(loser, by=None)
        around = factories.around(match)
        assert StageEntry.objects.get(entrant=again).line is not None
        bye_match = next(one for one in factories.open_matches(stage) if again.side in (one.one, one.two))
        win(bye_match, "one" if bye_match.one == again.side else "two")
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
        match.refresh_from_db()
        results.correct(match, by=around.director, score=(0, match.length), reason="The slip was read wrong.")
        final = Pairing.objects.get(stage=stage, round=2, cancelled_at=None)
        assert final.match is not None
        assert {seat.entrant for seat in final.seats.all()} == {loser, again}
        assert final.match.outcome == "walkover"
        stage.refresh_from_db()
        assert stage.completed_at is not None
        assert is_clean(stage.event)


@pytest.mark.both_databases
@pytest.mark.parametrize("code", ["swiss", "round_robin", "league", "ladder"])
def test_a_rule_that_can_never_work_is_refused(code: str) -> None:
    event = factories.event()
    factories.stage(event, format=code)
    with pytest.raises(InvalidReEntry, match="everybody plays to the end"):
        reentry_rule.set_rule(event, by=None, rule={})
    reentry_rule.set_rule(event, by=None, rule=None)


def test_a_rule_works_where_a_knock_out_follows_from_nothing() -> None:
    event = factories.event()
    factories.stage(event, format="lives")
    reentry_rule.set_rule(event, by=None, rule={})
    event.refresh_from_db()
    assert event.reentry is not None
