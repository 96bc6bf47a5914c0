"""Correcting a player's name: who may do it, and where the new name appears."""

from __future__ import annotations

import pytest

from matches.models import Player, Side
from tests import factories
from tests.tournaments import audits
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import naming
from tournaments.actions.people.sides import new_side
from tournaments.errors.common import EditConflict, Forbidden, InvalidFields, WrongTournament
from tournaments.errors.people import NamedByThemselves, PlaysAtOtherDesks
from tournaments.models import EventKind, LogEntry

pytestmark = pytest.mark.django_db


def misspelt(name: str = "Lea Martn") -> Player:
    return factories.player(name)


def test_a_name_is_corrected_in_every_event_and_match_of_the_player() -> None:
    tournament = factories.tournament()
    lea, max_ = misspelt(), factories.player("Max Muster")
    singles, doubles = (
        lifecycle.create_event(tournament, by=None, name=kind, kind=kind)
        for kind in (EventKind.SINGLES, EventKind.DOUBLES)
    )
    entrant = registration.enter(singles, by=None, players=[lea])
    registration.enter(singles, by=None, players=[max_])
    stage = lifecycle.create_stage(singles, by=None)
    draw.draw(stage, by=None)
    pair = registration.enter(doubles, by=None, players=[max_, lea])
    naming.correct(lea, tournament, by=None, name="Léa Martin", club="Lyon", country="FR")
    lea.refresh_from_db()
    assert (lea.name, lea.name_key, lea.club, lea.country) == ("Léa Martin", "lea martin", "Lyon", "FR")
    for one, name in ((entrant, "Léa Martin"), (pair, "Max Muster / Léa Martin")):
        one.side.refresh_from_db()
        assert one.side.name == name
    (match,) = factories.open_matches(stage)
    assert {match.one.name, match.two.name} == {"Léa Martin", "Max Muster"}
    entry = LogEntry.objects.get(tournament=tournament, code="player_corrected")
    assert (entry.subject, audits.data_beside_proofs(entry)) == (lea.uid, {})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Lea Martn (2)", "Léa Martin (2)"),
        ("The Cubes", "The Cubes"),
        ("Lea Martn (blue)", "Lea Martn (blue)"),
    ],
)
def test_a_further_entry_keeps_its_number_and_a_team_its_own_name(before: str, after: str) -> None:
    event = factories.event()
    lea = misspelt()
    registration.enter(event, by=None, players=[lea])
    side = new_side([lea], name=before)
    naming.correct(lea, event.tournament, by=None, name="Léa Martin")
    assert Side.objects.get(pk=side.pk).name == after


def test_whoever_has_an_account_is_named_by_nobody_else() -> None:
    event = factories.event()
    lea = factories.player("Lea Martn", email="lea@example.org", password="a long password")
    registration.enter(event, by=None, players=[lea])
    with pytest.raises(NamedByThemselves):
        naming.correct(lea, event.tournament, by=None, name="Léa Martin")


@pytest.mark.both_databases
def test_who_plays_at_other_desks_too_is_named_by_those_who_work_at_all_of_them() -> None:
    here, there = factories.event(), factories.event()
    owner, lea = factories.owner(here.tournament), misspelt()
    for event in (here, there):
        registration.enter(event, by=None, players=[lea])
    with pytest.raises(PlaysAtOtherDesks):
        naming.correct(lea, here.tournament, by=owner, name="Léa Martin")
    naming.correct(lea, here.tournament, by=factories.player(is_superuser=True), name="Léa Martin")
    tournaments = LogEntry.objects.filter(code="player_corrected").values_list("tournament", flat=True)
    assert set(tournaments) == {here.tournament.pk, there.tournament.pk}


def test_strangers_correct_nobody_and_a_desk_only_its_own_players() -> None:
    event, lea = factories.event(), misspelt()
    with pytest.raises(WrongTournament):
        naming.correct(lea, event.tournament, by=None, name="Léa Martin")
    registration.enter(event, by=None, players=[lea])
    with pytest.raises(Forbidden):
        naming.correct(lea, event.tournament, by=factories.player(), name="Léa Martin")


def test_a_fault_is_named_and_nothing_is_written() -> None:
    event, lea = factories.event(), misspelt()
    registration.enter(event, by=None, players=[lea])
    with pytest.raises(InvalidFields) as refusal:
        naming.correct(lea, event.tournament, by=None, name="", country="France")
    assert set(refusal.value.data["fields"]) == {"name", "country"}  # type: ignore[call-overload]
    assert Player.objects.get(pk=lea.pk).name == "Lea Martn"


def test_the_later_of_two_is_told_what_the_other_corrected() -> None:
    event, lea = factories.event(), misspelt()
    registration.enter(event, by=None, players=[lea])
    event.tournament.refresh_from_db()
    version = event.tournament.log_seq
    naming.correct(
        lea, event.tournament, by=factories.owner(event.tournament), name="Léa Martin", log_number=version
    )
    with pytest.raises(EditConflict):
        naming.correct(lea, event.tournament, by=None, name="Lea Martin", log_number=version)
