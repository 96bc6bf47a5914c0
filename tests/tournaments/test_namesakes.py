"""Two entrants of one name are told apart wherever a name stands: club, country, or a number."""

from __future__ import annotations

import pytest

from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions import draw, naming, registration
from tournaments.models import Entrant, Event, Stage

pytestmark = pytest.mark.django_db


def enter(event: Event, name: str, club: str = "", country: str = "") -> Entrant:
    """Somebody new, as the desk types them."""
    return registration.walk_in(event, by=None, name=name, club=club, country=country, even_if_similar=True)


def names(event: Event) -> list[str]:
    """What the entrants are called, in the order they came."""
    return list(event.entrants.order_by("pk").values_list("side__name", flat=True))


@pytest.mark.parametrize(
    ("people", "called"),
    [
        ([("London", "GB"), ("Leeds", "GB")], ["John Smith (London)", "John Smith (Leeds)"]),
        ([("Leeds", "GB"), ("Leeds", "IE")], ["John Smith (GB)", "John Smith (IE)"]),
        ([("", ""), ("Leeds", "")], ["John Smith", "John Smith (Leeds)"]),
        ([("", ""), ("", "")], ["John Smith (#1)", "John Smith (#2)"]),
        (
            [("Leeds", "GB"), ("Leeds", "IE"), ("London", "GB")],
            ["John Smith (Leeds, GB)", "John Smith (Leeds, IE)", "John Smith (London, GB)"],
        ),
    ],
)
def test_namesakes_are_told_apart(people: list[tuple[str, str]], called: list[str]) -> None:
    event = factories.stage().event
    for club, country in people:
        enter(event, "John Smith", club, country)
    enter(event, "Anna Keller", "Leeds")
    assert names(event) == [*called, "Anna Keller"]


def test_in_another_event_the_name_stands_alone() -> None:
    event = factories.stage().event
    one = enter(event, "John Smith", "London")
    enter(event, "John Smith", "Leeds")
    side = factories.stage(factories.event(event.tournament, name="Side")).event
    registration.enter(side, by=None, players=[one.side.players.get()])
    assert names(side) == ["John Smith"]


def test_who_left_comes_back_as_the_same_entrant() -> None:
    event = factories.stage().event
    one = enter(event, "John Smith", "London")
    enter(event, "John Smith", "Leeds")
    registration.withdraw(one, by=None)
    again = registration.enter(event, by=None, players=[one.side.players.get()])
    assert (again, names(event)) == (one, ["John Smith (London)", "John Smith (Leeds)"])


def test_a_corrected_club_and_a_corrected_name_are_in_the_label() -> None:
    event = factories.stage().event
    one, two = enter(event, "John Smith", "London"), enter(event, "John Smith", "Leds")
    owner, player = factories.owner(event.tournament), two.side.players.get()
    naming.correct(player, event.tournament, by=owner, name="John Smith", club="Leeds")
    assert names(event) == ["John Smith (London)", "John Smith (Leeds)"]
    naming.correct(player, event.tournament, by=owner, name="Jon Smith", club="Leeds")
    assert names(event) == ["John Smith", "Jon Smith"]
    assert one.side.players.get().name == "John Smith"


@pytest.fixture
def stage() -> Stage:
    """Two Smiths who meet in the only match of their event."""
    found = factories.stage()
    enter(found.event, "John Smith", "London")
    enter(found.event, "John Smith", "Leeds")
    draw.draw(found, by=None)
    return found


def test_every_page_and_answer_tells_them_apart(stage: Stage) -> None:
    event = stage.event
    owner = factories.owner(event.tournament)
    visitor = Visitor(owner)
    for name, uid in (
        ("desk_event", event.uid),
        ("desk_board", event.tournament.uid),
        ("desk_draw", stage.uid),
        ("desk_print_slips", stage.uid),
        ("bracket", stage.uid),
        ("standings", stage.uid),
        ("entrants", event.uid),
        ("desk_entrants", event.uid),
    ):
        html = visitor.open(name, uid).html
        assert "John Smith (London)" in html or "John Smith (Leeds)" in html, name
    for path in (
        f"events/{event.uid}/entrants/",
        f"stages/{stage.uid}/bracket/",
        f"tournaments/{event.tournament.uid}/matches/",
    ):
        text = str(Caller(owner).get(path).body)
        assert "John Smith (London)" in text, path
        assert "John Smith (Leeds)" in text, path
    line = visitor.open("desk_quick", event.uid, q="smith leeds 4")
    assert "John Smith (Leeds) 7–4 John Smith (London)" in line
    assert "is-default" in line.html
    assert "is-default" not in visitor.open("desk_quick", event.uid, q="smith 4").html
