"""Two entrants of one name are told apart wherever a name stands: club, country, or a number."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.urls import reverse

from matches.models import Side
from tests import factories
from tests.api.client import Caller
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import player_list, registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.money import ledger
from tournaments.actions.people import naming
from tournaments.models import Entrant, Event, EventKind, Notice, Stage
from tournaments.notices import words

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def enter(event: Event, name: str, club: str = "", country: str = "") -> Entrant:
    """Enter a new player at the desk."""
    return registration.walk_in(event, by=None, name=name, club=club, country=country, even_if_similar=True)


def names(event: Event) -> list[str]:
    """The names of the entrants, in the order of entry."""
    return list(event.entrants.order_by("pk").values_list("side__full_name", flat=True))


@pytest.mark.parametrize(
    ("people", "expected_names"),
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
def test_namesakes_are_told_apart(people: list[tuple[str, str]], expected_names: list[str]) -> None:
    event = factories.stage().event
    for club, country in people:
        enter(event, "John Smith", club, country)
    enter(event, "Anna Keller", "Leeds")
    assert names(event) == [*expected_names, "Anna Keller"]


def test_in_another_event_the_name_stands_alone() -> None:
    event = factories.stage().event
    one = enter(event, "John Smith", "London")
    before, after = (factories.event(event.tournament, name=name) for name in ("Before", "After"))
    registration.enter(before, by=None, players=[one.side.players.get()])
    enter(event, "John Smith", "Leeds")
    registration.enter(after, by=None, players=[one.side.players.get()])
    assert names(event) == ["John Smith (London)", "John Smith (Leeds)"]
    assert names(before) == names(after) == ["John Smith"]


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


def test_those_of_a_list_are_told_apart() -> None:
    event = factories.stage().event
    rows = "name,country\nJohn Smith,GB\nJohn Smith,IE\n"
    player_list.import_players(event, by=None, data=rows.encode())
    assert names(event) == ["John Smith (GB)", "John Smith (IE)"]


def pair(event: Event, *clubs: str) -> Entrant:
    """Ann Arbor and Bob Bear, each of a club."""
    players = [factories.player(name) for name in ("Ann Arbor", "Bob Bear")]
    for player, club in zip(players, clubs, strict=True):
        player.club = club
        player.save(update_fields=["club"])
    return registration.enter(event, by=None, players=players)


def test_two_pairs_of_one_name_are_told_apart_by_the_clubs_of_both() -> None:
    event = factories.event(kind=EventKind.DOUBLES)
    one = pair(event, "Leeds", "Leeds")
    pair(event, "Leeds", "York")
    assert names(event) == ["Ann Arbor / Bob Bear (Leeds)", "Ann Arbor / Bob Bear (Leeds / York)"]
    registration.withdraw(one, by=None)
    assert registration.enter(event, by=None, players=list(one.side.players.order_by("pk"))) == one


def test_a_substitute_takes_the_label_of_a_pair_away() -> None:
    event = factories.event(kind=EventKind.DOUBLES)
    one = pair(event, "Leeds", "Leeds")
    pair(event, "", "York")
    bob, nina = one.side.players.get(name="Bob Bear"), factories.player("Nina New")
    teams.substitute(one, out=bob, in_=nina, by=None, reason="Ill.")
    registration.enter(
        event, by=None, players=[factories.player("Ann Arbor"), factories.player("Cleo Caron")]
    )
    assert names(event) == ["Ann Arbor / Nina New", "Ann Arbor / Bob Bear", "Ann Arbor / Cleo Caron"]


def test_two_teams_of_one_name_have_numbers() -> None:
    event = factories.event(kind=EventKind.TEAMS, boards=1, team_size=1)
    one = factories.entrant(event, "Leeds")
    for name in ("leeds", "Leeds (B)", "Leeds (A)"):
        factories.entrant(event, name)
    assert names(event) == ["Leeds (#1)", "leeds (#2)", "Leeds (B)", "Leeds (A)"]
    registration.withdraw(one, by=None)
    assert registration.enter(event, by=None, players=list(one.side.players.all()), name="Leeds") == one


def test_those_entered_before_the_upgrade_are_told_apart() -> None:
    migration = import_module("tournaments.migrations.0020_namesakes_of_before")
    events = [
        factories.event(kind=kind, boards=boards, team_size=boards)
        for kind, boards in ((EventKind.SINGLES, None), (EventKind.DOUBLES, None), (EventKind.TEAMS, 1))
    ]
    for club in ("London", "Leeds"):
        enter(events[0], "John Smith", club)
        pair(events[1], club, club)
        factories.entrant(events[2], "Leeds")
    enter(events[0], "Anna Keller", "Leeds")
    names_by_event = [names(event) for event in events]
    for label in (" (London)", " (Leeds)", " (#1)", " (#2)"):
        for side in Side.objects.filter(full_name__endswith=label):
            Side.objects.filter(pk=side.pk).update(full_name=side.full_name.removesuffix(label))
    assert "(" not in str([names(event) for event in events])
    migration.tell_apart(apps, None)
    assert [names(event) for event in events] == names_by_event


@pytest.fixture
def stage() -> Stage:
    """Two Smiths who meet in the only match of their event."""
    stage = factories.stage()
    enter(stage.event, "John Smith", "London")
    enter(stage.event, "John Smith", "Leeds")
    draw.draw(stage, by=None)
    return stage


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
    line = visitor.open("desk_board_quick", event.tournament.uid, q="smith leeds 4")
    assert "John Smith (Leeds) 7–4 John Smith (London)" in line
    assert "is-default" in line.html
    assert "is-default" not in visitor.open("desk_board_quick", event.tournament.uid, q="smith 4").html


def test_every_file_paper_and_list_tells_them_apart(stage: Stage) -> None:
    event = stage.event
    ledger.set_fee(event, by=None, kind="entry", amount=50_00)
    ledger.set_payout(event, by=None, payout={"structure": "main_2"})
    lifecycle.add_tables(event.tournament, by=None, names=["1"])
    owner = factories.owner(event.tournament)
    visitor = Visitor(owner)
    [match] = factories.open_matches(stage)
    calling.assign(match, by=None, table=event.tournament.tables.get())

    def cities_on(*places: tuple[str, str] | tuple[str, str, str]) -> dict[str, tuple[bool, bool]]:
        html = {
            place[0]: visitor.client.get(reverse(place[0], args=place[1:])).content.decode()
            for place in places
        }
        return {
            name: ("John Smith (London)" in text, "John Smith (Leeds)" in text) for name, text in html.items()
        }

    papers = ("pairings", "bracket", "slips", "scoresheets")
    open_places = cities_on(
        ("hall", event.tournament.uid),
        ("desk_entrants", event.uid),
        ("desk_print_entrants", event.uid),
        ("file_entrants", event.uid, "csv"),
        ("desk_file_entrants", event.uid, "csv"),
        ("file_pairings", stage.uid, "csv"),
        *((f"desk_print_{paper}", stage.uid) for paper in papers),
    )
    results.report(match, by=owner, score=(7, 4))
    progress.advance(event)
    final_places = cities_on(
        ("hall", event.tournament.uid),
        ("desk_prizes", event.uid),
        ("desk_print_prizes", event.uid),
        ("desk_print_standings", stage.uid),
        ("file_results", stage.uid, "csv"),
        ("file_standings", stage.uid, "csv"),
        ("ceremony", stage.uid),
    )
    assert {name for name, cities in (open_places | final_places).items() if cities != (True, True)} == set()
    caller = Caller(owner)
    for path in (f"events/{event.uid}/prizes/", f"stages/{stage.uid}/standings/", f"matches/{match.uid}/"):
        text = str(caller.get(path).body)
        assert "John Smith (London)" in text, path
        assert "John Smith (Leeds)" in text, path
    mails = [
        words.render(notice, "en")
        for notice in Notice.objects.filter(match=match).select_related("recipient")
    ]
    assert mails
    assert all("John Smith (L" in mail.subject + mail.text for mail in mails)
