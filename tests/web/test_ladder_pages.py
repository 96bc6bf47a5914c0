"""The pages of ladders and leagues: challenging from the own page, deadlines, divisions and the next season."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import attendance, draw, progress
from tournaments.actions.entrants import challenges
from tournaments.actions.events import lifecycle
from tournaments.models import Challenge, Entrant, Event, Pairing, Stage
from tournaments.web.events.season import name_of_next

pytestmark = pytest.mark.django_db


def seeded(code: str, count: int, **options: object) -> tuple[Stage, list[Entrant]]:
    """A drawn stage with its entrants in the order of their seeds."""
    stage = factories.stage(format=code, options=options)
    entrants = factories.entrants(stage.event, count)
    draw.draw(stage, by=None, seeds={entrant.uid: number for number, entrant in enumerate(entrants, start=1)})
    return stage, entrants


def player_of(entrant: Entrant) -> Player:
    """The one player of an entrant."""
    return entrant.side.players.get()


def director_of(stage: Stage) -> Visitor:
    """The owner of its tournament."""
    return Visitor(factories.owner(stage.event.tournament))


def test_a_player_challenges_from_the_page_and_takes_it_back() -> None:
    stage, entrants = seeded("ladder", 6)
    visitor = Visitor(player_of(entrants[4]))
    page = visitor.open("bracket", stage.uid)
    assert page.status == 200
    assert "Whom do you challenge?" in page
    for place in (2, 3, 4):
        assert page.words.count(f"{place}. {entrants[place - 1].name}") == 1
    assert f"1. {entrants[0].name}" not in page
    form = page.form(reverse("challenge", args=[stage.uid]))
    answer = visitor.send("challenge", stage.uid, **{**form, "challenged": entrants[1].uid})
    assert f"You have challenged {entrants[1].name}" in answer
    assert "to be played by" in answer
    [challenge] = Challenge.objects.all()
    other = Visitor(player_of(entrants[1])).open("bracket", stage.uid)
    assert f"{entrants[4].name} has challenged you" in other
    assert "Withdraw the challenge" not in other
    back = visitor.send("take_back_challenge", challenge.uid)
    assert "Challenge withdrawn." in back
    assert "withdrawn" in back.words.split("Latest challenges")[1]


def test_a_refusal_says_why_and_the_page_stays() -> None:
    stage, entrants = seeded("ladder", 6)
    visitor = Visitor(player_of(entrants[5]))
    page = visitor.send("challenge", stage.uid, challenger=entrants[5].uid, challenged=entrants[0].uid)
    assert "5 places above" in page
    assert not Challenge.objects.exists()


def test_nobody_challenges_for_somebody_else_and_strangers_sign_in() -> None:
    stage, entrants = seeded("ladder", 4)
    fields = {"challenger": entrants[1].uid, "challenged": entrants[0].uid}
    assert Visitor(player_of(entrants[2])).post("challenge", stage.uid, **fields).status == 403
    assert Visitor().post("challenge", stage.uid, **fields).status == 302
    challenge = challenges.challenge(stage, challenger=entrants[1], challenged=entrants[0], by=None)
    assert Visitor(player_of(entrants[0])).post("take_back_challenge", challenge.uid).status == 403
    assert Challenge.objects.filter(taken_back_at=None).count() == 1


def test_a_director_enters_a_challenge_out_of_reach_and_closes_the_ladder() -> None:
    stage, entrants = seeded("ladder", 6)
    visitor = director_of(stage)
    fields = {"directed-challenger": entrants[5].uid, "directed-challenged": entrants[0].uid}
    assert f"{entrants[5].name} challenges {entrants[0].name}" in visitor.send(
        "challenge", stage.uid, **fields
    )
    assert "Close the ladder" in visitor.open("desk_draw", stage.uid)
    visitor.send("desk_hold", stage.uid, held="yes")
    page = visitor.open("bracket", stage.uid)
    assert "final once those below are played" in page
    assert "Enter a challenge as director" not in page
    results.report(Pairing.objects.get(stage=stage).match, by=None, score=(7, 1))  # type: ignore[arg-type]
    progress.advance(stage.event)
    page = visitor.open("bracket", stage.uid)
    assert "this is its final order" in page
    assert f"{entrants[5].name} is the champion" in page
    visitor.send("desk_hold", stage.uid, held="no")
    assert "this is its final order" not in visitor.open("bracket", stage.uid)


def test_who_can_challenge_nobody_is_told_why() -> None:
    stage, entrants = seeded("ladder", 4)
    assert "There is nobody you could challenge" in Visitor(player_of(entrants[0])).open("bracket", stage.uid)
    attendance.hold(stage, by=None, is_held=True)
    assert "nobody you could challenge" not in Visitor(player_of(entrants[0])).open("bracket", stage.uid)


def test_an_overdue_match_shows_to_its_players_and_at_the_desk() -> None:
    stage, entrants = seeded("ladder", 4)
    challenge = challenges.challenge(stage, challenger=entrants[1], challenged=entrants[0], by=None)
    player = Visitor(player_of(entrants[0]))
    match = Pairing.objects.get(stage=stage).match
    assert match is not None
    assert "Overdue" not in player.open("my_matches")
    Challenge.objects.filter(pk=challenge.pk).update(due_at=timezone.now() - timedelta(hours=2))
    assert "Overdue" in player.open("my_matches")
    assert "Overdue" in player.open("match", match.uid)
    assert "Overdue" in player.open("bracket", stage.uid)
    assert "Overdue" in director_of(stage).open("desk_event", stage.event.uid)


def test_the_pairing_of_a_challenge_says_who_challenged_whom() -> None:
    stage, entrants = seeded("ladder", 4)
    challenges.challenge(stage, challenger=entrants[2], challenged=entrants[0], by=None)
    page = Visitor().open("pairing", Pairing.objects.get(stage=stage).uid)
    assert f"{entrants[2].name} has challenged {entrants[0].name}: they stood at places 3 and 1" in page


def test_the_page_of_a_ladder_asks_the_same_for_many() -> None:
    counts = []
    for size in (4, 40):
        stage, entrants = seeded("ladder", size)
        for low, high in zip(entrants[1::2], entrants[::2], strict=True):
            challenges.challenge(stage, challenger=low, challenged=high, by=None)
        visitor = Visitor(player_of(entrants[0]))
        with CaptureQueriesContext(connection) as queries:
            assert visitor.open("bracket", stage.uid).status == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_before_its_draw_a_ladder_says_so() -> None:
    stage = factories.stage(format="ladder")
    assert "Not drawn yet" in Visitor().open("bracket", stage.uid)


def test_a_league_shows_divisions_deadlines_and_who_would_move() -> None:
    stage, _entrants = seeded("league", 8, divisions=2, movers=1)
    Event.objects.filter(pk=stage.event_id).update(starts_at=timezone.now() - timedelta(days=8))
    page = Visitor().open("bracket", stage.uid)
    for words in ("Division 1", "Division 2", "would go up", "would go down", "Overdue", "to be played by"):
        assert words in page
    assert "Group 1" not in page


def test_a_director_makes_the_next_season() -> None:
    stage, entrants = seeded("league", 4, divisions=2, movers=1)
    visitor = director_of(stage)
    lifecycle.change_event(stage.event, by=None, name="League 3")
    assert "The season is not complete." in visitor.open("desk_season", stage.uid)
    factories.play_open_matches(stage)
    page = visitor.open("desk_season", stage.uid)
    assert entrants[0].name in page
    form = page.form(reverse("desk_season", args=[stage.uid]))
    assert form["name"] == "League 4"
    wrong = visitor.post("desk_season", stage.uid, **{**form, "name": ""})
    assert wrong.status == 422
    answer = visitor.send("desk_season", stage.uid, **{**form, "starts_at": "2026-04-01T20:00"})
    assert "League 4 created with its entrants." in answer
    event = Event.objects.get(name="League 4")
    assert event.starts_at is not None
    assert timezone.localtime(event.starts_at, event.tournament.time_zone).hour == 20
    assert "Next season created:" in visitor.open("desk_season", stage.uid)
    again = visitor.post("desk_season", stage.uid, **form)
    assert again.status in (409, 422)
    assert "Next season created:" in again


def test_the_draw_of_a_next_season_offers_the_order_of_the_divisions() -> None:
    stage, _entrants = seeded("league", 4, divisions=2, movers=1)
    factories.play_open_matches(stage)
    director_of(stage).send("desk_season", stage.uid, name="Spring")
    following = Stage.objects.get(event__name="Spring")
    form = (
        director_of(stage).open("desk_draw", following.uid).form(reverse("desk_draw", args=[following.uid]))
    )
    seeds = [value for name, value in form.items() if name.startswith("seed-")]
    assert sorted(seeds) == ["1", "2", "3", "4"]


@pytest.mark.parametrize(("name", "following"), [("Autumn", "Autumn 2"), ("League 9", "League 10")])
def test_the_name_of_the_next_season_counts_on(name: str, following: str) -> None:
    assert name_of_next(Event(name=name)) == following
