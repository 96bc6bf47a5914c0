"""A stage under way is closed by decision: its standings are final as they are, and undo gives everything back."""

from __future__ import annotations

import pytest

from matches.models import Match
from tests import factories
from tests.tournaments.audits import is_clean
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress
from tournaments.actions.draws.stage_closing import close_stage
from tournaments.actions.entrants import reception, registration
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.money import ledger as money
from tournaments.errors.common import ReasonMissing
from tournaments.errors.draws import NoFreeBye, NotDrawn, StageIsFollowed, StageIsOver
from tournaments.errors.events import EventIsClosed
from tournaments.errors.undo import CannotBeUndone
from tournaments.formats import FORMATS
from tournaments.models import FeeKind, LogEntry, Notice, Pairing, Stage
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.standings import standings
from tournaments.queries.money.prizes import prize_list

pytestmark = pytest.mark.django_db


def swiss(count: int = 8, *, rounds: int = 5) -> Stage:
    """A Swiss of this many rounds, drawn."""
    event = factories.event()
    stage = factories.stage(event, format="swiss", options={"rounds": rounds})
    factories.entrants(event, count)
    draw.draw(stage, by=None, seed="videau")
    return stage


def play_round(stage: Stage) -> None:
    """Play the open matches, and pair what follows."""
    factories.play_open_matches(stage)
    progress.advance(stage.event)


def now(stage: Stage) -> Stage:
    """The stage read again."""
    return Stage.objects.select_related("event__tournament").get(pk=stage.pk)


def closed(stage: Stage) -> Stage:
    """The stage, closed by its director."""
    return close_stage(now(stage), by=factories.owner(stage.event.tournament), reason="The hall closes.")


def take_back(stage: Stage) -> None:
    """The director undoes the closing."""
    entry = LogEntry.objects.get(code="stage_closed", subject=stage.uid)
    undo.undo(entry, by=factories.owner(stage.event.tournament))


def places(stage: Stage) -> list[tuple[str, int, int]]:
    """The standings as they are now."""
    view = standings(now(stage))
    assert view is not None
    return [(line.entrant, line.place, line.last_place) for line in view.lines]


class TestClosing:
    """What holds once a stage is closed."""

    def test_a_match_that_is_cancelled_leaves_no_row_of_nobody(self) -> None:
        stage = swiss()
        *_others, last = factories.open_matches(stage)
        results.report(last, by=factories.owner(stage.event.tournament), score=(7, 3))
        view = bracket(closed(stage))
        assert view is not None
        assert [[slot.match for slot in of.slots] for of in view.rounds if of.slots] == [[last.uid]]

    def test_its_standings_are_final_as_they_were_and_the_first_has_won(self) -> None:
        stage = swiss()
        for _round in range(3):
            play_round(stage)
        before = places(stage)
        closed(stage)
        view = standings(now(stage))
        assert view is not None
        assert places(stage) == before
        assert (view.is_final, view.winner and view.winner.entrant) == (True, before[0][0])
        assert now(stage).completed_at is not None
        assert is_clean(stage.event.tournament)

    def test_what_is_not_played_is_cancelled_and_nothing_more_is_paired(self) -> None:
        stage = swiss()
        play_round(stage)
        first, *_others = factories.open_matches(stage)
        results.report(first, by=None, score=(first.length, 0))
        closed(stage)
        assert progress.advance(stage.event) == 0
        assert factories.open_matches(stage) == []
        assert Pairing.objects.filter(stage=stage, cancelled_at=None, round=2).count() == 1

    def test_the_bye_of_a_round_that_is_broken_off_does_not_count(self) -> None:
        stage = swiss(7)
        before = places(stage)
        closed(stage)
        assert places(stage) == before
        assert not Pairing.objects.filter(stage=stage, cancelled_at=None).exists()

    def test_players_of_a_match_under_way_are_told(self) -> None:
        stage = swiss()
        match = factories.open_matches(stage)[0]
        results.start(match, by=factories.owner(stage.event.tournament))
        closed(stage)
        assert Notice.objects.filter(code="set_aside", match=match).count() == 2

    def test_the_next_stage_is_drawn_from_it(self) -> None:
        stage = swiss()
        feed = {"stage": 0, "take": "top", "count": 4}
        playoff = lifecycle.create_stage(stage.event, by=None, format="single_elimination", feeds=[feed])
        for _round in range(3):
            play_round(stage)
        best = {uid for uid, place, last in places(stage) if last <= 4}
        closed(stage)
        draw.draw(playoff, by=None, seed="videau")
        assert best <= set(playoff.entries.values_list("entrant__uid", flat=True))

    def test_its_prizes_are_paid(self) -> None:
        stage = swiss()
        event = stage.event
        money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=100_00)
        for entrant in event.entrants.all():
            reception.pay(entrant, by=None, amount=100_00)
        money.set_payout(event, by=None, payout={"structure": "main_2", "unit": 1_00})
        for _round in range(3):
            play_round(stage)
        closed(stage)
        event.refresh_from_db()
        prizes = prize_list(event)
        assert prizes is not None
        assert prizes.is_final
        first = prizes.lines[0].entrant
        assert first is not None
        reception.pay_prizes(first, by=None)
        assert LogEntry.objects.filter(code="line_booked", data__kind="prize").exists()

    def test_whoever_loses_later_does_not_come_into_a_closed_consolation(self) -> None:
        event = factories.event()
        main = factories.stage(event, format="single_elimination")
        feed = {"stage": 0, "take": "losers"}
        consolation = lifecycle.create_stage(event, by=None, format="consolation", feeds=[feed])
        factories.entrants(event, 8)
        draw.draw(main, by=None, seed="videau")
        first, *_others = factories.open_matches(main)
        results.report(first, by=None, score=(first.length, 0))
        progress.advance(event)
        closed(consolation)
        play_round(main)
        assert consolation.entries.count() == 1
        take_back(consolation)
        assert consolation.entries.count() == 4

    def test_a_result_is_still_corrected_and_the_standings_follow(self) -> None:
        stage = swiss()
        play_round(stage)
        closed(stage)
        match = Match.objects.filter(pairing__stage=stage, final_at__isnull=False).order_by("pk")[0]
        loser = "two" if match.winner == "one" else "one"
        score = (0, match.length) if loser == "two" else (match.length, 0)
        before = places(stage)
        results.correct(match, by=factories.owner(stage.event.tournament), score=score, reason="Wrong slip.")
        assert places(stage) != before
        assert now(stage).is_closed
        assert is_clean(stage.event.tournament)

    def test_nobody_comes_in_late(self) -> None:
        stage = swiss()
        closed(stage)
        late = factories.entrant(stage.event, "Zed Late")
        with pytest.raises(NoFreeBye):
            draw.enter_late(now(stage), entrant=late, by=None)

    @pytest.mark.parametrize("code", sorted(set(FORMATS) - {"consolation", "ladder"}))
    def test_every_format_can_be_closed_under_way_and_opened_again(self, code: str) -> None:
        event = factories.event()
        stage = factories.stage(event, format=code)
        factories.entrants(event, 8)
        draw.draw(stage, by=None, seed="videau")
        first, *others = factories.open_matches(stage)
        results.report(first, by=None, score=(first.length, 0))
        for match in others[:1]:
            results.start(match, by=factories.owner(event.tournament))
        progress.advance(event)
        pairings = set(Pairing.objects.filter(stage=stage, cancelled_at=None).values_list("pk", flat=True))
        before = places(stage)
        closed(stage)
        view = bracket(now(stage))
        assert view is not None
        assert (view.is_complete, factories.open_matches(stage)) == (True, [])
        assert is_clean(event.tournament)
        take_back(stage)
        progress.advance(event)
        assert not now(stage).is_closed
        assert (
            set(Pairing.objects.filter(stage=stage, cancelled_at=None).values_list("pk", flat=True))
            == pairings
        )
        assert places(stage) == before
        assert is_clean(event.tournament)


