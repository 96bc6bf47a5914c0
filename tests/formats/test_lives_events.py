"""Whole events of lives with every option: no dead end, whatever happens in the hall."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.effort import examples
from tests.formats.test_contract import check, disturb, play_out
from tests.formats.tournament import Tournament, entrants
from tournaments.formats.lives.format import FORMAT, LivesOptions
from tournaments.formats.lives.options import LastTwo, LateLives, Mode, OddOne

CODE = "lives"
SIZES = (3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 23, 33)
STEPS = ("win", "begin", "forfeit", "late", "swap", "correct", "alternate", "leave")


def random_options(chance: Random, *, count: int) -> LivesOptions:
    """Any options that go together."""
    mode = chance.choice(list(Mode))
    max_places = chance.choice((0, 0, 1, 3, 4, 6)) if mode is Mode.ROUNDS else 0
    max_places = min(max_places, count - 1)
    return LivesOptions(
        lives=chance.choice((1, 2, 2, 2, 3, 4)),
        mode=mode,
        queue_length=chance.choice((3, 4, 6)),
        odd_one=chance.choice(list(OddOne)),
        is_bye_a_win=chance.random() < 0.5,
        avoids_rematches=chance.random() < 0.7,
        separates_clubs=chance.random() < 0.7,
        last_two=chance.choice(list(LastTwo)),
        has_three_playoff=chance.random() < 0.5,
        bracket_slots=0 if max_places else chance.choice((0, 4, 8, 16, 32)),
        max_places=max_places,
        late_lives=chance.choice(list(LateLives)),
        last_entry=chance.choice((1, 2, 4)),
    )


def leave(tournament: Tournament, *, chance: Random) -> None:
    """Let somebody leave: the opponent of the match to come wins it without playing."""
    there = [entry for entry in tournament.entries.values() if entry.line is not None]
    leaver = chance.choice(there)
    tournament.entries[leaver.uid] = replace(leaver, is_withdrawn=True)
    tournament.advance()
    for pairing in tournament.waiting():
        if leaver.uid in pairing.entrants:
            (winner,) = set(pairing.entrants) - {leaver.uid}
            tournament.finish(pairing.place, winner)
    tournament.advance()


@pytest.mark.parametrize("number", range(examples(1000, landing=40)))
def test_no_event_comes_to_a_dead_end(number: int) -> None:
    chance = Random(number)
    count = chance.choice(SIZES)
    misses = [frozenset(chance.sample(range(1, 7), k=chance.choice((0, 0, 0, 1, 2)))) for _ in range(count)]
    entries = [replace(entry, absent=absent) for entry, absent in zip(entrants(count), misses, strict=True)]
    options = random_options(chance, count=count)
    tournament = Tournament.from_draw(CODE, entries, seed=str(number), options=options)
    for step in range(chance.randint(0, 30)):
        what = chance.choice(STEPS)
        if what == "leave":
            leave(tournament, chance=chance)
        else:
            disturb(tournament, what, chance=chance, number=step)
        check(tournament)
    play_out(tournament, chance=chance)
    check(tournament)
    assert FORMAT.is_complete(tournament.state)
