"""Ties for places that matter: decided by lot, playoff or hand, and audited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from matches.models import Match
from tests import factories
from tests.tournaments import audits
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress, ties
from tournaments.actions.entrants import qualifying
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.draws import (
    MatchBegun,
    NoSuchDecision,
    TiedAtTheCut,
    TieDecided,
    TieIsUsed,
    TieNotOpen,
    TieOrderIncomplete,
)
from tournaments.formats import How, by_chance
from tournaments.models import Entrant, Event, FeeKind, LogEntry, Pairing, Stage, StageEntry
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.standings import standings
from tournaments.queries.draws.winners import event_winners
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.results.ties import Need, OpenTie, decided_ties, open_ties

pytestmark = pytest.mark.django_db

# Beats the one after it in the circle, and loses to the one before.
Beats = Callable[[str, str], bool]


def win(match: Match, side: str) -> None:
    """Report a match as a director does."""
    score = (match.length, match.length // 2)
    results.report(match, by=None, score=score if side == "one" else score[::-1], source="director")


def groups_of(n: int, *, groups: int, count: int = 2) -> tuple[Stage, Stage]:
    """Drawn groups whose best go on to a knock-out, with the format's own tiebreaks."""
    event = factories.event()
    stage = lifecycle.create_stage(event, by=None, format="round_robin", options={"groups": groups})
    final = lifecycle.create_stage(
        event,
        by=None,
        options={"seeding": "seeded"},
        feeds=[{"stage": 0, "take": "group_top" if groups > 1 else "top", "count": count}],
    )
    factories.entrants(event, n)
    draw.draw(stage, by=None, seed="groups")
    return stage, final


def play_in_circles(stage: Stage) -> None:
    """Play the groups so that the first three of each win in a circle."""
    numbers = _numbers_in_groups(stage)
    while matches := factories.open_matches(stage):
        for match in matches:
            one, two = (numbers[side] for side in (match.one_id, match.two_id))
            both = {one, two}
            is_first = (one, two) in {(0, 1), (1, 2), (2, 0)} if both <= {0, 1, 2} else one < two
            win(match, "one" if is_first else "two")
        progress.advance(stage.event)


def _numbers_in_groups(stage: Stage) -> dict[int, int]:
    """The number of everybody in the own group, from 0, by side."""
    table = standings(stage)
    assert table is not None
    sides = dict(Entrant.objects.filter(event=stage.event).values_list("uid", "side_id"))
    return {
        sides[line.entrant]: number
        for group in table.groups
        for number, line in enumerate(sorted(group.lines, key=lambda line: line.entrant))
    }


def play(stage: Stage) -> None:
    """Play a stage to its end by chance."""
    chance = Random(1)
    while matches := factories.open_matches(stage):
        for match in matches:
            win(match, chance.choice(("one", "two")))
        progress.advance(stage.event)


def first_tie(stage: Stage) -> OpenTie:
    stage.refresh_from_db()
    return open_ties(stage)[0]


def names(entrants: Sequence[Entrant]) -> list[str]:
    return [entrant.name for entrant in entrants]


def places(stage: Stage) -> dict[str, tuple[int, int]]:
    """Everybody's places."""
    stage.refresh_from_db()
    table = standings(stage)
    assert table is not None
    return {line.entrant: (line.place, line.last_place) for line in table.lines}


def is_clean(event: Event) -> bool:
    return audits.is_clean(event.tournament)


def test_ties_at_the_cut_are_decided_in_each_of_three_ways() -> None:
    groups, final = groups_of(9, groups=3)
    event = groups.event
    play_in_circles(groups)
    groups.refresh_from_db()
    open_groups = open_ties(groups)
    assert [(tie.group, tie.place, tie.last_place) for tie in open_groups] == [(n, 1, 3) for n in range(1, 4)]
    assert {one.need for tie in open_groups for one in tie.depends} == {Need.CUT}
    with pytest.raises(TiedAtTheCut) as refusal:
        draw.draw(final, by=None)
    assert "Round robin, Group 1" in str(refusal.value)
    by_lot, by_hand, by_playoff = open_groups
    lot = ties.decide(groups, by=None, entrants=by_lot.uids, how=How.LOT)
    seed = groups.draws.get().seed
    assert lot.order == by_chance(by_lot.uids, seed=seed, round_number=0, purpose="tie")
    order = sorted(by_hand.uids)
    ties.decide(groups, by=None, entrants=by_hand.uids, how=How.HAND, order=order, reason="Drew cards.")
    tie = ties.decide(groups, by=None, entrants=by_playoff.uids, how=How.PLAYOFF, length=3)
    playoff = Stage.objects.get(uid=tie.playoff)
    assert [match.length for match in factories.open_matches(playoff)] == [3]
    with pytest.raises(TiedAtTheCut):
        draw.draw(final, by=None)
    strongest = {uid: number for number, uid in enumerate(sorted(by_playoff.uids))}
    while matches := factories.open_matches(playoff):
        for match in matches:
            one, two = (Entrant.objects.get(event=event, side=side).uid for side in (match.one, match.two))
            win(match, "one" if strongest[one] < strongest[two] else "two")
        progress.advance(event)
    assert [places(groups)[uid] for uid in sorted(by_playoff.uids)] == [(1, 1), (2, 2), (3, 3)]
    assert [places(groups)[uid] for uid in order] == [(1, 1), (2, 2), (3, 3)]
    assert open_ties(groups) == ()
    draw.draw(final, by=None)
    goes_on = {*lot.order[:2], *order[:2], *sorted(by_playoff.uids)[:2]}
    assert set(StageEntry.objects.filter(stage=final).values_list("entrant__uid", flat=True)) == goes_on
    assert is_clean(event)
    assert [one.tie.how for one in decided_ties(groups)] == ["lot", "hand", "playoff"]


