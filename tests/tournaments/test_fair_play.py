"""Signals of fair play, read from the matches, reports and stays of sanctioned events."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from matches.models import Match, Player
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, taking_back
from tournaments.actions.federations import sanctions
from tournaments.fair_play import Rarity, SignalKind
from tournaments.models import Event, Federation, Pairing, Seat, Stage
from tournaments.queries.people.fair_play import FairPlaySignal, fair_play_signals

pytestmark = pytest.mark.django_db

EVERYTHING = dict.fromkeys(SignalKind, Rarity(least=Fraction(1), share=Fraction(1)))


def sanctioned(event: Event) -> Federation:
    federation = factories.federation()
    request = sanctions.request_sanction(event, federation, by=factories.owner(event.tournament))
    sanctions.grant_sanction(request, by=None, event_class="", weight=Decimal(1))
    return federation


def of_kind(kind: SignalKind, federation: Federation) -> list[FairPlaySignal]:
    return [
        row
        for row in fair_play_signals(federation, rarities=EVERYTHING)
        if row.signal.observation.kind == kind
    ]


def test_a_batch_is_what_players_report_themselves_and_not_the_desk() -> None:
    stage = factories.drawn_stage(8)
    federation = sanctioned(stage.event)
    by_player, by_desk, *_others = factories.open_matches(stage)
    around = factories.around(by_player)
    results.report(by_player, by=around.one, score=(7, 0))
    results.report(by_desk, by=around.director, score=(7, 0))
    [row] = of_kind(SignalKind.BATCH, federation)
    assert row.players == (around.one,)
    assert row.signal.observation.evidence == (by_player.uid,)
    assert row.words == "The player reported 1 result within an hour."
    with translation.override("fr"):
        assert row.words == "Ce joueur a saisi 1 résultat en une heure."


def test_an_event_that_is_not_sanctioned_gives_no_signal() -> None:
    match = factories.open_match()
    results.report(match.match, by=match.one, score=(7, 0))
    assert fair_play_signals(factories.federation(), rarities=EVERYTHING) == ()


def _play_through(stage: Stage) -> tuple[Match, Player, Player]:
    """Play every match of a stage, and return the last one with its players."""
    last = None
    while matches := factories.open_matches(stage):
        last = matches[0]
        factories.play_open_matches(stage)
    assert last is not None
    around = factories.around(last)
    return last, around.one, around.two


def test_a_pair_that_meets_twice_in_one_event_is_counted_beyond_one() -> None:
    stage = factories.stage(format="round_robin", options={"legs": 2})
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seed="videau")
    federation = sanctioned(stage.event)
    _play_through(stage)
    [row] = of_kind(SignalKind.FREQUENT_PAIR, federation)
    assert row.signal.observation.value == 1
    assert len(row.players) == len(row.signal.observation.evidence) == 2


def test_meetings_of_a_merged_player_are_those_of_the_person() -> None:
    stage = factories.stage(format="round_robin", options={"legs": 2})
    factories.entrants(stage.event, 2)
    draw.draw(stage, by=None, seed="videau")
    federation = sanctioned(stage.event)
    _last, one, _two = _play_through(stage)
    person = factories.player("Ada Account", email="ada@example.org")
    factories.member(federation, person)
    factories.merge(federation, one, into=person)
    [row] = of_kind(SignalKind.FREQUENT_PAIR, federation)
    assert person in row.players
    assert one not in row.players


@pytest.mark.both_databases
def test_a_bye_counts_after_the_return_and_not_before() -> None:
    stage = factories.stage(format="swiss", options={"rounds": 3})
    factories.entrants(stage.event, 3)
    draw.draw(stage, by=None, seed="videau")
    federation = sanctioned(stage.event)
    director = factories.owner(stage.event.tournament)
    had_bye = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
    had_none = Seat.objects.filter(stage=stage).exclude(entrant=had_bye)[0].entrant
    for entrant in (had_bye, had_none):
        registration.withdraw(entrant, by=director, reason="Ill.")
        taking_back.reinstate(entrant, by=director)
    while factories.open_matches(stage):
        factories.play_open_matches(stage)
    # Each of the three has one bye in three rounds.
    [row] = of_kind(SignalKind.BYE_ON_RETURN, federation)
    assert row.players == tuple(Player.objects.filter(sides=had_none.side))
    assert row.signal.observation.value == 1


def test_a_match_that_is_over_in_a_moment_is_fast() -> None:
    stage = factories.drawn_stage(64)
    federation = sanctioned(stage.event)
    factories.play_open_matches(stage)
    now = timezone.now()
    pairings = Pairing.objects.filter(stage=stage, round=1).select_related("match").order_by("slot")
    matches = [pairing.match for pairing in pairings if pairing.match]
    for place, match in enumerate(matches):
        minutes = 10 if place == 0 else 60
        Match.objects.filter(pk=match.pk).update(started_at=now - timedelta(minutes=minutes), final_at=now)
    [row] = [row for row in of_kind(SignalKind.FAST_MATCH, federation) if row.signal.reached == 1]
    assert row.signal.observation.evidence == (matches[0].uid,)
    assert row.signal.observation.value == 6
    assert row.signal.population == 32


def test_the_number_of_queries_does_not_grow_with_the_matches() -> None:
    counts = []
    for entrants in (4, 16):
        stage = factories.drawn_stage(entrants, of=factories.event(factories.tournament()))
        factories.play_open_matches(stage)
        federation = Federation.objects.first() or factories.federation()
        request = sanctions.request_sanction(
            stage.event, federation, by=factories.owner(stage.event.tournament)
        )
        sanctions.grant_sanction(request, by=None, event_class="", weight=Decimal(1))
        with CaptureQueriesContext(connection) as queries:
            fair_play_signals(federation)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 7
