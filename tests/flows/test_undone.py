"""Small histories: whatever happens to a list agrees with its twin, and undoing it in any order restores every digest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest
import time_machine
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import examples
from tests.flows.season_lists import Lists, another_arrival, from_nothing
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, taking_back
from tournaments.actions.events import rating_terms
from tournaments.actions.federations import clubs, members, merging, sanctions
from tournaments.actions.feed import judging
from tournaments.actions.lists import keeping
from tournaments.actions.people import claims
from tournaments.models import Club, Entrant, Event, Federation, Membership, Sanction, Stage

pytestmark = pytest.mark.django_db

_RULES = {
    "version": 1,
    "must_be_sanctioned": True,
    "sanction_classes": ["A"],
    "membership": "everybody",
    "walkover": "rated",
}
_BEFORE = datetime(2026, 1, 2, 10, tzinfo=UTC)
_SATURDAY, _SUNDAY, _LATER = (datetime(2026, 3, day, 10, tzinfo=UTC) for day in (7, 8, 21))
_AFTER = datetime(2026, 4, 1, 10, tzinfo=UTC)
_NOW = datetime(2026, 4, 2, 10, tzinfo=UTC)
Undo = Callable[[], object]


class _NothingLeft(Exception):
    """Every match is open again, so that none is left for another act."""


class _DoneTwice(Exception):
    """Two acts are about one row, so that the order in which they are undone would matter."""


@dataclass
class History:
    """A federation with two clubs and three events; of six people two were typed again, and one of these twice."""

    federation: Federation
    clubs: list[Club]
    people: list[Player]
    again: list[tuple[Player, Player]]
    table: Event
    bracket: Event
    late: Event
    lists: Lists


def _event(code: str, people: list[Player], federation: Federation) -> Event:
    event = factories.event(factories.tournament(), name=code)
    stage = factories.stage(event, format=code, lengths=(5,))
    for player in people:
        registration.enter(event, by=None, players=[player])
    sanction = sanctions.request_sanction(event, federation, by=None)
    sanctions.grant_sanction(sanction, by=None, event_class="A")
    draw.draw(stage, by=None, seed="videau")
    return event


def _play(event: Event, *, chance: Random) -> None:
    for match in factories.open_matches(Stage.objects.get(event=event)):
        score = chance.choice(((5, 3), (2, 5)))
        results.report(match, by=factories.director_of(match), score=score)
    progress.advance(event)


def history() -> History:
    """Two weekends, of which the final of a bracket is open; all that waits is done."""
    with time_machine.travel(_BEFORE, tick=True) as clock:
        federation, chance = factories.federation("NORD"), Random(1)
        of_federation = [clubs.add_club(federation, by=None, name=f"Club {number}") for number in range(3)]
        people = [factories.player(f"Player {number}") for number in range(6)]
        typed = [factories.player(f"Typed {number}") for number in range(3)]
        for number, player in enumerate((*people, *typed)):
            member = members.give_number(federation, player, by=None, number=f"N-{number}")
            club = of_federation[number % 3]
            members.add_membership(member, by=None, starts_on=date(2026, 1, 1), club=club)
        judging.set_counting_rules(federation, by=None, rules=_RULES)
        of_club = {"version": 1, "membership": "one"}
        judging.set_counting_rules(federation, by=None, rules=of_club, club=of_federation[0])
        clock.move_to(_SATURDAY)
        table = _event("round_robin", people[:4], federation)
        _play(table, chance=chance)
        clock.move_to(_SUNDAY)
        bracket = _event("single_elimination", [*people[4:], *typed[:2]], federation)
        _play(bracket, chance=chance)
        clock.move_to(_LATER)
        late = _event("round_robin", [people[0], people[3], typed[2]], federation)
        _play(late, chance=chance)
        clock.move_to(_AFTER)
        new = keeping.create_list
        rows = [
            new(federation, by=None, name="National", formula="fibs", uncertainty="weeks"),
            new(federation, by=None, name="No ramp", formula="fibs-no-ramp", order="events"),
            new(federation, by=None, name="Club", formula="elo", club=of_federation[0]),
        ]
        lists = Lists.known(rows)
        lists.digests()
    again = [(typed[0], people[1]), (typed[1], people[2]), (typed[2], typed[1])]
    return History(federation, of_federation, people, again, table, bracket, late, lists)


def _correct(match: Match, score: tuple[int, int]) -> Undo:
    """Turn a result round; the other way is a correction too."""
    director = factories.director_of(match)
    before = Match.objects.get(pk=match.pk).accepted_report
    assert before is not None
    results.correct(match, by=director, score=score, reason="Mixed up.")
    return lambda: results.correct(
        Match.objects.get(pk=match.pk), by=director, score=before.score, reason="Right before."
    )


def _matches(event: Event) -> list[Match]:
    rows = Match.objects.filter(pairing__stage__event=event, cancelled_at=None).exclude(final_at=None)
    return list(rows.order_by("pairing__round", "pairing__slot"))


def _final_match(world: History, chance: Random) -> Match:
    rows = _matches(world.table) + _matches(world.late)
    if not rows:
        raise _NothingLeft
    return chance.choice(rows)


def corrected(world: History, chance: Random) -> tuple[object, Undo]:
    match = _final_match(world, chance)
    return match, _correct(match, (4, 5) if match.winner == "one" else (5, 4))


def reopened(world: History, chance: Random) -> tuple[object, Undo]:
    match = _final_match(world, chance)
    report, director = match.accepted_report, factories.director_of(match)
    assert report is not None
    results.take_back_result(match, by=director)
    return match, lambda: results.report(Match.objects.get(pk=match.pk), by=director, score=report.score)


def _finalist(world: History) -> Entrant:
    final = Match.objects.get(pairing__stage__event=world.bracket, pairing__round=2, cancelled_at=None)
    return Entrant.objects.get(side=final.two, event=world.bracket)


def withdrawn(world: History, _chance: Random) -> tuple[object, Undo]:
    entrant = _finalist(world)
    registration.withdraw(entrant, by=factories.owner(world.bracket.tournament), reason="Ill.")
    return world.bracket, lambda: taking_back.reinstate(
        Entrant.objects.get(pk=entrant.pk), by=factories.owner(world.bracket.tournament)
    )


def cancelled(world: History, chance: Random) -> tuple[object, Undo]:
    """Who reached the final leaves, and did not reach it after all: the walkover is cancelled."""
    entrant, (_bracket, reinstate) = _finalist(world), withdrawn(world, chance)
    semi = Match.objects.get(pairing__stage__event=world.bracket, pairing__slot=1, pairing__round=1)
    correct_back = _correct(semi, (4, 5) if semi.one_id == entrant.side_id else (5, 4))
    return world.bracket, lambda: (correct_back(), reinstate())


def merged(world: History, chance: Random) -> tuple[object, Undo]:
    player, into = chance.choice(world.again)
    player.refresh_from_db()
    merge = factories.merge(world.federation, player, into=into)
    return player, lambda: merging.undo_merge(merge, by=None)


def claimed(world: History, chance: Random) -> tuple[object, Undo]:
    player = chance.choice(world.again)[0]
    account = factories.player("Claire", email=f"claire{Player.objects.count()}@example.org")
    claim, _code = claims.make_code(
        Entrant.objects.get(side__players=player).event.tournament, player, by=None
    )
    claim = claims.claim_player(claim, by=account)
    return player, lambda: claims.undo_claim(claim, by=None)


def lapsed(world: History, chance: Random) -> tuple[object, Undo]:
    membership = chance.choice(list(Membership.objects.order_by("pk")))
    last = chance.choice((date(2026, 3, 7), date(2026, 3, 8), date(2026, 2, 1)))
    members.change_membership(membership, by=None, ends_on=last)
    return membership, lambda: members.change_membership(membership, by=None, ends_on=None)


def of_another_club(world: History, chance: Random) -> tuple[object, Undo]:
    membership = chance.choice(list(Membership.objects.select_related("club").order_by("pk")))
    before = membership.club
    members.change_membership(membership, by=None, club=chance.choice((None, *world.clubs[:2])))
    return membership, lambda: members.change_membership(membership, by=None, club=before)


def club_gone(world: History, _chance: Random) -> tuple[object, Undo]:
    clubs.merge_clubs(world.clubs[1], world.clubs[0], by=None)
    return world.clubs[1], lambda: clubs.part_clubs(world.clubs[1], by=None)


def sanction_changed(world: History, chance: Random) -> tuple[object, Undo]:
    sanction = chance.choice(list(Sanction.objects.order_by("pk")))
    if chance.random() < 0.5:
        sanctions.refuse_sanction(sanction, by=None, reason="Not public.")
    else:
        sanctions.grant_sanction(sanction, by=None, event_class="B")
    return sanction, lambda: sanctions.grant_sanction(sanction, by=None, event_class="A")


def declared(world: History, chance: Random) -> tuple[object, Undo]:
    event = chance.choice((world.table, world.late))
    change = rating_terms.set_rating_terms
    other = chance.choice(({"is_unrated": True}, {"variant": "nackgammon"}))
    change(event, by=None, **other, reason="Forgotten.")
    return event, lambda: change(
        event, by=None, is_unrated=False, variant="backgammon", reason="Not forgotten."
    )


def other_rules(world: History, chance: Random) -> tuple[object, Undo]:
    club = chance.choice((None, world.clubs[0]))
    version = world.federation.counting_rules.get(club=club, ended_at=None)
    rules = {"version": 1, "membership": chance.choice(("nobody", "one", "everybody"))}
    judging.set_counting_rules(world.federation, by=None, rules=rules, club=club)
    return ("rules", club), lambda: judging.set_counting_rules(
        world.federation, by=None, rules=version.data, club=club
    )


_ACTS: dict[str, Callable[[History, Random], tuple[Any, Undo]]] = {
    act.__name__: act
    for act in (
        *(corrected, reopened, withdrawn, cancelled, merged, claimed, lapsed),
        *(of_another_club, club_gone, sanction_changed, declared, other_rules),
    )
}


@pytest.fixture
def world() -> History:
    """The history."""
    return history()


@settings(
    max_examples=examples(100, landing=4),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    acts=st.lists(st.tuples(st.sampled_from(sorted(_ACTS)), st.integers(0, 99)), min_size=2, max_size=5),
    seed=st.integers(0, 10**6),
)
def test_whatever_is_undone_restores_every_digest(
    world: History, acts: list[tuple[str, int]], seed: int
) -> None:
    """Before it is undone the lists agree with the twin."""
    with transaction.atomic(), time_machine.travel(_NOW, tick=True):
        before, undo = world.lists.digests(), {}
        for name, number in acts:
            # What is refused now, as a claim of who was merged, is not done; nor is anything done twice to one row.
            with suppress(DomainError, _DoneTwice, _NothingLeft), transaction.atomic():
                subject, back = _ACTS[name](world, Random(number))
                if subject in undo:
                    raise _DoneTwice
                undo[subject] = back
        world.lists.require_the_twin()
        world.lists.require_the_sum()
        now = world.lists.digests()
        assert from_nothing(world.lists) == now
        for back in Random(seed).sample(list(undo.values()), len(undo)):
            back()
        assert world.lists.digests() == before
        transaction.set_rollback(True)


def test_the_order_in_which_tournaments_reach_the_feed_never_matters(world: History) -> None:
    """Nor does it matter when the lists are computed between them."""
    with time_machine.travel(_NOW, tick=True):
        for name in ("corrected", "cancelled", "merged", "lapsed"):
            _ACTS[name](world, Random(4))
        before = world.lists.digests()
        for seed in range(3):
            assert another_arrival(world.lists, Random(seed)) == before