def test_a_playoff_that_settles_nothing_is_asked_about_again() -> None:
    groups, final = groups_of(3, groups=1)
    play_in_circles(groups)
    open_tie = first_tie(groups)
    tie = ties.decide(groups, by=None, entrants=open_tie.uids, how=How.PLAYOFF)
    with pytest.raises(TieDecided):
        ties.decide(groups, by=None, entrants=open_tie.uids, how=How.LOT)
    playoff = Stage.objects.get(uid=tie.playoff)
    play_in_circles(playoff)
    again = first_tie(groups)
    assert (again.uids, again.playoff) == (open_tie.uids, None)
    ties.decide(groups, by=None, entrants=open_tie.uids, how=How.LOT)
    draw.draw(final, by=None)
    assert is_clean(groups.event)


def test_a_correction_that_ties_others_asks_again() -> None:
    groups, _final = groups_of(3, groups=1, count=1)
    play_in_circles(groups)
    tie = first_tie(groups)
    ties.decide(groups, by=None, entrants=tie.uids, how=How.LOT)
    assert open_ties(Stage.objects.get(pk=groups.pk)) == ()
    pairing = Pairing.objects.filter(stage=groups, match__isnull=False).select_related("match")[0]
    match = pairing.match
    assert match is not None
    director = factories.owner(groups.event.tournament)
    other = "two" if match.winner == "one" else "one"
    results.correct(match, by=director, score=(7, 0) if other == "one" else (0, 7), reason="Written wrongly.")
    progress.advance(groups.event)
    assert sorted(places(groups).values()) == [(1, 1), (2, 2), (3, 3)]
    results.correct(match, by=director, score=(0, 7) if other == "one" else (7, 0), reason="It was right.")
    progress.advance(groups.event)
    assert open_ties(Stage.objects.get(pk=groups.pk)) == ()
    assert is_clean(groups.event)


def test_only_who_shares_a_place_is_decided_on_and_only_by_a_director() -> None:
    groups, _final = groups_of(4, groups=1)
    play_in_circles(groups)
    tie = first_tie(groups)
    clerk = factories.clerk(groups.event.tournament)
    with pytest.raises(Forbidden):
        ties.decide(groups, by=clerk, entrants=tie.uids, how=How.LOT)
    everybody = Entrant.objects.filter(event=groups.event).values_list("uid", flat=True)
    with pytest.raises(TieNotOpen):
        ties.decide(groups, by=None, entrants=everybody, how=How.LOT)
    with pytest.raises(TieOrderIncomplete):
        ties.decide(groups, by=None, entrants=tie.uids, how=How.HAND, order=sorted(tie.uids)[:2], reason="–")
    with pytest.raises(ReasonMissing):
        ties.decide(groups, by=None, entrants=tie.uids, how=How.HAND, order=sorted(tie.uids))
    with pytest.raises(NoSuchDecision):
        ties.take_back(groups, by=None, entrants=tie.uids)
    assert not LogEntry.objects.filter(code="tie_decided").exists()


def test_a_decision_is_undone_until_a_stage_was_drawn_with_it() -> None:
    groups, final = groups_of(3, groups=1)
    play_in_circles(groups)
    tie = first_tie(groups)
    director = factories.owner(groups.event.tournament)
    ties.decide(groups, by=director, entrants=tie.uids, how=How.LOT)
    undo.undo(LogEntry.objects.get(code="tie_decided"), by=director)
    assert first_tie(groups).uids == tie.uids
    assert set(places(groups).values()) == {(1, 3)}
    ties.decide(groups, by=director, entrants=tie.uids, how=How.LOT)
    draw.draw(final, by=None)
    with pytest.raises(TieIsUsed):
        ties.take_back(groups, by=director, entrants=tie.uids)
    assert is_clean(groups.event)


