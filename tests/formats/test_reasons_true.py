"""Reasons of pairings are true: in events of every format, independent code checks each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils.translation import override

from tests.effort import is_long
from tests.formats import bracket_facts, listed_facts, lives_facts, marathon_facts, swiss_facts
from tests.formats.fed import LAST_CHANCE, LOSERS, Event
from tests.formats.tournament import Tournament
from tournaments.formats import FORMATS, Entry, Options, Pairing, Reason, State
from tournaments.formats.lives.options import LastTwo, LivesOptions, Mode, OddOne
from tournaments.formats.marathon.options import Again, MarathonOptions
from tournaments.formats.swiss.options import SwissOptions
from tournaments.queries.draws.pairing_words import Names, why

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
CHECKS: dict[str, Callable[[State, Pairing, tuple[Reason, ...]], None]] = {
    "swiss": swiss_facts.check,
    "lives": lives_facts.check,
    "marathon": marathon_facts.check,
    **{code: listed_facts.check for code in FORMATS if listed_facts.is_listed(code)},
}


def events() -> int:
    """How many events of each format."""
    return 500 if is_long() else 6


def entries(chance: Random, count: int) -> list[Entry]:
    """Entrants, some of one club, country or family, some seeded, with lots for a bye, or checked in after the start."""
    seeds = chance.sample(range(1, count + 1), count)
    return [
        Entry(
            f"e{number}",
            seed=seeds[number] if seeds[number] <= count // 2 else None,
            club=chance.choice(["", "Brest", "Lyon"]),
            country=chance.choice(["", "", "FR", "DE"]),
            family=chance.choice(["", "", "", "Ada"]),
            bye_lots=chance.choice([1, 1, 1, 0, 2]),
            is_latecomer=chance.random() < 0.25,
            absent=frozenset({chance.randint(1, 4)} if chance.random() < 0.08 else ()),
        )
        for number in range(count)
    ]


def options(chance: Random, code: str, count: int) -> Options:
    """What a director may choose, by chance."""
    if code == "swiss":
        return SwissOptions.from_dict(
            {
                "rounds": chance.randint(2, 5),
                "system": chance.choice(["fold", "fold", "fold", "monrad", "danish"]),
                "rematches": chance.choice(["never", "if_needed"]),
                "acceleration": chance.choice(["none", "none", "accelerated", "baku"]),
                "bye": chance.choice(["full", "half", "zero"]),
                "apart": chance.choice(["nobody", "clubs", "countries", "both"]),
                "seeding": chance.choice(["seeded", "random"]),
            }
        )
    if code == "lives":
        mode = chance.choice([Mode.ROUNDS, Mode.ROUNDS, *Mode])
        places = chance.choice([0, 0, 2, count - 1]) if mode is Mode.ROUNDS else 0
        return LivesOptions(
            lives=chance.randint(1, 3),
            mode=mode,
            odd_one=chance.choice([*OddOne]),
            is_bye_a_win=chance.random() < 0.5,
            avoids_rematches=chance.random() < 0.8,
            separates_clubs=chance.random() < 0.8,
            has_three_playoff=chance.random() < 0.2,
            last_two=chance.choice([*LastTwo]),
            max_places=places,
            bracket_slots=0 if places else chance.choice([0, 0, 0, 4, 8]),
        )
    if code == "marathon":
        return MarathonOptions(
            minutes=chance.choice([5, 20, 60]),
            again=chance.choice([*Again]),
            most_matches=chance.randint(2, 8),
        )
    form_options = FORMATS[code].options()
    names = {field.name for field in fields(form_options)}
    seeding = {"seeding": chance.choice(["seeded", "random"])} if "seeding" in names else {}
    return type(form_options).from_dict(seeding)


class Timed(Tournament):
    """A stage whose pairings and results have their time, a minute for each result."""

    @property
    def now(self) -> datetime:
        """The time: so many minutes after the start as there are results."""
        return NOON + timedelta(minutes=len(self.results))

    @property
    def state(self) -> State:
        """What the format may see."""
        return replace(super().state, now=self.now)

    def advance(self) -> list[Pairing]:
        """Pair what follows, now."""
        pairings = super().advance()
        for place, pairing in self.pairings.items():
            if pairing.made_at is None:
                self.pairings[place] = replace(pairing, made_at=self.now)
        return pairings

    def _ask(self) -> bool:
        """Challenge half a minute after the last result."""
        has_more = super()._ask()
        at = self.now + timedelta(seconds=30)
        self.challenges = [replace(one, made_at=one.made_at or at) for one in self.challenges]
        return has_more

    def finish(self, place: tuple[int, int], winner: str | None) -> None:
        """Settle a match a minute after the last one."""
        super().finish(place, winner)
        self.results[place] = replace(self.results[place], at=self.now)


def play(stage: Timed, chance: Random) -> Iterator[State]:
    """Play a stage to its end, some of them with a late entry, and answer with it after each change."""
    yield stage.state
    if chance.random() < 0.3:
        enter_late(stage)
        yield stage.state
    while waiting := stage.waiting():
        pairing = chance.choice(waiting)
        stage.finish(pairing.place, chance.choice([*pairing.entrants] * 12 + [None]))
        if chance.random() < 0.03:
            leave(stage, chance)
        stage.advance()
        yield stage.state


def enter_late(stage: Timed) -> None:
    """Give somebody who enters after the draw the first free line, where there is one."""
    for line in stage.format.open_lines(stage.state)[:1]:
        assert stage.try_change(Entry("late", line=line, is_late=True))


def leave(stage: Timed, chance: Random) -> None:
    """Withdraw somebody, whose match is a walkover; nobody leaves twice."""
    uid = chance.choice(sorted(stage.entries))
    if stage.entries[uid].is_withdrawn:
        return
    stage.entries[uid] = replace(stage.entries[uid], is_withdrawn=True, withdrawn_at=stage.now)
    while pairings := [pairing for pairing in stage.waiting() if uid in pairing.entrants]:
        for pairing in pairings:
            others = [other for other in pairing.entrants if not stage.entries[other].is_withdrawn]
            stage.finish(pairing.place, others[0] if others else None)
            stage.results[pairing.place] = replace(stage.results[pairing.place], is_played=False)
        stage.advance()


def names_in(state: State) -> Names:
    """Everybody called by their ids."""
    return Names(
        entrants={entry.uid: entry.uid for entry in state.entries},
        stages={str(number): f"stage {number}" for number in range(3)},
        stage="1",
        rounds=lambda _stage, number: f"round {number}",
    )


def check_all(code: str, state: State, counts: Counter[str]) -> None:
    """Check the reasons of each pairing of a stage, and their words in both languages."""
    form = FORMATS[code]
    for pairing in state.pairings:
        reasons = form.explain(state, pairing)
        assert reasons
        CHECKS.get(code, bracket_facts.check)(state, pairing, reasons)
        counts.update(reason.code for reason in reasons)
        for language in ("en", "fr"):
            with override(language):
                assert all(why(reasons, names_in(state)))


@pytest.mark.parametrize("code", sorted(set(FORMATS) - {"consolation"}))
def test_what_is_said_of_a_pairing_is_so(code: str) -> None:
    counts: Counter[str] = Counter()
    for number in range(events()):
        chance = Random(f"{code} {number}")
        count = chance.randint(3, 8)
        form_options = options(chance, code, count)
        if isinstance(form_options, SwissOptions):
            count = max(count, form_options.rounds + 2)
        stage = Timed.from_draw(code, entries(chance, count), seed=str(number), options=form_options)
        number_of_pairings = 0
        for state in play(stage, chance):
            if len(state.pairings) != number_of_pairings:
                check_all(code, state, counts)
            number_of_pairings = len(state.pairings)
        check_all(code, stage.state, counts)


def test_what_is_said_of_who_has_dropped_is_so() -> None:
    counts: Counter[str] = Counter()
    for number in range(events()):
        chance = Random(f"consolation {number}")
        event = Event.from_draw(chance.randint(4, 16), LOSERS, LAST_CHANCE, seed=str(number))
        while waiting := [(stage, pairing) for stage in event.stages for pairing in stage.waiting()]:
            stage, pairing = chance.choice(waiting)
            stage.finish(pairing.place, chance.choice([*pairing.entrants] * 12 + [None]))
            event.advance()
        for fed in event.stages[1:]:
            for pairing in fed.state.pairings:
                reasons = fed.format.explain(fed.state, pairing)
                for reason in reasons:
                    bracket_facts.IN_CONSOLATION[reason.code](fed.state, pairing, reason.data)
                counts.update(reason.code for reason in reasons)
                assert all(
                    why(reasons, replace(names_in(fed.state), entrants={f"e{n}": "x" for n in range(20)}))
                )
    assert {"dropped", "nobody_dropped", "winner_of"} <= set(counts)
