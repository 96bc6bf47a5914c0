"""The service pairs a Swiss as docs/pairing/videau-swiss.md says, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.effort import examples
from tests.formats.swiss_event import Swiss
from tests.pairing.from_state import files_of_state
from tests.pairing.swiss_by_text import Match, Paper, Player, Round, Terms, best_rounds, cost
from tournaments.formats import Entry, State
from tournaments.formats.swiss.options import ByeWorth, Separation, SwissOptions
from tournaments.pairings import check

TEXT = Path(__file__).parents[2] / "docs" / "pairing" / "videau-swiss.md"
_BYE = {ByeWorth.FULL: 2, ByeWorth.HALF: 1, ByeWorth.ZERO: 0}
_APART = {
    Separation.NOBODY: ("family",),
    Separation.CLUBS: ("family", "club"),
    Separation.COUNTRIES: ("family", "country"),
    Separation.BOTH: ("family", "club", "country"),
}


def paper_of(state: State, number: int) -> Paper:
    """The paper of a round that the service has paired."""
    options = SwissOptions.of(state.options)
    entrants = tuple(
        Player(entry.uid, entry.line or 0, entry.family, entry.club, entry.country, entry.bye_lots == 0)
        for entry in state.entries
    )
    results = {(result.round, result.slot): result for result in state.results}
    earlier: list[list[Match]] = [[] for _ in range(number - 1)]
    for pairing in state.pairings:
        if pairing.round < number:
            result = results.get(pairing.place)
            winner, is_played = (None, True) if result is None else (result.winner, result.is_played)
            earlier[pairing.round - 1].append((pairing.one, pairing.two, winner, is_played))
    terms = Terms(
        planned=options.rounds or (state.size - 1).bit_length(),
        size=state.size,
        system=options.system.value,
        rematches=options.rematches.value,
        acceleration=options.acceleration.value,
        bye=_BYE[options.bye],
        apart=_APART[options.apart],
    )
    players = {uid for pairing in state.pairings if pairing.round == number for uid in pairing.entrants}
    return Paper(entrants, frozenset(players), tuple(map(tuple, earlier)), state.seed_of(number), terms)


def round_of(state: State, number: int) -> Round:
    """The round that the service has paired."""
    here = [pairing for pairing in state.pairings if pairing.round == number]
    pairs = frozenset(frozenset(pairing.entrants) for pairing in here if pairing.two is not None)
    return pairs, frozenset(pairing.one for pairing in here if pairing.two is None)


def play(chance: Random, *, count: int) -> Swiss:
    """A Swiss with random options, played to its end with random winners, some of whom leave."""
    entries = [
        Entry(
            str(number),
            family=chance.choice(["", "", "", "Bernoulli"]),
            club=chance.choice(["", "Lyon", "Metz"]),
            country=chance.choice(["FR", "CH"]),
            bye_lots=chance.choice([0, 1, 1, 1]),
        )
        for number in range(1, count + 1)
    ]
    most = count - 1 + count % 2
    swiss = Swiss.of(
        count,
        *entries,
        rounds=chance.randint(1, most),
        system=chance.choice(["fold", "fold", "monrad", "danish"]),
        rematches=chance.choice(["never", "if_needed"]),
        acceleration=chance.choice(["none", "none", "accelerated", "baku"]),
        bye=chance.choice(["full", "half", "zero"]),
        apart=chance.choice(["nobody", "clubs", "countries", "both"]),
    )
    while waiting := swiss.tournament.waiting():
        if chance.random() < 0.1:
            swiss.leave(int(chance.choice(waiting[0].entrants)))
            continue
        swiss.win(*(int(chance.choice(pairing.entrants)) for pairing in waiting))
    return swiss


@pytest.mark.parametrize("number", range(examples(24)))
def test_random_tournaments_are_paired_as_the_text_says(number: int) -> None:
    chance = Random(number)
    state = play(chance, count=chance.randint(3, 8)).tournament.state
    for round_number in range(1, max(pairing.round for pairing in state.pairings) + 1):
        assert round_of(state, round_number) in best_rounds(paper_of(state, round_number)), round_number
    assert check(files_of_state("swiss", state)) == []


def test_the_examples_of_the_text_are_right() -> None:
    sections = TEXT.read_text(encoding="utf-8").split("## Example of ")[1:]
    assert len(sections) == 2
    for section, count in zip(sections, (7, 12), strict=True):
        played = [
            (_pairs(pairs), bye.strip())
            for pairs, bye in re.findall(r"^\| \d \| ([0-9 -]+) \|([ 0-9]*)\|$", section, re.MULTILINE)
        ]
        pairs, bye, costs = re.findall(
            r"^\| best \| ([0-9 -]+) \|([ 0-9]*)\| (.+) \|$", section, re.MULTILINE
        )[0]
        best = frozenset(map(frozenset, _pairs(pairs))), frozenset(bye.split())
        swiss = Swiss.of(count, rounds=4)
        for of_round, _ in played:
            swiss.win(*(int(winner) for winner, _ in of_round))
        assert round_of(swiss.tournament.state, 4) == best
        entrants = tuple(Player(str(line + 1), line) for line in range(count))
        earlier = tuple(
            (
                *((winner, loser, winner, True) for winner, loser in of_round),
                *([(free, None, None, True)] if free else []),
            )
            for of_round, free in played
        )
        everybody = frozenset(player.uid for player in entrants)
        paper = Paper(entrants, everybody, earlier, "seed", Terms(planned=4, size=count))
        assert best_rounds(paper) == [best]
        values = dict(re.findall(r"`(\w+)` (\d+)", costs))
        codes = ("second_bye", "bye_lots", "bye_after_unplayed", "bye_points", "score", "float")
        of_best = dict(zip(("kept_apart", "rematch", *codes), cost(paper, best)[:8], strict=True))
        of_best |= dict(zip(("bye_place", "fold", "lot"), cost(paper, best)[-3:], strict=True))
        assert {code: of_best[code] for code in values} == {
            code: int(value) for code, value in values.items()
        }
        other_seed = replace(paper, seed="another")
        assert cost(other_seed, best)[:-1] == cost(paper, best)[:-1]
        assert cost(other_seed, best)[-1] != cost(paper, best)[-1]


def _pairs(text: str) -> Sequence[tuple[str, str]]:
    return [(one, two) for one, two in re.findall(r"(\d+)-(\d+)", text)]