class TestUndoing:
    """The closing is undone in the log."""

    def test_the_same_matches_come_back(self) -> None:
        stage = swiss(7)
        play_round(stage)
        matches = factories.open_matches(stage)
        closed(stage)
        take_back(stage)
        assert factories.open_matches(stage) == matches
        for _round in range(4):
            play_round(stage)
        assert now(stage).completed_at is not None

    def test_a_match_whose_result_was_taken_back_meanwhile_comes_back_too(self) -> None:
        stage = swiss(7)
        play_round(stage)
        first, *_others = factories.open_matches(stage)
        play_round(stage)
        closed(stage)
        results.take_back_result(Match.objects.get(pk=first.pk), by=factories.owner(stage.event.tournament))
        assert factories.open_matches(stage) == []
        take_back(stage)
        assert first in factories.open_matches(stage)
        second = Pairing.objects.filter(stage=stage, round=2, cancelled_at=None)
        assert (second.count(), second.filter(match=None).count()) == (4, 1)
        assert is_clean(stage.event.tournament)
        for _round in range(4):
            play_round(stage)
        assert now(stage).completed_at is not None

    def test_a_match_of_an_earlier_round_that_is_broken_off_leaves_the_later_ones_as_they_were_paired(
        self,
    ) -> None:
        stage = swiss(6)
        match, *_others = factories.open_matches(stage)
        director = factories.owner(stage.event.tournament)
        leaver = match.one.entrants.get()
        registration.withdraw(leaver, by=director, reason="Had to go.")
        for _round in range(2):
            play_round(stage)
        registration.return_(leaver, by=director)
        assert match in factories.open_matches(stage)
        closed(stage)
        assert is_clean(stage.event.tournament)

    def test_a_stage_that_feeds_a_draw_stays_closed(self) -> None:
        stage = swiss()
        feed = {"stage": 0, "take": "top", "count": 2}
        playoff = lifecycle.create_stage(stage.event, by=None, format="single_elimination", feeds=[feed])
        for _round in range(3):
            play_round(stage)
        closed(stage)
        drawn = draw.draw(playoff, by=None, seed="videau")
        with pytest.raises(StageIsFollowed):
            take_back(stage)
        draw.void(drawn, by=None, reason="Too early.")
        take_back(stage)
        assert now(stage).completed_at is None

    def test_it_is_undone_once(self) -> None:
        stage = swiss()
        closed(stage)
        take_back(stage)
        with pytest.raises(CannotBeUndone):
            undo.undo(LogEntry.objects.filter(code="stage_opened_again").get(), by=None)


class TestRefusals:
    """What is no stage under way is not closed."""

    def test_it_needs_a_draw_and_a_reason(self) -> None:
        stage = factories.stage(factories.event(), format="swiss")
        with pytest.raises(NotDrawn):
            closed(stage)
        with pytest.raises(ReasonMissing):
            close_stage(swiss(), by=None, reason=" ")

    def test_a_complete_stage_is_over(self) -> None:
        stage = swiss(4, rounds=1)
        play_round(stage)
        with pytest.raises(StageIsOver):
            closed(stage)
        other = swiss()
        closed(other)
        with pytest.raises(StageIsOver):
            closed(other)

    def test_a_closed_event_is_opened_first(self) -> None:
        stage = swiss()
        closing.close_event(stage.event, by=None, anyway=True, reason="Over.")
        with pytest.raises(EventIsClosed):
            closed(stage)
