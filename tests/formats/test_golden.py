"""Draws written down by hand in `golden/`, each with its rule and source: the formats draw and pair the same."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.formats.fed import LOSERS, Event
from tests.formats.tournament import Tournament
from tournaments.formats import FORMATS, Entry, Options, Pairing, Part
from tournaments.formats.round_robin.format import RoundRobinOptions

GOLDEN = Path(__file__).parent / "golden"
_LETTERS = {Part.MAIN: "W", Part.LOSERS: "L", Part.FINAL: "F"}
_HEAD = re.compile(r"= (?P<count>\d+) entrants(?P<options>.*)")
_LINE = re.compile(r"(?P<key>won|[A-Z]?\d+): (?P<items>.*)")
# A pair, or somebody alone; the order inside a pair means nothing.
Item = tuple[int, ...]


@dataclass
class Golden:
    """One draw of a file: how many enter, with which options, and what is expected in each round."""

    file: str
    count: int
    options: dict[str, str | int] = field(default_factory=dict)
    rounds: dict[str, list[Item]] = field(default_factory=dict)
    groups: dict[int, list[int]] = field(default_factory=dict)
    # Who wins the matches of a round where it is not the smaller number.
    wins: dict[int, set[int]] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.file, str(self.count), *words])

    def take(self, key: str, items: str) -> None:
        """Take one line of the file."""
        if key == "won":
            self.wins[len(self.rounds)] = set(map(int, items.split()))
        elif key.startswith("G"):
            self.groups[int(key[1:])] = [int(number) for number in items.split()]
        else:
            self.rounds[key] = [tuple(sorted(map(int, item.split("-")))) for item in items.split(", ")]


def goldens(file: str) -> list[Golden]:
    """Read the draws of a file; everything that is neither a head nor a round is prose."""
    goldens_of_files: list[Golden] = []
    text = (GOLDEN / f"{file}.txt").read_text().replace(",\n   ", ", ")
    for line in text.splitlines():
        if head := _HEAD.fullmatch(line):
            goldens_of_files.append(Golden(file, int(head["count"]), _options(head["options"])))
        elif goldens_of_files and (match := _LINE.fullmatch(line)):
            goldens_of_files[-1].take(match["key"], match["items"])
    return goldens_of_files


def _options(words: str) -> dict[str, str | int]:
    options: dict[str, str | int] = {}
    for word in filter(None, words.split(", ")):
        if word.startswith("byes "):
            options["byes"] = word.removeprefix("byes ")
        else:
            name, _, value = word.partition("=")
            options[name] = int(value) if value.isdecimal() else value
    return options


def seeded(code: str, golden: Golden) -> tuple[list[Entry], Options]:
    """The entrants by their numbers, which are their seeds, and the options."""
    kind = FORMATS[code].options
    seeding = {"seeding": "seeded"} if "seeding" in kind().to_dict() else {}
    entries = [Entry(str(number), seed=number) for number in range(1, golden.count + 1)]
    return entries, kind.from_dict({**seeding, **golden.options})


def draw_stage(code: str, golden: Golden) -> Tournament:
    """The stage as it is drawn."""
    entries, options = seeded(code, golden)
    return Tournament.from_draw(code, entries, options=options)


def better_wins(stage: Tournament, *, winners: set[int] | None = None) -> None:
    """Let the smaller number win every match that waits, or the winners named."""
    for pairing in stage.waiting():
        numbers = set(map(int, pairing.entrants))
        stage.finish(pairing.place, str(min(numbers if winners is None else numbers & winners)))
    stage.advance()


def item(pairing: Pairing) -> Item:
    """A pairing as the files write it."""
    return tuple(sorted(map(int, pairing.entrants)))


def pairings_of(stage: Tournament, *, letter: str = "") -> dict[str, list[Item]]:
    """What a stage has paired, by the names of its rounds."""
    items: dict[str, list[Item]] = {}
    names = {
        declared.number: f"{letter or _LETTERS[declared.part]}{declared.in_part or declared.number}"
        for declared in stage.format.rounds(stage.state)
    }
    for place, pairing in sorted(stage.pairings.items()):
        items.setdefault(names[place[0]], []).append(item(pairing))
    return items


def in_any_order(rounds: dict[str, list[Item]]) -> dict[str, list[Item]]:
    """The rounds with their pairs sorted."""
    return {key: sorted(items) for key, items in rounds.items()}


@pytest.mark.parametrize("golden", goldens("single_elimination"), ids=str)
def test_single_elimination_puts_the_seeds_on_the_standard_lines(golden: Golden) -> None:
    stage = draw_stage("single_elimination", golden)
    while stage.waiting():
        better_wins(stage)
    rounds = {f"W{number}": items for number, items in golden.rounds.items()}
    assert in_any_order(pairings_of(stage)) == in_any_order(rounds)


@pytest.mark.parametrize("golden", goldens("double_elimination"), ids=str)
def test_double_elimination_drops_its_losers_by_the_tables(golden: Golden) -> None:
    stage = draw_stage("double_elimination", golden)
    while stage.waiting():
        better_wins(stage)
    assert in_any_order(pairings_of(stage)) == in_any_order(golden.rounds)


@pytest.mark.parametrize("golden", goldens("consolation"), ids=str)
def test_a_consolation_takes_the_losers_by_the_tables(golden: Golden) -> None:
    entries, main = seeded("single_elimination", Golden("", golden.count))
    placing = FORMATS["consolation"].options.from_dict(golden.options)
    event = Event.from_draw(golden.count, LOSERS, main=entries, main_options=main, options=placing)
    # Stage by stage and round by round, as the lists are written.
    while any(stage.waiting() for stage in event.stages):
        for stage in event.stages:
            better_wins(stage)
            event.advance()
    assert in_any_order(pairings_of(event.stages[1], letter="C")) == in_any_order(golden.rounds)


@pytest.mark.parametrize("golden", goldens("swiss"), ids=str)
def test_swiss_pairs_fold_monrad_danish_and_baku(golden: Golden) -> None:
    stage = draw_stage("swiss", golden)
    for number, (key, items) in enumerate(golden.rounds.items(), start=1):
        items_of_round = [item(pairing) for place, pairing in stage.pairings.items() if place[0] == int(key)]
        assert sorted(items_of_round) == sorted(items), f"round {key}"
        better_wins(stage, winners=golden.wins.get(number))


@pytest.mark.parametrize("golden", goldens("lives"), ids=str)
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_lives_pairs_equals_and_gives_the_bye_to_the_worst_record(golden: Golden, seed: str) -> None:
    entries, options = seeded("lives", golden)
    stage = Tournament.from_draw("lives", entries, seed=seed, options=options)
    for key, items in golden.rounds.items():
        lives = {row.entrant: row.lives or 0 for row in stage.format.standings(stage.state)}
        now = [pairing for place, pairing in stage.pairings.items() if place[0] == int(key)]
        assert sorted(tuple(sorted(lives[uid] for uid in pairing.entrants)) for pairing in now) == sorted(
            items
        ), f"round {key}"
        for pairing in stage.waiting():
            stage.finish(pairing.place, max(pairing.entrants, key=lambda uid: (lives[uid], uid)))
        stage.advance()
    is_whole = len(golden.rounds[key]) == 1
    assert stage.format.is_complete(stage.state) == is_whole
    if is_whole:
        assert len(stage.results) == 2 * golden.count - 2


@pytest.mark.parametrize("golden", goldens("round_robin"), ids=str)
@pytest.mark.parametrize("missing", [0, 1])
def test_round_robin_is_the_berger_tables(golden: Golden, missing: int) -> None:
    count = golden.count - missing
    stage = draw_stage("round_robin", Golden("", count))
    while stage.waiting():
        better_wins(stage)
    rounds = {
        f"W{key}": [tuple(number for number in pair if number <= count) for pair in items]
        for key, items in golden.rounds.items()
    }
    assert in_any_order(pairings_of(stage)) == in_any_order(rounds)


@pytest.mark.parametrize("golden", goldens("groups"), ids=str)
def test_groups_are_filled_by_serpentine(golden: Golden) -> None:
    stage = draw_stage("round_robin", golden)
    assert isinstance(stage.options, RoundRobinOptions)
    groups: dict[int, list[int]] = {}
    for row in stage.format.standings(stage.state):
        groups.setdefault(row.group or 0, []).append(int(row.entrant))
    assert {number: sorted(group) for number, group in groups.items()} == golden.groups


def test_each_file_is_read_whole() -> None:
    sizes = {file.stem: len(goldens(file.stem)) for file in GOLDEN.glob("*.txt")}
    heads = {file.stem: file.read_text().count("\n= ") for file in GOLDEN.glob("*.txt")}
    assert sizes == heads
    assert all(
        golden.rounds or golden.groups for file in GOLDEN.glob("*.txt") for golden in goldens(file.stem)
    )
