"""Triple elimination: three losses and no fewer, in three brackets, and finals that go on as long as they must."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Part
from tournaments.formats.triple_elimination.format import FORMAT, TripleEliminationOptions, TripleFinals

CODE = "triple_elimination"


def play(tournament: Tournament, chance: Random) -> Counter[str]:
    """Play out, whoever is ready first and whoever wins; return the losses of everybody."""
    losses: Counter[str] = Counter()
    while waiting := tournament.waiting():
        pairing = chance.choice(waiting)
        one, two = chance.sample(pairing.entrants, 2)
        assert max(losses[one], losses[two]) < 3, "nobody plays on after the third loss"
        losses[two] += 1
        tournament.win(one)
    return losses


@given(count=st.integers(2, 33), seed=st.integers(0, 10**6))
@settings(max_examples=examples(60), deadline=None)
def test_everybody_but_the_champion_is_out_after_three_losses(count: int, seed: int) -> None:
    tournament = Tournament.from_draw(CODE, entrants(count))
    losses = play(tournament, Random(seed))
    assert FORMAT.is_complete(tournament.state)
    champion = FORMAT.champion(tournament.state)
    assert champion is not None
    assert losses[champion] < 3
    assert {losses[uid] for uid in tournament.entries if uid != champion} == {3}
    first, second, *_rest = FORMAT.standings(tournament.state)
    assert (first.entrant, first.last_place, second.place, second.last_place) == (champion, 1, 2, 2)


@pytest.mark.parametrize(
    ("scores", "playoffs", "grand"),
    [
        # Who has won: the side from the upper bracket (1), or the one from below (2).
        ("1 1 1", 1, 2),
        ("2 1 1", 2, 1),
        ("2 2 2 2 2", 2, 3),
        ("1 2 2 2", 1, 3),
        ("1 1 2 1", 1, 3),
        ("1 2 2 1 1", 1, 4),
    ],
)
def test_the_finals_go_on_until_one_of_two_has_lost_three_times(
    scores: str, playoffs: int, grand: int
) -> None:
    tournament = Tournament.from_draw(CODE, entrants(8))
    declared = {of.number: of.part for of in FORMAT.rounds(tournament.state)}
    finals: Counter[Part] = Counter()
    firsts: dict[Part, tuple[str, str]] = {}
    order = iter(scores.split())
    while waiting := tournament.waiting():
        pairing = waiting[0]
        part, two = declared[pairing.round], pairing.two
        assert two is not None
        if part not in (Part.PLAYOFF, Part.FINAL):
            tournament.win(pairing.one)
            continue
        finals[part] += 1
        upper, lower = firsts.setdefault(part, (pairing.one, two))
        tournament.win(upper if next(order) == "1" else lower)
    assert next(order, None) is None
    assert (finals[Part.PLAYOFF], finals[Part.FINAL]) == (playoffs, grand)


def test_one_match_each_ends_it_where_the_options_say_so() -> None:
    options = TripleEliminationOptions(finals=TripleFinals.ONE_MATCH)
    tournament = Tournament.from_draw(CODE, entrants(16), options=options)
    play(tournament, Random(1))
    declared = Counter(of.part for of in FORMAT.rounds(tournament.state))
    assert (declared[Part.PLAYOFF], declared[Part.FINAL]) == (1, 1)
    assert len(tournament.state.results) == 15 + 14 + 13 + 1 + 1
    assert FORMAT.standings(tournament.state)[0].entrant == FORMAT.champion(tournament.state)


def test_a_corrected_playoff_takes_the_second_one_away() -> None:
    tournament = Tournament.from_draw(CODE, entrants(8))
    declared = {of.number: of.part for of in FORMAT.rounds(tournament.state)}
    while declared[tournament.waiting()[0].round] is not Part.PLAYOFF:
        tournament.win(tournament.waiting()[0].one)
    [pairing] = tournament.waiting()
    assert pairing.two is not None
    tournament.win(pairing.two)
    [again] = tournament.waiting()
    assert [reason.code for reason in FORMAT.explain(tournament.state, again)] == ["not_out_yet"]
    tournament.results[pairing.place] = replace(tournament.results[pairing.place], winner=pairing.one)
    tournament.advance()
    [final] = tournament.waiting()
    assert (declared[final.round], pairing.one in final.entrants) == (Part.FINAL, True)
