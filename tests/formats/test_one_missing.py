"""What docs/formats.md promises of a format, with one entrant missing: who leaves at any time, or misses one match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.effort import combinations as pairs_of
from tests.effort import examples
from tests.formats.test_contract import DRAWN, check
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import FORMATS, Shape

MISSING = ("leaves", "misses", "both_miss")
# Matches of n entrants without byes for double forfeits, apart from those of the finals that depend on who wins.
MATCHES: dict[str, Callable[[int], set[int]]] = {
    "single_elimination": lambda n: {n - 1},
    "stepladder": lambda n: {n - 1},
    "double_elimination": lambda n: {2 * n - 2, 2 * n - 1},
    "triple_elimination": lambda n: set(range(3 * n - 3, 3 * n)),
    "michigan": lambda n: {2 * n - 2 - (n - 1).bit_length()},
}


def play(tournament: Tournament, chance: Random, how: str) -> str:
    """Play to the end with one entrant missing in this way from some match on; return who it is."""
    absentee = chance.choice(sorted(tournament.entries))
    begins = chance.randint(0, len(tournament.entries))
    is_missing = False
    for number in range(600):
        if number == begins and how == "leaves":
            tournament.entries[absentee] = replace(tournament.entries[absentee], is_withdrawn=True)
            tournament.advance()
        if not (waiting := tournament.waiting()):
            break
        pairing = chance.choice(waiting)
        winner: str | None = chance.choice(pairing.entrants)
        is_his = absentee in pairing.entrants and number >= begins and (how == "leaves" or not is_missing)
        if is_his:
            is_missing = True
            other = next(uid for uid in pairing.entrants if uid != absentee)
            winner = None if how == "both_miss" else other
        tournament.finish(pairing.place, winner)
        if is_his:
            result = tournament.results[pairing.place]
            tournament.results[pairing.place] = replace(result, is_played=False)
        tournament.advance()
        check(tournament)
    return absentee


@pytest.mark.parametrize(("code", "how"), pairs_of(DRAWN, MISSING, each=3))
@pytest.mark.parametrize("number", range(examples(60, landing=2)))
def test_with_one_missing_a_format_keeps_its_promises(code: str, how: str, number: int) -> None:
    chance = Random(f"{code} {how} {number}")
    count = chance.randint(FORMATS[code].fewest + 1, 12)
    tournament = Tournament.from_draw(code, entrants(count), seed=str(number))
    absentee = play(tournament, chance, how)
    form, state = tournament.format, tournament.state
    results = list(tournament.results.values())
    both_missed = any(result.winner is None for result in results)
    if code != "marathon":
        assert form.is_complete(state)
    assert len(form.standings(state)) == count
    if code in MATCHES and not both_missed:
        assert len(results) in MATCHES[code](count)
    if form.shape is Shape.TABLE:
        meetings = Counter(frozenset((result.one, result.two)) for result in results)
        assert meetings == Counter(map(frozenset, combinations(tournament.entries, 2)))
    losses_to_be_out = {"double_elimination": 2, "lives": 2, "triple_elimination": 3}.get(code, 0)
    champion = form.champion(state)
    lost = Counter(uid for result in results for uid in result.losers)
    missed = {uid for result in results if result.winner is None for uid in (result.one, result.two)}
    if losses_to_be_out and champion is not None:
        others = tournament.entries.keys() - missed - {champion, absentee}
        assert all(lost[uid] >= losses_to_be_out for uid in others)
