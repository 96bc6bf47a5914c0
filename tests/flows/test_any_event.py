"""Events of every format in a hall with few tables: somebody leaves, some do not come, a slip is undone, and they end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tests.effort import examples, is_long
from tests.formats.test_contract import check_outline, check_pairings, check_standings
from tests.tournaments import audits
from tournaments import formats, tasks
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance, draw
from tournaments.actions.entrants import arrivals, challenges, reception, registration
from tournaments.actions.events import closing, lifecycle
from tournaments.actions.hall import tables
from tournaments.actions.money import ledger, prize_money
from tournaments.formats import FORMATS, Shape
from tournaments.models import Entrant, Event, FeeKind, LogEntry, Stage
from tournaments.queries.draws.standings import standings
from tournaments.queries.hall.board import board
from tournaments.queries.hall.next_calls import Delay
from tournaments.queries.money.prizes import prize_list
from tournaments.queries.state import stage_state

pytestmark = pytest.mark.django_db

_FEE = 100_00
_PAYOUT = {"structure": "main_4", "unit": 1_00}


@dataclass
class StageNow:
    """A stage as it is now, for what every format promises at any moment."""

    format: formats.Format
    state: formats.State

    @property
    def pairings(self) -> dict[tuple[int, int], formats.Pairing]:
        """The pairings by place."""
        return {pairing.place: pairing for pairing in self.state.pairings}

    @property
    def results(self) -> dict[tuple[int, int], formats.Result]:
        """The results by place."""
        return {result.place: result for result in self.state.results}

    def waiting(self) -> list[formats.Pairing]:
        """The pairings of two without a result."""
        over = self.results
        return [row for row in self.state.pairings if not row.is_bye and row.place not in over]


@dataclass
class Hall:
    """An event under way, and its director."""

    event: Event
    director: Player
    chance: Random

    @classmethod
    def of(cls, code: str, *, seed: str) -> Hall:
        """Draw an event of a format with paid fees, prizes for four places, and tables for a third of its entrants."""
        chance = Random(seed)
        drawn = "single_elimination" if code == "consolation" else code
        stage = factories.stage(format=drawn, lengths=(7,))
        event, count = stage.event, chance.randint(5, 12 if is_long() else 6)
        director = factories.owner(event.tournament)
        if code == "consolation":
            feeds = [{"stage": 0, "take": "losers"}]
            lifecycle.create_stage(event, by=director, format=code, lengths=(5,), feeds=feeds)
        factories.entrants(event, count)
        ledger.set_fee(event, by=director, kind=FeeKind.ENTRY, amount=_FEE)
        for entrant in event.entrants.all():
            reception.pay(entrant, by=director, amount=_FEE)
        ledger.set_payout(event, by=director, payout=_PAYOUT)
        names = [str(number) for number in range(1, max(1, count // 3) + 1)]
        lifecycle.add_tables(event.tournament, by=director, names=names)
        tables.set_automatic(event.tournament, by=director, is_on=True)
        arrivals.check_everybody_in(event, by=director)
        draw.draw(stage, by=director, seed=seed)
        return cls(event, director, chance)

    @property
    def stages(self) -> list[Stage]:
        """The stages as they are now."""
        return list(
            Stage.objects.filter(event=self.event).select_related("event__tournament").order_by("order")
        )

    def open(self) -> list[Match]:
        """The matches that can be played: those at a table, or all where none is."""
        rows = [match for stage in self.stages for match in factories.open_matches(stage)]
        seated = [match for match in rows if match.table_uses.filter(until=None).exists()]
        return seated or rows

    def settle(self) -> None:
        """Let the service do what it does by itself, and look at everything that must hold after it."""
        tasks.run_due()
        now = board(self.event.tournament, now=timezone.now())
        if now.ordinary_tables:
            delays = {now.delays[match.line.match.pk] for match in now.ready}
            assert delays <= {Delay.TAKEN_BACK, Delay.PLAYER}
        for stage in self.stages:
            state = stage_state(stage)
            assert state is not None
            now_ = StageNow(state.format, state.state)
            check_pairings(now_)
            check_outline(now_)
            if state.format.shape is not Shape.LADDER:
                check_standings(now_)

    def challenge(self) -> bool:
        """Let somebody challenge another one, where matches are played by challenge; whether there is a match."""
        [stage, *_others] = self.stages
        state = stage_state(stage)
        assert state is not None
        if not isinstance(state.format, formats.ByChallenge):
            return False
        by_uid = {entrant.uid: entrant for entrant in self.event.entrants.filter(withdrawn_at=None)}
        pairs = [(one, two) for one in by_uid for two in by_uid if one != two]
        able = [pair for pair in pairs if not state.format.refusals(state.state, *pair)]
        if not able:
            return False
        one, two = self.chance.choice(able)
        challenges.challenge(stage, challenger=by_uid[one], challenged=by_uid[two], by=self.director)
        return True

    def withdraw(self) -> None:
        """Somebody who is still in leaves."""
        still_in = [
            line.entrant
            for stage in self.stages
            if (table := standings(stage)) is not None
            for line in table.lines
            if line.is_in and not line.is_withdrawn
        ]
        entrant = Entrant.objects.get(uid=self.chance.choice(sorted(still_in)))
        registration.withdraw(entrant, by=self.director, reason="Had to go.")

    def miss(self) -> None:
        """One side of a match is not there."""
        loser = self.chance.choice(("one", "two"))
        results.forfeit(self.chance.choice(self.open()), by=self.director, loser=loser, reason="Not here.")

    def both_miss(self) -> None:
        """Neither side of a match is there."""
        results.forfeit(self.chance.choice(self.open()), by=self.director, loser=None, reason="Nobody here.")

    def slip(self) -> None:
        """A result is entered by mistake and undone, at once or when its consequences are there."""
        match = self.chance.choice(self.open())
        results.report(match, by=self.director, score=(0, match.length))
        entry = LogEntry.objects.filter(tournament=self.event.tournament, code="reported").latest("seq")
        if self.chance.random() < 0.5:
            self.settle()
        undo.undo(entry, by=self.director)
        self.settle()
        again = [row.pk for stage in self.stages for row in factories.open_matches(stage)]
        assert match.pk in again

    def result(self) -> None:
        """A match ends."""
        match = self.chance.choice(self.open())
        loser = self.chance.randrange(match.length)
        score = (match.length, loser) if self.chance.random() < 0.5 else (loser, match.length)
        results.report(match, by=self.director, score=score)

    def play(self) -> None:
        """Play to the end, with everything once that a director meets on a day."""
        acts = [self.withdraw, self.miss, self.both_miss, self.slip]
        self.chance.shuffle(acts)
        turns = 0
        self.settle()
        while self.open() or (turns < 20 and self.challenge()):
            turns += 1
            (acts.pop() if acts and self.chance.random() < 0.4 else self.result)()
            self.settle()
            assert turns < 200


def _plays_to_an_end(stage: Stage) -> bool:
    return FORMATS[stage.format].shape is not Shape.LADDER and stage.format != "marathon"


@pytest.mark.parametrize("code", sorted(FORMATS))
@pytest.mark.parametrize("number", range(examples(16, landing=1)))
def test_an_event_with_a_leaver_no_shows_and_a_slip_ends_in_places_and_prizes(code: str, number: int) -> None:
    hall = Hall.of(code, seed=f"{code} {number}")
    hall.play()
    for stage in hall.stages:
        if not _plays_to_an_end(stage):
            attendance.hold(stage, by=hall.director, is_held=True)
            hall.settle()
    event = Event.objects.select_related("tournament").get(pk=hall.event.pk)
    for stage in hall.stages:
        assert stage.completed_at is not None
        _require_places_played_for(stage)
    _pay_all(event, by=hall.director)
    closing.close_event(event, by=hall.director)
    assert audits.is_clean(event.tournament)


def _require_places_played_for(stage: Stage) -> None:
    """Who left or did not come, and has played no match, stands behind everybody who has played one.

    Two who both miss the match for the title share its places.
    """
    table, state = standings(stage), stage_state(stage)
    assert table is not None
    assert state is not None
    played = {uid for result in state.state.results if result.is_played for uid in (result.one, result.two)}
    missing = {uid for result in state.state.results if not result.is_played for uid in result.losers}
    missing |= {entry.uid for entry in state.state.entries if entry.is_withdrawn}
    for group in {line.group for line in table.lines}:
        lines = [line for line in table.lines if line.group == group]
        shares = {line.entrant for line in lines if line.place == 1 and line.is_tied}
        absent = [line.place for line in lines if line.entrant in missing - played - shares]
        present = [line.place for line in lines if line.entrant in played]
        assert not absent or not present or max(present) < min(absent)


def _pay_all(event: Event, *, by: Player) -> None:
    """Every prize is paid, and what is paid and what is left over are the pool."""
    prizes = prize_list(event)
    assert prizes is not None
    assert prizes.is_final
    assert prizes.short == 0
    assert sum(line.amount for line in prizes.lines) + prizes.left_over == prizes.pool
    amounts = Counter[int]()
    for line in prizes.lines:
        if line.entrant is not None:
            amounts[line.entrant.pk] += line.amount
    for key, amount in amounts.items():
        if amount:
            prize_money.pay_prize(Entrant.objects.get(pk=key), by=by, amount=amount)
    after = prize_list(event)
    assert after is not None
    assert after.overpaid == ()
    assert after.statement.prizes_paid == amounts.total() == prizes.pool - prizes.left_over
