"""Whole tournaments by chance, 5,000 in a long run: what every format promises holds at every moment of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import networkx as nx
import pytest

from tests.effort import examples
from tests.formats.fed import FedStage
from tests.formats.test_contract import check_outline, check_pairings, check_standings
from tests.formats.tournament import Tournament
from tests.formats.whole_day import MOST, Day, in_another_order, size_of
from tournaments.formats import FORMATS, Intake, Pairing, Standing
from tournaments.formats.lives.options import LivesOptions, Mode, OddOne
from tournaments.formats.round_robin.format import RoundRobinOptions
from tournaments.formats.swiss.options import SwissOptions

CODES = sorted(FORMATS)
TOURNAMENTS = examples(5000, landing=56)
# One test plays so many, so that a failure names a number and a report of the durations stays readable.
_PARCEL = 5
PARCELS = [
    (code, tuple(range(start, min(start + _PARCEL, TOURNAMENTS // len(CODES) + 1))))
    for code in CODES
    for start in range(0, TOURNAMENTS // len(CODES) + 1, _PARCEL)
]


def test_together_they_are_five_thousand_of_every_size() -> None:
    assert sum(len(numbers) for _, numbers in PARCELS) >= TOURNAMENTS
    assert {size_of(number) for number in range(129)} == set(range(2, MOST + 1))


@pytest.mark.parametrize(("code", "numbers"), PARCELS, ids=lambda value: str(value).replace(" ", ""))
def test_a_whole_tournament_keeps_what_its_format_promises(code: str, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        day = Day(code, number)
        day.play(look=Watch(number).look)
        for stage in day.stages:
            check_end(stage)
        if number % 10 == 0:
            again = Day(code, number)
            again.play(look=lambda _: None)
            assert [stage.state for stage in again.stages] == [stage.state for stage in day.stages]


class Watch:
    """Looks at a day: closely now and then, at what costs little always."""

    def __init__(self, number: int) -> None:
        self.chance = Random(number)
        self.seen: set[tuple[int, Pairing]] = set()

    def look(self, day: Day) -> None:
        """Assert what holds at any moment."""
        is_close = self.chance.random() < 0.15
        for index, stage in enumerate(day.stages):
            if is_close:
                self._look_closely(stage)
            seats = Counter(
                (pairing.round, uid) for pairing in stage.pairings.values() for uid in pairing.entrants
            )
            assert max(seats.values(), default=1) == 1
            for pairing in sorted(stage.pairings.values(), key=lambda pairing: pairing.place):
                if pairing.is_bye and (index, pairing) not in self.seen:
                    check_second_bye(stage, pairing)
                self.seen.add((index, pairing))

    def _look_closely(self, stage: Tournament) -> None:
        assert stage.advance() == []
        if isinstance(stage, FedStage):
            assert stage.format.admissions(stage.state) == ()
        check_pairings(stage)
        check_outline(stage)
        check_standings(stage)
        check_same(stage, self.chance)
        state, pairings = stage.state, list(stage.pairings.values())
        for pairing in self.chance.sample(pairings, k=min(3, len(pairings))):
            assert stage.format.explain(state, pairing)


def check_same(stage: Tournament, chance: Random) -> None:
    """Assert that the order in which a state is read changes neither the stage nor its pairings."""
    form, state = stage.format, stage.state
    other = in_another_order(state, chance)
    assert form.outline(other) == form.outline(state)
    assert form.standings(other) == form.standings(state)
    to_come = [pairing for pairing in stage.waiting() if not pairing.is_begun]
    assert set(form.next_pairings(other.without(to_come))) == set(form.next_pairings(state.without(to_come)))


def check_second_bye(stage: Tournament, bye: Pairing) -> None:
    """Whoever has a bye a second time has it because it could not be avoided."""
    before = [pairing for pairing in stage.pairings.values() if pairing.round < bye.round]
    had = Counter(pairing.one for pairing in before if pairing.is_bye)
    if not had[bye.one]:
        return
    if stage.code == "round_robin":
        # Once in each leg, as the tables say.
        assert isinstance(stage.options, RoundRobinOptions)
        assert had[bye.one] < stage.options.legs
    elif stage.code == "swiss":
        check_bye_of_swiss(stage, bye, before, had)
    elif stage.code == "lives":
        check_bye_of_lives(stage, bye, had)


def fresh_round(stage: Tournament, number: int) -> list[Pairing]:
    """The pairings of a round nobody has begun, which is as it was paired at once; none otherwise."""
    pairings = [pairing for pairing in stage.pairings.values() if pairing.round == number]
    is_touched = any(pairing.is_begun or pairing.place in stage.results for pairing in pairings)
    return [] if is_touched else pairings


def check_bye_of_swiss(stage: Tournament, bye: Pairing, before: list[Pairing], had: Counter[str]) -> None:
    """Assert that no entrant without a bye could have had this one: without that entrant no round exists."""
    options, fresh = stage.options, fresh_round(stage, bye.round)
    assert isinstance(options, SwissOptions)
    players = [uid for pairing in fresh for uid in pairing.entrants]
    # With more rounds to come than opponents for certain, the rounds behind this one come first.
    is_free = 2 * options.round_count(stage.size) <= len(players) or bye.round == options.round_count(
        stage.size
    )
    if not is_free or sum(pairing.is_bye for pairing in fresh) != 1:
        return
    graph = nx.complete_graph(players)
    if not options.has_rematches:
        graph.remove_edges_from(pairing.entrants for pairing in before if not pairing.is_bye)
    for other in players:
        if not had[other]:
            rest = graph.subgraph(uid for uid in players if uid != other)
            assert 2 * len(nx.max_weight_matching(rest, maxcardinality=True)) < len(players) - 1


def check_bye_of_lives(stage: Tournament, bye: Pairing, had: Counter[str]) -> None:
    """Assert that nobody in the round had fewer byes before."""
    options, fresh = stage.options, fresh_round(stage, bye.round)
    assert isinstance(options, LivesOptions)
    is_plain = options.mode is Mode.ROUNDS and options.odd_one is OddOne.FLOAT
    is_knock_out = options.bracket_slots or options.has_three_playoff or options.max_places
    if is_plain and not is_knock_out and fresh:
        assert had[bye.one] == min(had[uid] for pairing in fresh for uid in pairing.entrants)


def check_end(stage: Tournament) -> None:
    """Assert that the stage is complete, everybody has a place, and shared places are equal in all tiebreaks."""
    check_pairings(stage)
    check_outline(stage)
    check_standings(stage)
    form, state = stage.format, stage.state
    assert form.is_complete(state)
    standings = form.standings(state)
    assert not any(row.is_in for row in standings)
    by_place: dict[tuple[int | None, int], list[Standing]] = defaultdict(list)
    for row in standings:
        by_place[row.group, row.place].append(row)
    for rows in by_place.values():
        assert len({(row.half_points, row.tiebreaks) for row in rows}) == 1
        assert {row.last_place - row.place + 1 for row in rows} == {len(rows)}
    if form.intake is Intake.DRAW and form.champion(state) is None:
        is_empty = any(result.winner is None for result in state.results)
        assert standings[0].is_tied or standings[0].group is not None or is_empty
