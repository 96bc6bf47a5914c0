"""The service pairs lives as docs/pairing/videau-lives.md says, and so does the checker."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.effort import examples
from tests.formats.tournament import Tournament
from tests.pairing.from_state import files_of_state
from tests.pairing.lives_by_text import (
    LivesPaper,
    LivesPlayer,
    LivesTerms,
    best_of_pool,
    cost_of_pool,
    in_rounds,
    is_right,
)
from tests.pairing.swiss_by_text import Match, Round
from tournaments.formats import Entry, Result, State
from tournaments.formats.lives.options import LateLives, LivesOptions, OddOne
from tournaments.pairings import check

TEXT = Path(__file__).parents[2] / "docs" / "pairing" / "videau-lives.md"
_CODES = (
    "same_player",
    "kept_apart",
    "second_bye",
    "bye_record",
    "lives",
    "rematch",
    "family",
    "club",
    "country",
    "lot",
)


def paper_of(state: State, number: int) -> LivesPaper:
    """The paper of a round that the service has paired."""
    options = LivesOptions.of(state.options)
    entrants = tuple(
        LivesPlayer(one.uid, one.line or 0, one.family, one.club, one.country, one.player, one.joins)
        for one in state.entries
    )
    results = {result.place: result for result in state.results}
    matches: list[tuple[int, Match]] = [
        (one.round, (one.one, one.two, results[one.place].winner if one.place in results else None, True))
        for one in state.pairings
        if one.round < number
    ]
    here = {uid for pairing in state.pairings if pairing.round == number for uid in pairing.entrants}
    terms = LivesTerms(
        options.lives,
        options.odd_one is OddOne.SIT_OUT,
        options.is_bye_a_win,
        options.avoids_rematches,
        options.separates_clubs,
        options.late_lives is LateLives.MINUS_MISSED,
    )
    players = tuple(one for one in entrants if one.uid in here)
    return LivesPaper(players, entrants, tuple(in_rounds(matches, number)), state.seed_of(number), terms)


def round_of(state: State, number: int) -> Round:
    """The round that the service has paired."""
    here = [pairing for pairing in state.pairings if pairing.round == number]
    pairs = frozenset(frozenset(pairing.entrants) for pairing in here if pairing.two is not None)
    return pairs, frozenset(pairing.one for pairing in here if pairing.two is None)


def leave(tournament: Tournament, uid: str) -> None:
    """Withdraw an entrant: its match not begun is a walkover."""
    tournament.entries[uid] = replace(tournament.entries[uid], is_withdrawn=True)
    for pairing in tournament.waiting():
        if uid in pairing.entrants and pairing.two is not None:
            winner = pairing.two if pairing.one == uid else pairing.one
            tournament.results[pairing.place] = Result(
                *pairing.place, pairing.one, pairing.two, winner, is_played=False
            )
    tournament.advance()


def play(chance: Random, *, count: int, **more: str | int) -> Tournament:
    """An event of lives with random options and these, played to its end with random winners, some of whom leave."""
    entries = [
        Entry(
            str(number),
            family=chance.choice(["", "", "", "Bernoulli"]),
            club=chance.choice(["", "Lyon", "Metz"]),
            country=chance.choice(["FR", "CH"]),
            player=chance.choice(["", "", "", "Anna"]),
        )
        for number in range(1, count + 1)
    ]
    options = {
        "lives": chance.randint(1, 4),
        "odd_one": chance.choice(["float", "float", "sit_out"]),
        "is_bye_a_win": chance.random() < 0.5,
        "avoids_rematches": chance.random() < 0.8,
        "separates_clubs": chance.random() < 0.8,
        "max_places": chance.choice([0, 0, 2]),
        **more,
    }
    tournament = Tournament.from_draw("lives", entries, options=LivesOptions.from_dict(options))
    while waiting := tournament.waiting():
        if chance.random() < 0.1:
            leave(tournament, chance.choice(waiting[0].entrants))
            continue
        for pairing in waiting:
            winner = None if chance.random() < 0.03 else chance.choice(pairing.entrants)
            tournament.finish(pairing.place, winner)
        tournament.advance()
    return tournament


@pytest.mark.parametrize("number", range(examples(24)))
def test_random_events_are_paired_as_the_text_says(number: int) -> None:
    chance = Random(number)
    state = play(chance, count=chance.randint(3, 8)).state
    for of in range(1, max(pairing.round for pairing in state.pairings) + 1):
        assert is_right(paper_of(state, of), round_of(state, of)), of
    assert check(files_of_state("lives", state)) == []


@pytest.mark.parametrize("number", range(examples(12)))
def test_a_knock_out_at_the_end_is_paired_as_the_text_says(number: int) -> None:
    chance = Random(number)
    endings: list[dict[str, str | int]] = [
        {"last_two": "one_match"},
        {"has_three_playoff": True},
        {"bracket_slots": 8, "lives": 2},
        {"bracket_slots": 16, "lives": 3, "last_two": "one_match"},
    ]
    state = play(chance, count=chance.randint(5, 12), max_places=0, **endings[number % 4]).state
    assert check(files_of_state("lives", state)) == []


def test_the_examples_of_the_text_are_right() -> None:
    sections = TEXT.read_text(encoding="utf-8").split("## Example of ")[1:]
    assert len(sections) == 2
    for section, count in zip(sections, (7, 12), strict=True):
        rounds = re.findall(r"^\| \d \| ([0-9 -]+) \|([ 0-9]*)\|$", section, re.MULTILINE)
        earlier = tuple(
            tuple((one, two, one, True) for one, two in re.findall(r"(\d+)-(\d+)", pairs))
            + tuple((uid, None, None, True) for uid in byes.split())
            for pairs, byes in rounds
        )
        entrants = tuple(LivesPlayer(str(line + 1), line) for line in range(count))
        paper = LivesPaper(entrants, entrants, earlier, "seed", LivesTerms(lives=2))
        here = tuple(one for one in entrants if paper.lives(one.uid))
        paper = replace(paper, players=here)
        pairs, byes, costs = re.findall(
            r"^\| best \| ([0-9 -]+) \|([ 0-9]*)\| (.+) \|$", section, re.MULTILINE
        )[0]
        best = frozenset(map(frozenset, re.findall(r"(\d+)-(\d+)", pairs))), frozenset(byes.split())
        pool = [one.uid for one in here]
        assert best_of_pool(paper, pool) == [best]
        of_best = dict(zip(_CODES, map(str, cost_of_pool(paper, pool, best)), strict=True))
        assert dict(re.findall(r"`(\w+)` (\d+)", costs)).items() <= of_best.items()
        tournament = Tournament.from_draw(
            "lives", [Entry(one.uid, seed=one.line + 1) for one in entrants], options=LivesOptions()
        )
        for matches in earlier:
            assert round_of(tournament.state, len({place[0] for place in tournament.pairings})) == (
                frozenset(frozenset((one, two)) for one, two, _, _ in matches if two is not None),
                frozenset(one for one, two, _, _ in matches if two is None),
            )
            for _, _, winner, _ in matches:
                if winner is not None:
                    tournament.win(winner)
        assert round_of(tournament.state, len(earlier) + 1) == best
