"""The stepladder, beside what the contract suite plays: who meets whom, places, forfeits, swaps and reasons."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.formats.tournament import Tournament
from tournaments import formats
from tournaments.formats import Entry, Pairing, RoundName
from tournaments.formats.seeding import Seeding
from tournaments.formats.stepladder.format import StepladderOptions

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


def of_four(**options: Seeding) -> Tournament:
    """Four seeds, `a` the first."""
    entries = [Entry(uid, seed=seed) for seed, uid in enumerate("abcd", start=1)]
    return Tournament.from_draw("stepladder", entries, options=StepladderOptions(**options))


def test_the_lowest_two_begin_and_the_winner_climbs_to_the_first_seed() -> None:
    ladder = of_four()
    order = []
    while waiting := ladder.waiting():
        (pairing,) = waiting
        order.append(pairing.entrants)
        ladder.win("d")
    assert order == [("c", "d"), ("b", "d"), ("a", "d")]
    places = {row.entrant: row.place for row in ladder.format.standings(ladder.state)}
    assert places == {"d": 1, "a": 2, "b": 3, "c": 4}
    assert ladder.format.champion(ladder.state) == "d"


def test_the_last_round_is_the_final_and_each_has_its_distance_to_it() -> None:
    declared = of_four().format.rounds(of_four().state)
    assert [one.from_final for one in declared] == [2, 1, 0]
    assert [one.name for one in declared] == [RoundName.ROUND, RoundName.ROUND, RoundName.FINAL]


def test_without_seeds_the_steps_are_drawn_by_lot() -> None:
    assert [entry.uid for entry in of_four().entries.values() if entry.line == 0] == ["a"]
    lots = {
        Tournament.from_draw(
            "stepladder",
            [Entry(uid, seed=seed) for seed, uid in enumerate("abcd", start=1)],
            seed=seed,
            options=StepladderOptions(seeding=Seeding.RANDOM),
        ).state.entries
        for seed in "abcdef"
    }
    assert len(lots) > 1


def test_after_a_double_forfeit_the_next_one_goes_on_without_a_match() -> None:
    ladder = of_four()
    ladder.finish((1, 0), None)
    ladder.advance()
    assert ladder.pairings[2, 0] == Pairing(2, 0, "b", None)
    ladder.finish((3, 0), None)
    ladder.advance()
    assert ladder.format.is_complete(ladder.state)
    assert ladder.format.champion(ladder.state) is None


@pytest.mark.parametrize(
    ("place", "codes"), [((1, 0), ["seeded", "seeded"]), ((2, 0), ["seeded", "winner_of"])]
)
def test_a_pairing_says_how_both_came_to_it(place: tuple[int, int], codes: list[str]) -> None:
    ladder = of_four()
    ladder.win("c")
    reasons = ladder.format.explain(ladder.state, ladder.pairings[place])
    assert [reason.code for reason in reasons] == codes


def test_drawn_by_lot_nobody_is_said_to_be_seeded() -> None:
    ladder = of_four(seeding=Seeding.RANDOM)
    (pairing,) = ladder.waiting()
    assert {reason.code for reason in ladder.format.explain(ladder.state, pairing)} == {"drawn"}


def test_a_pairing_that_does_not_follow_says_so() -> None:
    ladder = of_four()
    (pairing,) = ladder.waiting()
    (reason,) = ladder.format.explain(ladder.state, replace(pairing, two="a"))
    assert reason.code == "no_longer_follows"


def test_the_page_shows_the_file_as_it_is() -> None:
    listings = re.findall(
        r"```python\n# tournaments/formats/stepladder/format\.py\n(.*?)```", PAGE.read_text(), re.DOTALL
    )
    file = Path(formats.__file__).parent / "stepladder" / "format.py"
    assert listings == [file.read_text()]
    assert len(file.read_text().splitlines()) < 80
