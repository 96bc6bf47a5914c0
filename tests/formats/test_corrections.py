"""Random tournaments of every format with corrections of every kind, in any order, and undone again.

After each step the state is what a fresh replay of the decided results gives. The long run plays 2,000 of them:
`./videau test --long tests/formats/test_corrections.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random

import pytest

from tests.effort import examples
from tests.formats.fed import LAST_CHANCE, LOSERS, Event
from tests.formats.tournament import Place, Tournament, entrants
from tournaments.formats import (
    FORMATS,
    Aside,
    Following,
    Intake,
    Options,
    Pairing,
    Replay,
    Result,
    SlotDecision,
    StageInPlay,
    Standing,
    State,
    what_follows,
)
from tournaments.formats.consolation.format import ConsolationOptions, Placing
from tournaments.formats.double_elimination.format import DoubleEliminationOptions, GrandFinal
from tournaments.formats.latest import forget_everything
from tournaments.formats.lives.options import LastTwo, LivesOptions

# Below a bracket of these formats two more stages take in those who lose.
_FEEDING = ("single_elimination", "consolation")
# Endings in which a decision holds a slot, beside what a format does by itself.
_OPTIONS: Mapping[str, list[Options | None]] = {
    "double_elimination": [DoubleEliminationOptions(grand_final=ending) for ending in GrandFinal],
    "lives": [None, LivesOptions(bracket_slots=8), LivesOptions(last_two=LastTwo.ONE_MATCH)],
}
_DRAWN = sorted(code for code in FORMATS if FORMATS[code].intake is Intake.DRAW)


# A round and two who meet in it, in whatever slot.
Meeting = tuple[int, frozenset[str]]


def _meeting(result: Result) -> Meeting:
    return result.round, frozenset((result.one, result.two))


@dataclass
class Correction:
    """What a correction changed, as undoing it needs it."""

    stage: int
    former: Result
    decisions: list[dict[Meeting, SlotDecision | None]]
    replay: Replay


@dataclass
class CorrectedEvent:
    """An event kept in memory whose results are corrected."""

    stages: list[Tournament]
    chance: Random
    asides: list[dict[tuple[Place, frozenset[str]], list[Aside]]] = field(default_factory=list)
    keys: list[dict[Place, str]] = field(default_factory=list)
    numbers: Iterable[int] = field(default_factory=count)
    of_two: set[str] = field(default_factory=set)
    """The rulings that decided two slots."""

    @classmethod
    def of(cls, code: str, number: int) -> CorrectedEvent:
        """A drawn event of this format; below a bracket with a consolation and a last chance."""
        chance = Random(f"{code} {number}")
        size = chance.randint(4, 11)
        if code in _FEEDING:
            options = ConsolationOptions(Placing.TABLE)
            event = Event.from_draw(size, LOSERS, LAST_CHANCE, options=options, seed=f"{number}")
            stages = list(event.stages)
        else:
            ending = chance.choice(_OPTIONS.get(code, [None]))
            stages = [Tournament.from_draw(code, entrants(size), seed=f"{number}", options=ending)]
        new = cls(stages, chance, [{} for _ in stages], [{} for _ in stages])
        for keys, stage in zip(new.keys, stages, strict=True):
            keys.update({place: new.key() for place in stage.pairings})
        return new

    def key(self) -> str:
        """A new key of a pairing."""
        return f"p{next(iter(self.numbers))}"

    def store(self, replay: Replay | None = None) -> Replay:
        """Store what follows in every stage; return what undoes it."""
        new_keys: list[str] = []
        cancelled: list[str] = []
        lines: dict[tuple[str, str], int] = {}
        slots: dict[str, int] = {}
        for index, stage in enumerate(self.stages):
            course = StageInPlay(
                str(index), stage.format, stage.state, dict(self.keys[index]), self.asides[index]
            )
            following = what_follows(course, replay=replay)
            cancelled += [self._take_out(index, pairing) for pairing in following.cancelled]
            slots |= self._move(index, following)
            new_keys += self._put_in(index, following)
            for place, result in stage.results.items():
                if result.decision is not None and result.decision.ruling in following.ended:
                    stage.results[place] = replace(result, decision=None)
            lines |= {
                (str(index), entry.uid): entry.line for entry in following.dismissed if entry.line is not None
            }
        return Replay(dropped=frozenset(new_keys), restored=frozenset(cancelled), slots=slots, lines=lines)

    def _move(self, index: int, following: Following) -> dict[str, int]:
        """Move the pairings that are kept, with their results; return their former slots by key."""
        stage, keys = self.stages[index], self.keys[index]
        rows = [
            (one, stage.pairings.pop(place), keys.pop(place), stage.results.pop(place, None))
            for one in following.same_meetings
            for place in [one.former.place]
        ]
        for one, row, key, result in rows:
            place = one.now.place
            assert place not in stage.pairings
            stage.pairings[place], keys[place] = replace(row, slot=place[1]), key
            if result is not None:
                stage.results[place] = replace(result, slot=place[1])
        return {key: one.former.slot for one, _, key, _ in rows}

    def _take_out(self, index: int, pairing: Pairing) -> str:
        stage, key = self.stages[index], self.keys[index].pop(pairing.place)
        row, result = stage.pairings.pop(pairing.place), stage.results.pop(pairing.place, None)
        plain = None if result is None else replace(result, decision=None)
        sitting = pairing.place, frozenset(pairing.entrants)
        self.asides[index].setdefault(sitting, []).append(Aside(key, row, plain))
        return key

    def _put_in(self, index: int, following: Following) -> list[str]:
        stage = self.stages[index]
        for entry in following.dismissed:
            del stage.entries[entry.uid]
        stage.entries.update({entry.uid: entry for entry in following.admitted})
        new_keys = []
        for pairing in following.made:
            assert pairing.place not in stage.pairings
            stage.pairings[pairing.place] = pairing
            self.keys[index][pairing.place] = self.key()
            new_keys.append(self.keys[index][pairing.place])
        for aside in following.revived:
            place = aside.pairing.place
            assert place not in stage.pairings
            asides = self.asides[index][place, frozenset(aside.pairing.entrants)]
            asides.remove(aside)
            stage.pairings[place], self.keys[index][place] = aside.pairing, aside.key
            if aside.result is not None:
                stage.results[place] = aside.result
            new_keys.append(aside.key)
        stage.results.update({result.place: result for result in following.walkovers})
        return new_keys

    def play(self) -> None:
        """Settle a match by chance, or only begin it."""
        waiting = [(index, pairing) for index, stage in enumerate(self.stages) for pairing in stage.waiting()]
        if not waiting:
            self.stages[0]._ask()
        else:
            index, pairing = self.chance.choice(waiting)
            if self.chance.random() < 0.2:
                self.stages[index].begin(pairing.place)
                return
            self.stages[index].finish(pairing.place, self.chance.choice(pairing.entrants))
        self.store()

    def decisions(self) -> list[dict[Meeting, SlotDecision | None]]:
        """The decisions of every stage."""
        return [
            {_meeting(result): result.decision for result in stage.results.values()} for stage in self.stages
        ]

    def correct(self, ways: tuple[str, ...]) -> Correction | None:
        """Let the other one have won a match, and go on as a director decides; None if that cannot be."""
        results = [
            (index, result)
            for index, stage in enumerate(self.stages)
            for result in stage.results.values()
            if result.winner is not None
        ]
        if not results:
            return None
        index, former = self.chance.choice(results)
        stage, way, before = self.stages[index], self.chance.choice(ways), self.decisions()
        right = former.two if former.winner == former.one else former.one
        new = replace(former, winner=right)
        replay, ruling = Replay(stage=str(index), later_than=former.round), self.key()
        is_planned = stage.format.plans_ahead(stage.options)
        if way == "replay":
            new = replace(new, decision=None)
            self._end_ruling(stage, former)
        elif way == "places_only":
            replay = Replay(sets_aside=False)
            if is_planned and former.decision is None:
                new = replace(new, decision=SlotDecision(former.winner, right, ruling))
        else:
            replay = Replay(stage=str(index))
            last = self._last_won(stage, former) if is_planned and former.decision is None else None
            new = replace(new, decision=None)
            if last is None:
                self._end_ruling(stage, former)
            else:
                [loser] = last.losers
                new = replace(new, decision=SlotDecision(former.winner, former.winner, ruling))
                stage.results[last.place] = replace(last, decision=SlotDecision(right, loser, ruling))
                self.of_two.add(ruling)
        stage.results[former.place] = new
        return Correction(index, former, before, self.store(replay))

    def _end_ruling(self, stage: Tournament, former: Result) -> None:
        """End the decisions of the ruling that decided a slot in other slots too."""
        for place, result in stage.results.items():
            is_of_it = former.decision is not None and result.decision is not None
            if is_of_it and result.decision.ruling == former.decision.ruling:  # type: ignore[union-attr]
                stage.results[place] = replace(result, decision=None)

    def _last_won(self, stage: Tournament, former: Result) -> Result | None:
        """The last match that the wrong player has won since, if another one can follow it."""
        own = sorted(
            (place for place, row in stage.pairings.items() if former.winner in row.entrants),
        )
        won = [
            stage.results[place]
            for place in own
            if place > former.place and place in stage.results and stage.results[place].decision is None
        ]
        is_over = stage.format.is_complete(stage.state)
        if is_over or not won or any(result.winner != former.winner for result in won):
            return None
        return won[-1]

    def undo(self, correction: Correction) -> None:
        """Let what stood before the correction stand again."""
        self._take_back_result(correction)
        for stage, asides, decisions in zip(self.stages, self.asides, correction.decisions, strict=True):
            for place, result in stage.results.items():
                if (meeting := _meeting(result)) in decisions:
                    stage.results[place] = replace(result, decision=decisions[meeting])
            for ((number, _slot), both), rows in asides.items():
                if (number, both) in decisions:
                    decision = decisions[number, both]
                    rows[:] = [_decided(row, decision, correction.replay.restored) for row in rows]
        self.store(correction.replay)

    def _take_back_result(self, correction: Correction) -> None:
        """Let the match have its former result again, also where the correction has set it aside."""
        stage, former = self.stages[correction.stage], correction.former
        both = frozenset((former.one, former.two))
        row = stage.pairings.get(former.place)
        if row is not None and frozenset(row.entrants) == both:
            stage.results[former.place] = former
        rows = self.asides[correction.stage].get((former.place, both), [])
        rows[:] = [
            replace(one, result=replace(former, decision=None))
            if one.key in correction.replay.restored
            else one
            for one in rows
        ]

    def picture(self) -> list[object]:
        """Everything that stands in the event."""
        return [
            (
                sorted((row.place, frozenset(row.entrants), row.is_begun) for row in stage.pairings.values()),
                sorted((one.place, str(one.winner), str(one.decision)) for one in stage.results.values()),
                sorted(
                    (entry.uid, -1 if entry.line is None else entry.line) for entry in stage.entries.values()
                ),
                stage.format.standings(stage.state),
            )
            for stage in self.stages
        ]

    def check(self) -> None:
        """Check that nothing more follows, that nothing is stale, and that caches and order change no answer."""
        results = [result for stage in self.stages for result in stage.results.values()]
        rulings = [result.decision.ruling for result in results if result.decision is not None]
        assert all(rulings.count(ruling) != 1 for ruling in self.of_two), "no half of a ruling holds"
        for index, stage in enumerate(self.stages):
            state = stage.state
            seats = [(row.round, uid) for row in state.pairings for uid in row.entrants]
            assert len(seats) == len(set(seats)), "nobody sits in two matches of a round"
            assert stage.format.next_pairings(state) == ()
            assert stage.format.stale_pairings(state) == ()
            standings = stage.format.standings(state)
            assert sorted(row.entrant for row in standings) == sorted(
                entry.uid for entry in state.entries if entry.line is not None
            )
            forget_everything()
            assert stage.format.standings(shuffled(state, self.chance)) == standings, index


def _decided(aside: Aside, decision: SlotDecision | None, restored: frozenset[str]) -> Aside:
    if aside.result is None or aside.key not in restored:
        return aside
    return replace(aside, result=replace(aside.result, decision=decision))


def shuffled(state: State, chance: Random) -> State:
    """The same state with its tuples in another order."""
    return replace(
        state,
        pairings=tuple(chance.sample(state.pairings, len(state.pairings))),
        results=tuple(chance.sample(state.results, len(state.results))),
    )


def replayed(event: CorrectedEvent, stage: Tournament) -> tuple[set[object], tuple[Standing, ...]]:
    """What a stage comes to that knows nothing but its entrants and the decided results."""
    due: dict[Place, Pairing] = {}
    state = replace(stage.state, pairings=(), results=())
    while True:
        new = stage.format.next_pairings(state)
        if not new:
            return {(row.place, frozenset(row.entrants)) for row in due.values()}, stage.format.standings(
                state
            )
        due |= {row.place: row for row in new}
        results = [
            result
            for row in new
            if (result := stage.results.get(row.place)) is not None
            and {result.one, result.two} == {*row.entrants}
        ]
        state = replace(state, pairings=state.pairings + new, results=(*state.results, *results))


def check_corrections(code: str, number: int) -> None:
    """Play an event by chance, correct results and undo that; what stands follows from the results each time."""
    event = CorrectedEvent.of(code, number)
    stack: list[tuple[Correction, list[object]]] = []
    options = event.stages[0].options
    # Before a knock-out at the end, rounds are paired by what is known then.
    is_bracket = event.stages[0].format.plans_ahead(options) and not event.stages[0].format.pairs_at_once(
        options
    )
    for _ in range(event.chance.randint(6, 40)):
        if event.chance.random() < 0.8:
            event.play()
            stack.clear()
            continue
        before = event.picture()
        ways = ("replay", "places_only", "substitute") if is_bracket else ("replay", "places_only")
        if (correction := event.correct(ways)) is not None:
            stack.append((correction, before))
            event.check()
        if stack and event.chance.random() < 0.5:
            correction, before = stack.pop()
            event.undo(correction)
            assert event.picture() == before, (code, number)
            event.check()
    if is_bracket:
        for stage in event.stages:
            pairings, standings = replayed(event, stage)
            assert pairings == {(row.place, frozenset(row.entrants)) for row in stage.pairings.values()}, (
                code,
                number,
            )
            assert standings == stage.format.standings(stage.state)


@pytest.mark.parametrize("code", _DRAWN)
def test_corrections_of_every_kind_leave_a_state_that_follows_from_the_results(code: str) -> None:
    for number in range(examples(2000 // len(_DRAWN))):
        check_corrections(code, number)


@pytest.mark.parametrize(
    ("code", "number"), [("single_elimination", 206), *(("consolation", one) for one in (102, 191, 263, 954))]
)
def test_undoing_takes_a_loser_back_to_the_line_behind_which_play_has_gone_on(code: str, number: int) -> None:
    """The line that was empty meanwhile did not look free: matches behind it had begun, because of that very loser."""
    check_corrections(code, number)


@pytest.mark.parametrize(
    "code", [code for code in _DRAWN if FORMATS[code].pairs_at_once(FORMATS[code].options())]
)
def test_rounds_played_again_are_those_of_a_tournament_without_the_wrong_result(code: str) -> None:
    for number in range(examples(100)):
        event = CorrectedEvent.of(code, number)
        for _ in range(event.chance.randint(6, 40)):
            event.play() if event.chance.random() < 0.85 else event.correct(("replay",))
        [stage] = event.stages
        pairings, standings = replayed(event, stage)
        assert pairings == {(row.place, frozenset(row.entrants)) for row in stage.pairings.values()}, number
        assert standings == stage.format.standings(stage.state)
