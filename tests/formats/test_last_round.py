"""A moment after which no round is paired ends rounds of everybody, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS
from tournaments.formats.by_rounds import PairedRounds

ENDS = datetime(2026, 11, 27, 22, 30, tzinfo=UTC)
BEFORE, AFTER = ENDS - timedelta(minutes=1), ENDS
CODES = sorted(code for code, rules in FORMATS.items() if isinstance(rules, PairedRounds))


@pytest.mark.parametrize("code", CODES)
@given(size=st.integers(2, 9), played=st.integers(0, 4), seed=st.integers(0, 10**6))
def test_it_ends_with_the_round_that_is_under_way(code: str, size: int, played: int, seed: int) -> None:
    stage = Tournament.from_draw(code, entrants(size), seed=str(seed))
    chance = Random(seed)
    for _round in range(played):
        play(stage, chance)
        stage.advance()
    rules, state = stage.format, stage.state
    free = replace(state, now=BEFORE, ends_by=None)
    # Before the moment it is as if there were none; during a round it changes nothing either.
    early, late = replace(free, ends_by=ENDS), replace(free, ends_by=ENDS, now=AFTER)
    assert rules.next_pairings(early) == rules.next_pairings(free)
    assert rules.rounds(early) == rules.rounds(free)
    assert rules.is_complete(early) == rules.is_complete(free)
    assert rules.next_pairings(late) == ()
    newest = max((pairing.round for pairing in state.pairings), default=0)
    assert len(rules.rounds(late)) == max(1, newest)
    play(stage, chance)
    over = replace(stage.state, now=AFTER, ends_by=ENDS)
    assert rules.is_complete(over)
    assert rules.next_pairings(over) == ()
    # Who stands where is what the rounds have brought.
    points = {row.entrant: row.half_points for row in rules.standings(over)}
    assert points == {row.entrant: row.half_points for row in rules.standings(replace(over, ends_by=None))}


def play(stage: Tournament, chance: Random) -> None:
    """Decide every match that waits."""
    for pairing in stage.waiting():
        stage.finish(pairing.place, chance.choice(pairing.entrants))
