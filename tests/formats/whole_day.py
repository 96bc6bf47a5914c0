"""A random tournament, played to its end: any format, size, options and changes in the hall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from random import Random
from typing import get_type_hints

from tests.formats.fed import LAST_CHANCE, LOSERS, Begun, Event
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import (
    FORMATS,
    Entry,
    Feed,
    FormatError,
    Intake,
    Options,
    Shape,
    State,
    Take,
)

FEWEST, MOST = 2, 130
# All against all among more than this many in one group is no tournament, and takes their square in matches.
_LARGEST_GROUP = 10
_FEEDS = (LOSERS, Feed(0, Take.LOSERS, has_no_shows=True), Feed(0, Take.FIRST_LOSS, last_round=2))
_CLUBS = ("", "", "Lyon", "Nantes", "Paris")


def size_of(number: int) -> int:
    """The number of entrants of one tournament of many: every size comes once before any comes twice."""
    return FEWEST + number * 37 % (MOST - FEWEST + 1)


@dataclass
class Day:
    """One tournament from the draw to the end; the same number is the same tournament."""

    code: str
    number: int
    chance: Random = field(init=False)
    event: Event = field(init=False)
    changes: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(f"{self.code} {self.number}")
        count = max(size_of(self.number), FORMATS[self.code].fewest)
        entries = [
            replace(
                entry,
                club=self.chance.choice(_CLUBS),
                seed=number if self.chance.random() < 0.5 else None,
                absent=frozenset({self.chance.randint(1, 5)}) if self.chance.random() < 0.05 else frozenset(),
            )
            for number, entry in enumerate(entrants(count), start=1)
        ]
        if FORMATS[self.code].intake is Intake.DRAW:
            self.event = Event([self._draw_stage(self.code, entries)])
        else:
            self.event = Event([Tournament.from_draw("single_elimination", entries, seed=str(self.number))])
            options = any_options(self.code, self.chance)
            self.event.add(self.chance.choice(_FEEDS), code=self.code, options=options)
            self.event.add(LAST_CHANCE, code=self.code)
        self.event.advance()

    def _draw_stage(self, code: str, entries: list[Entry]) -> Tournament:
        """Draw with any options that go together; those that do not are refused by name."""
        for _ in range(20):
            options = any_options(code, self.chance, entrants=len(entries))
            if options is None:
                continue
            try:
                return Tournament.from_draw(code, entries, seed=str(self.number), options=options)
            except FormatError:
                continue
        return Tournament.from_draw(code, entries, seed=str(self.number))

    @property
    def stages(self) -> list[Tournament]:
        """Its stages, the first one first."""
        return self.event.stages

    def play(self, *, look: Callable[[Day], None]) -> None:
        """Play to the end with changes on the way, and look at it at every moment."""
        changes_left = self.chance.randint(0, 12)
        while True:
            look(self)
            if changes_left and self.chance.random() < 0.5:
                changes_left -= 1
                self._change()
            elif waiting := [(stage, pairing) for stage in self.stages for pairing in stage.waiting()]:
                for stage, pairing in self.chance.sample(waiting, k=self.chance.randint(1, len(waiting))):
                    stage.finish(pairing.place, self.chance.choice(pairing.entrants))
                self.event.advance()
            elif not self._find_a_way_out():
                return

    def _find_a_way_out(self) -> bool:
        """Where a round waits for the director, let somebody sit out as was offered; say whether one waited."""
        for stage in self.stages:
            problems = stage.format.obstacles(stage.state)
            if not problems:
                continue
            number = int(problems[0].data["round"])
            there = [entry for entry in stage.entries.values() if is_there(entry, number)]
            resting = self.chance.sample(there, k=min(len(there), int(problems[0].data["sitting_out"])))
            for entry in resting:
                stage.entries[entry.uid] = replace(entry, absent=entry.absent | {number})
            self.event.advance()
            return True
        return False

    def _change(self) -> None:
        """Make one random change; take it back where a begun match would no longer follow."""
        stage = self.chance.choice(self.stages)
        act = self.chance.choice(
            (self._late, self._withdraw, self._absent, self._correct, self._forfeit, self._begin, self._swap)
        )
        copies = [(dict(each.entries), dict(each.pairings), dict(each.results)) for each in self.stages]
        self.changes += 1
        try:
            act(stage)
            self.event.advance()
        except Begun:
            for each, (entries, pairings, results) in zip(self.stages, copies, strict=True):
                each.entries, each.pairings, each.results = entries, pairings, results

    def _late(self, stage: Tournament) -> None:
        """Somebody comes late, to the first line that is open."""
        for line in stage.format.open_lines(stage.state)[:1]:
            newest = max((place[0] for place in stage.pairings), default=0)
            joins = 1 if stage.format.shape is Shape.BRACKET else newest + 1
            uid = f"late{self.changes}"
            stage.entries[uid] = Entry(uid, line=line, is_late=True, joins=joins)

    def _withdraw(self, _: Tournament) -> None:
        """Somebody leaves the event."""
        self.event.withdraw(self.chance.choice(sorted(self.stages[0].entries)))

    def _absent(self, stage: Tournament) -> None:
        """Somebody asks to miss one of the next rounds."""
        if stage.entries:
            entry = stage.entries[self.chance.choice(sorted(stage.entries))]
            newest = max((place[0] for place in stage.pairings), default=0)
            rounds = entry.absent | {newest + self.chance.randint(1, 2)}
            stage.entries[entry.uid] = replace(entry, absent=rounds)

    def _correct(self, stage: Tournament) -> None:
        """A result turns out to be wrong."""
        if stage.results:
            result = stage.results[self.chance.choice(sorted(stage.results))]
            other = self.chance.choice(
                [uid for uid in (result.one, result.two, None) if uid != result.winner]
            )
            stage.begin(result.place)
            stage.results[result.place] = replace(result, winner=other, is_played=other is not None)

    def _forfeit(self, stage: Tournament) -> None:
        """One or both of a match do not come to it."""
        if waiting := stage.waiting():
            pairing = self.chance.choice(waiting)
            stage.finish(pairing.place, self.chance.choice((*pairing.entrants, None)))
            stage.results[pairing.place] = replace(stage.results[pairing.place], is_played=False)

    def _begin(self, stage: Tournament) -> None:
        """A match begins, so that it cannot be changed any more."""
        if waiting := stage.waiting():
            stage.begin(self.chance.choice(waiting).place)

    def _swap(self, stage: Tournament) -> None:
        """Two change lines."""
        uids = sorted(uid for uid, entry in stage.entries.items() if entry.line is not None)
        if len(uids) > 1:
            one, two = (stage.entries[uid] for uid in self.chance.sample(uids, k=2))
            stage.entries[one.uid] = replace(one, line=two.line, is_moved=True)
            stage.entries[two.uid] = replace(two, line=one.line, is_moved=True)


def is_there(entry: Entry, number: int) -> bool:
    """Whether an entry can be paired in a round."""
    return (
        entry.line is not None
        and not entry.is_withdrawn
        and entry.joins <= number
        and number not in entry.absent
    )


def any_options(code: str, chance: Random, *, entrants: int = MOST) -> Options | None:
    """Return random options, half of them at their default; None where two of them exclude each other."""
    kind = FORMATS[code].options
    hints = get_type_hints(kind)
    values: dict[str, str | int] = {}
    for option in fields(kind):
        hint = hints[option.name]
        if chance.random() < 0.5:
            continue
        if hint is bool:
            values[option.name] = chance.random() < 0.5
        elif issubclass(hint, StrEnum):
            values[option.name] = chance.choice(list(hint)).value
        else:
            least, most = option.metadata["minimum"], option.metadata["maximum"]
            values[option.name] = chance.randint(least, min(most, least + chance.choice((1, 2, 4, 8))))
    for name in {"groups", "divisions"} & set(hints) if FORMATS[code].shape is Shape.TABLE else ():
        values[name] = max(int(values.get(name, 1)), -(-entrants // _LARGEST_GROUP))
    try:
        return kind.from_dict(values)
    except FormatError:
        return None


def in_another_order(state: State, chance: Random) -> State:
    """The same state as another reading of the database would give it."""
    return replace(
        state,
        entries=tuple(chance.sample(state.entries, k=len(state.entries))),
        pairings=tuple(chance.sample(state.pairings, k=len(state.pairings))),
        results=tuple(chance.sample(state.results, k=len(state.results))),
        meetings=tuple(chance.sample(state.meetings, k=len(state.meetings))),
    )