def test_a_playoff_is_called_off_until_it_has_begun() -> None:
    groups, _final = groups_of(3, groups=1)
    play_in_circles(groups)
    open_tie = first_tie(groups)
    tie = ties.decide(groups, by=None, entrants=open_tie.uids, how=How.PLAYOFF)
    playoff = Stage.objects.get(uid=tie.playoff)
    ties.take_back(groups, by=None, entrants=open_tie.uids)
    assert not factories.open_matches(playoff)
    again = ties.decide(groups, by=None, entrants=open_tie.uids, how=How.PLAYOFF)
    assert again.playoff == playoff.uid
    win(factories.open_matches(playoff)[0], "one")
    with pytest.raises(MatchBegun):
        ties.take_back(groups, by=None, entrants=open_tie.uids)
    progress.advance(groups.event)
    assert is_clean(groups.event)


def test_the_audit_finds_a_decision_that_does_not_follow() -> None:
    groups, _final = groups_of(3, groups=1)
    play_in_circles(groups)
    ties.decide(groups, by=None, entrants=first_tie(groups).uids, how=How.LOT)
    groups.refresh_from_db()
    groups.ties[0]["tiers"].reverse()
    groups.save(update_fields=["ties"])
    assert {finding.code for finding in findings(groups.event.tournament)} == {
        "tie_differs",
        "standings_differ",
    }


def test_a_tie_for_the_last_place_that_qualifies_is_decided() -> None:
    groups, final = groups_of(3, groups=1)
    final.delete()
    masters = factories.event(groups.event.tournament, name="Masters")
    qualifying.set_target(groups.event, by=None, target=masters, places=1)
    play_in_circles(groups)
    tie = first_tie(groups)
    assert [(one.need, one.name, one.count) for one in tie.depends] == [(Need.QUALIFYING, "Masters", 1)]
    order = sorted(tie.uids, reverse=True)
    ties.decide(groups, by=None, entrants=tie.uids, how=How.HAND, order=order, reason="Drew cards.")
    qualifying.qualify(Event.objects.get(pk=groups.event_id))
    qualifier = Entrant.objects.get(event=masters)
    assert qualifier.name == Entrant.objects.get(uid=order[0]).name


def test_winners_of_groups_who_are_level_for_a_place_that_qualifies_are_parted_by_lot() -> None:
    event = factories.event()
    groups = lifecycle.create_stage(event, by=None, format="round_robin", options={"groups": 2})
    factories.entrants(event, 4)
    masters = factories.event(event.tournament, name="Masters")
    qualifying.set_target(event, by=None, target=masters, places=1)
    draw.draw(groups, by=None, seed="groups")
    play(groups)
    tie = first_tie(groups)
    assert (tie.group, len(tie.entrants)) == (None, 2)
    lot = ties.decide(groups, by=None, entrants=tie.uids, how=How.LOT)
    qualifying.qualify(Event.objects.get(pk=event.pk))
    assert Entrant.objects.get(event=masters).name == Entrant.objects.get(uid=lot.order[0]).name


def test_shared_prizes_are_split_unless_the_director_decides_them_too() -> None:
    event = factories.event()
    stage = lifecycle.create_stage(event, by=None, format="round_robin")
    factories.entrants(event, 3)
    ledger.set_fee(event, by=None, kind=FeeKind.ENTRY, amount=3000)
    ledger.set_payout(event, by=None, payout={"structure": "main_2", "added": 9000})
    draw.draw(stage, by=None, seed="groups")
    play_in_circles(stage)
    tie = first_tie(stage)
    assert [one.need for one in tie.depends] == [Need.PRIZES]
    before = prizes_of(event)
    assert len(set(before.values())) == 1
    ties.decide(stage, by=None, entrants=tie.uids, how=How.LOT)
    assert prizes_of(event) == before
    stage.refresh_from_db()
    ties.take_back(stage, by=None, entrants=tie.uids)
    lot = ties.decide(stage, by=None, entrants=tie.uids, how=How.LOT, is_for_prizes=True)
    after = prizes_of(event)
    assert after[lot.order[0]] > after[lot.order[1]] > 0
    assert sum(after.values()) == sum(before.values())


def prizes_of(event: Event) -> dict[str, int]:
    """The prizes by entrant."""
    prizes = prize_list(Event.objects.get(pk=event.pk))
    assert prizes is not None
    lines = [line for flight in prizes.flights for line in flight.lines]
    return {line.entrant.uid: line.amount for line in lines if line.entrant is not None}


@pytest.mark.both_databases
def test_a_playoff_for_a_shared_place_makes_nobody_the_champion() -> None:
    groups, final = groups_of(3, groups=1)
    play_in_circles(groups)
    tie = ties.decide(groups, by=None, entrants=first_tie(groups).uids, how=How.PLAYOFF)
    winners = event_winners(groups.event)
    assert (winners.main, winners.candidates) == (final, (final,))
    assert Stage.objects.get(uid=tie.playoff).is_playoff
