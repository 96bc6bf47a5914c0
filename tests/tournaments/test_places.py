"""Places and the waiting list: who gets one, who moves up, and who comes late."""

from __future__ import annotations

import pytest

from tests import factories
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, waiting_list
from tournaments.errors.draws import NoFreeBye, StageAlreadyDrawn
from tournaments.errors.entrants import CapacityTooSmall, EventIsFull, HasWithdrawn, NotAnAlternate
from tournaments.models import Notice, Pairing

pytestmark = pytest.mark.django_db


class TestPlaces:
    def test_after_the_last_place_one_waits(self) -> None:
        event = factories.event(capacity=2)
        assert [entrant.is_alternate for entrant in factories.entrants(event, 3)] == [False, False, True]

    def test_a_place_that_falls_free_goes_to_who_waited_longest(self) -> None:
        event = factories.event(capacity=2)
        first, _, third, fourth = factories.entrants(event, 4)
        registration.withdraw(first, by=None)
        third.refresh_from_db()
        fourth.refresh_from_db()
        assert (third.is_alternate, fourth.is_alternate) == (False, True)
        assert Notice.objects.filter(code="alternate_in").get().recipient == third.side.players.get()

    def test_more_places_let_alternates_in(self) -> None:
        event = factories.event(capacity=2)
        entrants = factories.entrants(event, 4)
        waiting_list.set_capacity(event, by=factories.owner(event.tournament), capacity=3)
        for entrant in entrants:
            entrant.refresh_from_db()
        assert [entrant.is_alternate for entrant in entrants] == [False, False, False, True]

    def test_taken_places_are_not_taken_away(self) -> None:
        event = factories.event()
        factories.entrants(event, 3)
        with pytest.raises(CapacityTooSmall, match="3"):
            waiting_list.set_capacity(event, by=None, capacity=2)

    def test_the_desk_promotes_an_alternate_into_a_free_place(self) -> None:
        event = factories.event(capacity=2)
        factories.entrant(event)
        waiting = registration.enter(event, by=None, players=[factories.player()], force_alternate=True)
        assert not waiting_list.promote(waiting, by=factories.clerk(event.tournament)).is_alternate
        with pytest.raises(NotAnAlternate):
            waiting_list.promote(waiting, by=None)

    def test_no_promotion_of_who_left_nor_after_the_draw(self) -> None:
        stage = factories.drawn_stage(4)
        waiting = factories.entrant(stage.event)
        with pytest.raises(StageAlreadyDrawn):
            waiting_list.promote(waiting, by=None)
        registration.withdraw(waiting, by=None)
        with pytest.raises(HasWithdrawn):
            waiting_list.promote(waiting, by=None)

    def test_the_same_number_of_places_is_no_change(self) -> None:
        event = factories.event(capacity=2)
        before = event.tournament.log_seq
        waiting_list.set_capacity(event, by=None, capacity=2)
        event.tournament.refresh_from_db()
        assert event.tournament.log_seq == before

    def test_after_the_draw_nobody_moves_up_by_a_number(self) -> None:
        event = factories.event(capacity=4)
        factories.drawn_stage(4, of=event)
        waiting = factories.entrant(event)
        waiting_list.set_capacity(event, by=None, capacity=5)
        waiting.refresh_from_db()
        assert waiting.is_alternate

    def test_no_promotion_beyond_the_last_place(self) -> None:
        event = factories.event(capacity=2)
        waiting = factories.entrants(event, 3)[2]
        with pytest.raises(EventIsFull, match="2"):
            waiting_list.promote(waiting, by=None)


class TestLateComers:
    def test_after_the_draw_one_waits(self) -> None:
        stage = factories.drawn_stage(3)
        assert factories.entrant(stage.event).is_alternate

    @pytest.mark.both_databases
    def test_a_late_comer_takes_a_bye_at_once(self) -> None:
        stage = factories.drawn_stage(3)
        late = registration.enter(stage.event, by=None, players=[factories.player()], is_late=True)
        assert not late.is_alternate
        assert Pairing.objects.filter(stage=stage, round=1, cancelled_at=None, match=None).count() == 0

    def test_a_late_comer_to_a_full_bracket_waits(self) -> None:
        stage = factories.drawn_stage(4)
        late = registration.walk_in(stage.event, by=None, name="Lena Late", is_late=True)
        assert late.is_alternate
        with pytest.raises(NoFreeBye, match="Lena Late"):
            draw.enter_late(stage, entrant=late, by=None)
