"""An entry made at the desk by mistake has not happened once it is undone: of one entrant, and of a whole list."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments.actions import undo
from tournaments.actions.draws import draw
from tournaments.actions.entrants import arrivals, player_list, reception, registration, waiting_list
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger as money
from tournaments.errors.undo import CannotBeUndone
from tournaments.models import Entrant, Event, FeeKind, LogEntry
from tournaments.queries.hall import desk
from tournaments.queries.money.ledger import balance

pytestmark = pytest.mark.django_db
LIST = b"Name;Club\nAda Berg;Nantes\nBo Lind;Malmo\nCarl Dorn;Bonn\n"


def imported(event: Event) -> list[Entrant]:
    """The entrants of the list, imported by the director."""
    return list(player_list.import_players(event, by=factories.owner(event.tournament), data=LIST).entrants)


def take_back(event: Event) -> None:
    """The director undoes the newest import of the event."""
    entry = LogEntry.objects.filter(event=event, code="list_imported").order_by("-seq")[0]
    undo.undo(entry, by=factories.owner(event.tournament))


def test_its_entrants_are_gone_from_every_list() -> None:
    event = factories.event()
    imported(event)
    take_back(event)
    listing = desk.entrants(event)
    assert (listing.placed, listing.alternates, listing.withdrawn) == ((), (), ())
    page = Visitor().open("entrants", event.uid)
    assert "Ada Berg" not in page
    assert "Withdrawn" not in page
    assert Caller().get(f"events/{event.uid}/entrants/").body["results"] == []
    assert "Bo Lind" not in str(Visitor().client.get(f"/api/v1/events/{event.uid}/entrants/sheet/").content)
    assert is_clean(event.tournament)


def test_the_list_is_imported_into_the_right_event_and_into_the_same_one_again() -> None:
    wrong, right = factories.event(), factories.event()
    first = imported(wrong)
    take_back(wrong)
    assert len(imported(right)) == 3
    again = imported(wrong)
    assert [entrant.pk for entrant in again] == [entrant.pk for entrant in first]
    assert [line.name for line in desk.entrants(wrong).placed] == ["Ada Berg", "Bo Lind", "Carl Dorn"]
    take_back(wrong)
    assert desk.entrants(wrong).placed == ()
    assert is_clean(wrong.tournament)


def test_one_of_them_who_is_entered_afterwards_stands_in_the_lists() -> None:
    event = factories.event()
    ada, *_others = imported(event)
    take_back(event)
    player = ada.side.players.get()
    registration.enter(event, by=factories.owner(event.tournament), players=[player])
    assert [line.name for line in desk.entrants(event).placed] == ["Ada Berg"]
    assert is_clean(event.tournament)


def test_one_of_them_who_is_entered_afterwards_by_mistake_is_gone_again() -> None:
    event = factories.event()
    ada, *_others = imported(event)
    take_back(event)
    registration.return_(ada, by=factories.owner(event.tournament))
    entry = LogEntry.objects.get(tournament=event.tournament, code="returned")
    undo.undo(entry, by=factories.owner(event.tournament))
    listing = desk.entrants(event)
    assert (listing.placed, listing.withdrawn) == ((), ())
    assert is_clean(event.tournament)


def test_a_namesake_who_was_entered_by_mistake_leaves_the_other_ones_name_as_it_was() -> None:
    event = factories.event()
    ada, again = (
        registration.walk_in(event, by=None, name="Ada Berg", club=club, even_if_similar=True)
        for club in ("Leeds", "London")
    )
    ada.side.refresh_from_db()
    assert ada.name == "Ada Berg (Leeds)"
    undo_entry(again)
    ada.side.refresh_from_db()
    assert ada.name == "Ada Berg"


def test_others_get_the_places_and_nothing_is_due_any_more() -> None:
    event = factories.event()
    money.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    waiting_list.set_capacity(event, by=None, capacity=3)
    first, *_others = imported(event)
    waiting = factories.entrant(event, "Wanda Waits")
    assert waiting.is_alternate
    take_back(event)
    assert not Entrant.objects.get(pk=waiting.pk).is_alternate
    assert balance(first).due == 0
    assert is_clean(event.tournament)


def _pay(entrant: Entrant) -> None:
    money.set_fee(entrant.event, by=None, kind=FeeKind.ENTRY, amount=50_00)
    reception.pay(entrant, by=None, amount=50_00)


def _draw(entrant: Entrant) -> None:
    draw.draw(factories.stage(entrant.event), by=None, seed="videau")


@pytest.mark.parametrize(
    ("use", "words"),
    [
        (lambda one: arrivals.check_in(one, by=None), "Ada Berg is checked in: undo the check-in first"),
        (_pay, "Ada Berg has paid: cancel the payment first"),
        (lambda one: registration.withdraw(one, by=None), "Ada Berg has left"),
        (_draw, "The draw is made"),
    ],
)
def test_a_list_that_was_used_stays_and_the_refusal_names_who_and_what(
    use: Callable[[Entrant], object], words: str
) -> None:
    event = factories.event()
    ada, *_others = imported(event)
    use(ada)
    with pytest.raises(CannotBeUndone, match=words):
        take_back(event)
    assert Entrant.objects.filter(event=event, withdrawn_at=None).count() >= 2


def test_the_page_of_the_log_undoes_it_and_says_so() -> None:
    event = factories.event()
    imported(event)
    director = Visitor(factories.owner(event.tournament))
    seq = LogEntry.objects.get(code="list_imported").seq
    page = director.open("desk_log", event.tournament.uid)
    assert any(str(seq) in fields.values() for _address, fields in page.forms)
    take_back(event)
    assert "The import of a list was undone: 3 taken out." in director.open("desk_log", event.tournament.uid)


def undo_entry(entrant: Entrant) -> None:
    """The director undoes the entry of an entrant in the log."""
    entry = LogEntry.objects.filter(subject=entrant.uid, code="entered").order_by("-seq")[0]
    undo.undo(entry, by=factories.owner(entrant.event.tournament))


def test_who_was_entered_by_mistake_is_gone_from_every_list_and_comes_back_as_the_same_entrant() -> None:
    event = factories.event()
    director, player = factories.owner(event.tournament), factories.player("Ada Berg")
    entrant = registration.enter(event, by=director, players=[player])
    undo_entry(entrant)
    assert desk.entrants(event).withdrawn == ()
    assert "Ada Berg" not in Visitor().open("entrants", event.uid)
    assert is_clean(event.tournament)
    again = registration.enter(event, by=director, players=[player])
    assert again.pk == entrant.pk
    assert [line.name for line in desk.entrants(event).placed] == ["Ada Berg"]
    assert is_clean(event.tournament)


def test_a_late_entry_undone_has_not_happened_either() -> None:
    stage = factories.drawn_stage(3)
    director = factories.owner(stage.event.tournament)
    entrant = registration.enter(
        stage.event, by=director, players=[factories.player("Late Lee")], is_late=True
    )
    undo_entry(entrant)
    assert desk.entrants(stage.event).withdrawn == ()
    # Nor has it when the desk brought the entrant back by mistake, and undoes that.
    registration.return_(entrant, by=director)
    assert [line.name for line in desk.entrants(stage.event).alternates] == ["Late Lee"]
    undo.undo(LogEntry.objects.filter(code="returned").latest("seq"), by=director)
    assert desk.entrants(stage.event).withdrawn == ()
    assert is_clean(stage.event.tournament)


def test_whoever_registered_has_left_when_the_director_undoes_it() -> None:
    event = factories.event()
    lifecycle.set_registration(event, by=None, registration="open")
    player = factories.player("Ada Berg", email="ada@example.org")
    entrant = registration.register_self(event, by=player)
    undo_entry(entrant)
    assert [line.name for line in desk.entrants(event).withdrawn] == ["Ada Berg"]
