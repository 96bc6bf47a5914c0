"""A corrected result of a bracket whose matches stay: places by a twin that counts losses and replays the rest.

The long run compares 2,000 random tournaments: `./videau test --long tests/formats/test_places_only.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from tests.effort import examples
from tests.formats.tournament import Tournament, entrants
from tournaments.formats import Options, Part, Result, SlotDecision
from tournaments.formats.double_elimination.format import DoubleEliminationOptions, GrandFinal
from tournaments.formats.michigan.format import MichiganOptions
from tournaments.formats.single_elimination.format import SingleEliminationOptions
from tournaments.formats.stepladder.format import StepladderOptions

CHAMPION, SECOND, STILL_IN = 1000.0, 999.5, 999.0
BRACKETS: Mapping[str, tuple[str, Options]] = {
    "knock-out": ("single_elimination", SingleEliminationOptions()),
    "third place": ("single_elimination", SingleEliminationOptions(has_third_place=True)),
    "stepladder": ("stepladder", StepladderOptions()),
    "recharge": ("double_elimination", DoubleEliminationOptions()),
    "one final": ("double_elimination", DoubleEliminationOptions(grand_final=GrandFinal.ONE_MATCH)),
    "no final": ("double_elimination", DoubleEliminationOptions(grand_final=GrandFinal.NONE)),
    "michigan": ("michigan", MichiganOptions()),
}


class Twin:
    """What a bracket leaves to everybody, told from its matches alone, each with who has truly won it."""

    def __init__(self, stage: Tournament) -> None:
        self.stage = stage
        state = stage.state
        self.rounds = {declared.number: declared for declared in stage.format.rounds(state)}
        self.turns = self.rounds[1].from_final + 1
        self.allowed = 1 if stage.code in ("single_elimination", "stepladder") else 2
        self.rows = {row.entrant: row for row in stage.format.standings(state)}
        self.champion = stage.format.champion(state)
        self.is_over = stage.format.is_complete(state)
        self.slots = {
            (slot.round, slot.slot): slot for row in stage.format.outline(state).rounds for slot in row
        }

    def matches(self, uid: str) -> list[Result]:
        """The matches of an entrant that are over, in the order of play."""
        own = (one for one in self.stage.results.values() if uid in (one.one, one.two))
        return sorted(own, key=lambda one: one.place)

    def last_of(self, uid: str) -> tuple[int, int]:
        """The last slot to which an entrant has come."""
        slots = self.slots.items()
        return max(place for place, slot in slots if uid in (slot.one.entrant, slot.two.entrant))

    def key(self, uid: str) -> float:
        """How far an entrant of an uncorrected bracket has come: the higher, the better."""
        if self.stage.code == "michigan":
            return self.michigan(uid, self.matches(uid))
        if uid == self.champion:
            return CHAMPION
        last = self.last_of(uid)
        result = self.stage.results.get(last)
        if self.rounds[last[0]].part is Part.PLAYOFF:
            return last[0] - (1.5 if result is not None and result.winner == uid else 2)
        if self.rows[uid].is_in:
            return STILL_IN
        is_second = self.is_over and result is not None and result.winner == uid
        return SECOND if is_second else float(self.rows[uid].reached)

    def michigan(self, uid: str, matches: list[Result]) -> float:
        """The same in the Michigan movement: the prize that is left to it, else the turn in which it is out."""
        lost = [self.turn(one.round) for one in matches if one.winner != uid]
        if len(lost) > 1:
            return lost[1]
        last = self.last_of(uid)
        result = self.stage.results.get(last)
        bracket = self.rounds[last[0]].losers_of
        true = next((one.winner for one in matches if one.place == last), None)
        goes_on = self.slots[last].winner_to is not None
        if self.rows[uid].is_in or result is None or (result.winner == uid and (true == uid or goes_on)):
            loss = bracket or (lost[0] if lost else None)
            return 2 * self.turns + 1 if loss is None else self.turns + loss
        is_final = bracket is None and self.turn(last[0]) == self.turns
        return 2 * self.turns if is_final and lost else self.turn(last[0])

    def turn(self, number: int) -> int:
        """The turn of a round of the Michigan movement."""
        return self.turns - self.rounds[number].from_final

    def corrected(self, former: Result) -> dict[str, float]:
        """The keys of everybody once the other one has won a match, and all matches stay."""
        wrong, right = str(former.winner), former.losers[0]
        keys = {uid: self.key(uid) for uid in self.rows}
        lost = [one.round for one in self.matches(wrong) if one.winner != wrong or one == former]
        is_end = self.is_over or self.slots[former.place].winner_to is None
        is_michigan = self.stage.code == "michigan"
        if len(lost) >= self.allowed:
            end = lost[self.allowed - 1]
            keys[wrong] = self.turn(end) if is_michigan else end
        elif is_michigan:
            keys[wrong] = self.michigan(wrong, self.truly(wrong, former))
        elif is_end and self.matches(wrong)[-1] == former:
            keys[wrong] = self.loses_on(former, wrong)
        rightful = self.loses_on(former, right)
        if is_michigan:
            rightful = max(rightful, self.michigan(right, self.truly(right, former)))
        elif self.allowed == 2:
            rightful = max(rightful, keys[right])
        keys[right] = rightful
        # Before the end the winner of a last match shares the top with those who play on.
        if not self.is_over and not is_michigan:
            keys[right] = min(keys[right], STILL_IN)
        return keys

    def truly(self, uid: str, former: Result) -> list[Result]:
        """The matches of an entrant with the right winner."""
        right = replace(former, winner=former.losers[0])
        return [right if one == former else one for one in self.matches(uid)]

    def loses_on(self, former: Result, uid: str) -> float:
        """How far an entrant comes that loses everything after the match, which the right one has won."""
        stage = self.stage
        again = Tournament(stage.code, stage.seed, stage.options, stage.size, dict(stage.entries))
        again.advance()
        while waiting := again.waiting():
            pairing = waiting[0]
            result = stage.results.get(pairing.place)
            if result == former:
                winner = former.losers[0]
            elif pairing.place < former.place and result is not None:
                winner = str(result.winner)
            else:
                winner = next(one for one in pairing.entrants if one != uid)
            again.finish(pairing.place, winner)
            again.advance()
        return Twin(again).key(uid)


def as_places(keys: Mapping[str, float]) -> dict[str, tuple[int, int]]:
    """First and last place of everybody by these keys."""
    return {
        uid: (1 + sum(other > key for other in keys.values()), sum(other >= key for other in keys.values()))
        for uid, key in keys.items()
    }


def places(stage: Tournament) -> dict[str, tuple[int, int]]:
    return {row.entrant: (row.place, row.last_place) for row in stage.format.standings(stage.state)}


@pytest.mark.parametrize("name", BRACKETS)
def test_places_are_those_of_who_counts_losses_and_replays_the_rest(name: str) -> None:
    code, options = BRACKETS[name]
    for number in range(examples(2000 // len(BRACKETS))):
        chance = Random(f"{name} {number}")
        stage = Tournament.from_draw(code, entrants(chance.randint(4, 17)), seed=f"{number}", options=options)
        most = 200 if chance.random() < 0.5 else chance.randint(1, 20)
        while (waiting := stage.waiting()) and len(stage.results) < most:
            pairing = chance.choice(waiting)
            stage.finish(pairing.place, chance.choice(pairing.entrants))
            stage.advance()
        former = chance.choice(list(stage.results.values()))
        before = places(stage)
        twin = Twin(stage)
        assert as_places({uid: twin.key(uid) for uid in before}) == before, (name, number)
        expected = as_places(twin.corrected(former))
        [right] = former.losers
        decided = replace(former, winner=right, decision=SlotDecision(former.winner, right, "r"))
        stage.results[former.place] = decided
        assert stage.advance() == [], "the matches stay"
        assert places(stage) == expected, (name, number, former)
        first = [uid for uid, place in expected.items() if place == (1, 1)]
        if stage.format.is_complete(stage.state) and first:
            assert stage.format.champion(stage.state) == first[0]
