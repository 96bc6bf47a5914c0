"""Single eliminations played to the end, with random acts of a director."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import examples
from tests.remembered import taken_back
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.models import Draw, Entrant, Pairing, Seat, Stage, StageEntry
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.bracket import bracket
from tournaments.queries.draws.standings import standings

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

T = TypeVar("T")


def _is_clean(stage: Stage) -> bool:
    """Whether an audit finds nothing."""
    tournament = stage.event.tournament
    return not findings(tournament) and not log.verify(tournament)


def _report(match: Match, *, by: Player, chance: Random) -> None:
    """One side wins by any score that can be."""
    loser = chance.randrange(match.length)
    score = (match.length, loser) if chance.random() < 0.5 else (loser, match.length)
    results.report(match, by=by, score=score)


@settings(max_examples=examples(60, landing=5))
@given(n=st.integers(2, 40), chance=st.randoms(use_true_random=False))
@taken_back
def test_any_number_of_entrants_comes_to_one_champion(n: int, chance: Random) -> None:
    stage = factories.drawn_stage(n, seed=f"{n} {chance.random()}")
    assert len(_byes(stage)) == (1 << (n - 1).bit_length()) - n
    director = factories.owner(stage.event.tournament)
    matches: list[Match] = []
    while open_now := factories.open_matches(stage):
        chance.shuffle(open_now)
        for match in open_now[: chance.randint(1, len(open_now))]:
            _report(match, by=director, chance=chance)
            matches.append(match)
        progress.advance(stage.event)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert len(matches) == n - 1, "everybody but the champion loses once"
    _assert_one_champion(stage, n=n)
    assert _is_clean(stage)


def _byes(stage: Stage) -> list[Pairing]:
    return list(Pairing.objects.filter(stage=stage, round=1, match=None, cancelled_at=None))


def _assert_one_champion(stage: Stage, *, n: int) -> None:
    table = standings(stage)
    view = bracket(stage)
    assert table is not None
    assert view is not None
    assert view.winner is not None
    assert [line.entrant for line in table.lines if line.place == 1] == [view.winner.entrant]
    assert table.lines[0].losses == 0
    assert len(table.lines) == n


class Day:
    """A stage under random acts of a director; each step succeeds or is refused."""

    def __init__(self, n: int) -> None:
        self.stage = factories.drawn_stage(n, seed=f"day {n}")
        self.event = self.stage.event
        self.director = factories.owner(self.event.tournament)

    def late_entry(self, pick: int) -> None:
        """Enter a late entrant."""
        late = factories.entrant(self.event)
        if self._has_draw():
            draw.enter_late(self.stage, entrant=late, by=self.director)

    def no_show(self, pick: int) -> None:
        """An alternate takes the place of somebody who is not there."""
        alternate = factories.entrant(self.event)
        absent = _one_of(self._entrants_in_draw(), pick)
        if absent is not None and self._has_draw():
            draw.replace(self.stage, absent=absent, alternate=alternate, by=self.director, reason="no-show")

    def withdrawal(self, pick: int) -> None:
        """Withdraw an entrant while two others can still win."""
        table = standings(self.stage)
        still_in = (
            [line.entrant for line in table.lines if line.is_in and not line.is_withdrawn] if table else []
        )
        leaver = _one_of(self._entrants_in_draw(), pick)
        if leaver is not None and len([uid for uid in still_in if uid != leaver.uid]) >= 2:
            registration.withdraw(leaver, by=self.director, reason="left")

    def swap(self, pick: int) -> None:
        """Two change places."""
        entrants = self._entrants_in_draw()
        first, second = _one_of(entrants, pick), _one_of(entrants, pick // 7)
        if first is not None and second is not None:
            draw.swap(self.stage, first=first, second=second, by=self.director, reason="club mates")

    def void(self, pick: int) -> None:
        """Void the draw and make it again."""
        valid = Draw.objects.filter(stage=self.stage, voided_at=None).first()
        if valid is not None:
            draw.void(valid, by=self.director, reason="forgot somebody")
            draw.draw(self.stage, by=self.director, seed=f"again {pick}")

    def start(self, pick: int) -> None:
        """A match begins."""
        match = _one_of(factories.open_matches(self.stage), pick)
        if match is not None:
            results.start(match, by=self.director)

    def result(self, pick: int) -> None:
        """A match ends."""
        match = _one_of(factories.open_matches(self.stage), pick)
        if match is not None:
            results.report(match, by=self.director, score=(7, 2) if pick % 2 else (2, 7))

    def correction(self, pick: int) -> None:
        """A result was written down the wrong way round."""
        over = Match.objects.filter(pairing__stage=self.stage, outcome="played").order_by("pk")
        match = _one_of(list(over), pick)
        if match is not None:
            score = (7, 2) if match.winner == "two" else (2, 7)
            results.correct(match, by=self.director, score=score, reason=f"misread {pick}")

    def finish(self) -> None:
        """Play what is left."""
        progress.advance(self.event)
        while open_now := factories.open_matches(self.stage):
            for match in open_now:
                results.report(match, by=self.director, score=(7, 2))
            progress.advance(self.event)

    def _entrants_in_draw(self) -> list[Entrant]:
        entries = StageEntry.objects.filter(stage=self.stage, line__isnull=False).select_related(
            "entrant__side"
        )
        return [entry.entrant for entry in entries.order_by("line")]

    def _has_draw(self) -> bool:
        return Draw.objects.filter(stage=self.stage, voided_at=None).exists()

    def assert_sound(self) -> None:
        """Check that seats, byes and lines are consistent, and that the audit finds nothing."""
        seats = Seat.objects.filter(stage=self.stage, cancelled_at=None)
        twice = Counter(seats.values_list("round", "entrant"))
        assert all(count == 1 for count in twice.values())
        for pairing in Pairing.objects.filter(stage=self.stage, cancelled_at=None).prefetch_related("seats"):
            assert len(pairing.seats.all()) == (1 if pairing.is_bye else 2)
        assert not findings(self.event.tournament)


def _one_of(things: Sequence[T], pick: int) -> T | None:
    return things[pick % len(things)] if things else None


STEPS: dict[str, Callable[[Day, int], None]] = {
    "late entry": Day.late_entry,
    "no-show": Day.no_show,
    "withdrawal": Day.withdrawal,
    "swap": Day.swap,
    "void": Day.void,
    "start": Day.start,
    "result": Day.result,
    "correction": Day.correction,
}


@pytest.mark.both_databases
@settings(max_examples=examples(100, landing=5))
@given(
    n=st.integers(2, 9),
    steps=st.lists(st.tuples(st.sampled_from(sorted(STEPS)), st.integers(0, 10_000)), max_size=10),
)
@taken_back
def test_whatever_a_day_brings_there_is_one_champion(n: int, steps: list[tuple[str, int]]) -> None:
    day = Day(n)
    for name, pick in steps:
        # What cannot be done now is refused, and the day goes on.
        with suppress(DomainError):
            STEPS[name](day, pick)
        progress.advance(day.event)
        day.assert_sound()
    day.finish()
    day.assert_sound()
    assert _is_clean(day.stage)
    view = bracket(day.stage)
    assert view is not None
    assert view.is_complete
    assert view.winner is not None
