"""What was undone has not happened: after an act and its undo every page offers what it offered before."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import pytest
from django.urls import reverse

from matches.errors import DomainError
from matches.models import Match, Player
from tests import factories
from tests.effort import is_long
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import results, undo
from tournaments.actions.draws import attendance
from tournaments.actions.draws import draw as drawing
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling, lateness, tables
from tournaments.actions.money import ledger
from tournaments.models import Entrant, Event, FeeKind, LogEntry, Stage, Table, TableUse

pytestmark = pytest.mark.django_db

# Fields that a page makes anew each time, or that say how far the log is.
_VOLATILE = {"csrfmiddlewaretoken", "form_key", "seen", "foreseen"}
_UID = re.compile(r"\b[a-z0-9]{14}\b")
_OF_TOURNAMENT = ("desk_board", "desk_money", "desk_register")
_OF_EVENT = ("desk_event", "desk_entrants", "desk_prizes", "event")
_OF_STAGE = ("desk_draw",)
Offer = tuple[str, tuple[tuple[str, str], ...]]
Offers = dict[str, list[Offer]]


@dataclass
class World:
    """A tournament of one event with tables, a fee and prizes, its director and a player."""

    stage: Stage
    director: Player
    chance: Random

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.select_related("tournament").get(pk=self.stage.event_id)

    def entrant(self, **state: object) -> Entrant:
        """An entrant by chance."""
        return self.chance.choice(list(self.event.entrants.filter(**state).order_by("pk")))

    def match(self) -> Match:
        """An open match by chance."""
        return self.chance.choice(factories.open_matches(Stage.objects.get(pk=self.stage.pk)))

    def played(self) -> Match:
        """A match with a result by chance."""
        rows = Match.objects.filter(pairing__stage=self.stage, final_at__isnull=False, cancelled_at=None)
        return self.chance.choice(list(rows.order_by("pk")))


def _world(seed: str, *, kind: str, n: int) -> World:
    stage = factories.stage(format=kind)
    event = stage.event
    director = factories.owner(event.tournament)
    factories.entrants(event, n)
    lifecycle.add_tables(event.tournament, by=director, names=["1", "2"])
    ledger.set_fee(event, by=director, kind=FeeKind.ENTRY, amount=20_00)
    ledger.set_payout(event, by=director, payout={"structure": "main_4"})
    return World(stage, director, Random(seed))


def offers(world: World) -> Offers:
    """Every form and button of the pages of the desk and of the public, by page.

    Matches have their slot for a name, because one that has not begun can be made anew for the same two.
    """
    visitor, tournament = Visitor(world.director), world.event.tournament
    pages = [(name, tournament.uid) for name in _OF_TOURNAMENT]
    pages += [(name, world.event.uid) for name in _OF_EVENT]
    pages += [(name, world.stage.uid) for name in _OF_STAGE]
    matches = Match.objects.filter(pairing__stage=world.stage, cancelled_at=None).select_related("pairing")
    slots = {
        match.uid: f"slot {match.pairing.round}.{match.pairing.slot}" for match in matches.order_by("pk")
    }
    pages += [(name, uid) for uid in slots for name in ("desk_match", "match")]

    def named(text: str) -> str:
        return _UID.sub(lambda uid: slots.get(uid[0], uid[0]), text)

    lines: Offers = {}
    for name, uid in pages:
        page = visitor.at(reverse(name, args=[uid]))
        lines[named(f"{name} {uid}")] = sorted(
            (
                named(address),
                tuple(sorted((key, named(value)) for key, value in fields.items() if key not in _VOLATILE)),
            )
            for address, fields in (*page.forms, *page.presses)
        )
    return lines


def _differing(before: Offers, after: Offers) -> dict[str, tuple[list[Offer], list[Offer]]]:
    """What each page of before offers no more, and what it offers instead."""
    return {
        page: (sorted(set(lines) - set(after.get(page, []))), sorted(set(after.get(page, [])) - set(lines)))
        for page, lines in before.items()
        if lines != after.get(page, [])
    }


def _draw(world: World) -> None:
    drawing.draw(Stage.objects.get(pk=world.stage.pk), by=world.director, seed="videau", who="all")


def _call(world: World) -> None:
    calling.assign_lowest(world.match(), by=world.director)


def _free(world: World) -> None:
    calling.free(TableUse.objects.filter(until=None)[0].table, by=world.director)


def _late(world: World) -> None:
    use = TableUse.objects.filter(until=None, match__started_at=None, match__final_at=None)[0]
    lateness.call_again(use.match, by=world.director)


def _absent(world: World) -> None:
    use = TableUse.objects.filter(until=None, match__started_at=None, match__final_at=None)[0]
    lateness.note_absent(use.match, side="one", by=world.director)


def _start(world: World) -> None:
    results.start(world.match(), by=world.director)


def _result(world: World) -> None:
    results.report(world.match(), by=world.director, score=(7, world.chance.randrange(7)))


def _player_reports(world: World) -> None:
    game = factories.around(world.match())
    results.report(game.match, by=game.one, score=(7, 2))


def _forfeit(world: World) -> None:
    results.forfeit(world.match(), by=world.director, loser="two", reason="Nobody came.")


def _correct(world: World) -> None:
    results.correct(world.played(), by=world.director, reason="Sides mixed up.", score=(2, 7))


def _enter(world: World) -> None:
    registration.enter(world.event, by=world.director, players=[factories.player()])


def _check_in(world: World) -> None:
    arrivals.check_in(world.entrant(), by=world.director)


def _withdraw(world: World) -> None:
    registration.withdraw(world.entrant(withdrawn_at=None), by=world.director, reason="Ill.")


def _pay(world: World) -> None:
    ledger.pay(world.entrant(), by=world.director, amount=20_00, means="cash")


def _hold(world: World) -> None:
    stage = Stage.objects.get(pk=world.stage.pk)
    attendance.hold(stage, by=world.director, is_held=not stage.is_held)


def _out_of_order(world: World) -> None:
    table = Table.objects.filter(tournament=world.event.tournament).order_by("order")[1]
    tables.change_table(table, by=world.director, is_out_of_order=True, is_streaming=False, reserved_for=None)


_ACTS: tuple[Callable[[World], None], ...] = (
    _draw,
    _call,
    _free,
    _late,
    _absent,
    _start,
    _result,
    _player_reports,
    _forfeit,
    _correct,
    _enter,
    _check_in,
    _withdraw,
    _pay,
    _hold,
    _out_of_order,
)


def _newest_undoable(world: World) -> LogEntry | None:
    entries = list(LogEntry.objects.filter(tournament=world.event.tournament).order_by("-seq")[:20])
    seqs = undo.undoable(entries, by=world.director, is_director=True)
    own = [entry for entry in entries if entry.seq in seqs and entry.by_id is not None]
    return own[0] if own else None


@pytest.mark.parametrize("kind", ["single_elimination", "swiss", "round_robin"])
@pytest.mark.parametrize("seed", range(20 if is_long() else 1))
def test_an_act_and_its_undo_leave_every_page_as_it_was(kind: str, seed: int) -> None:
    world = _world(f"{seed} of {kind}", kind=kind, n=5)
    undone: set[str] = set()
    before: Offers = {}
    for _step in range(12 if is_long() else 8):
        act = world.chance.choice(_ACTS if world.stage.draws.exists() else (_draw, _enter, _check_in, _pay))
        before = before or offers(world)
        last = LogEntry.objects.filter(tournament=world.event.tournament).count()
        try:
            act(world)
        except (DomainError, IndexError):
            # The pages are as they were, and need not be read again.
            continue
        read, before = before, {}
        entry = _newest_undoable(world)
        if entry is not None and entry.seq > last:
            if world.chance.random() < 0.5:
                tasks.run_due()
            try:
                undo.undo(LogEntry.objects.get(pk=entry.pk), by=world.director)
            except DomainError:
                continue
            tasks.run_due()
            undone.add(entry.code)
            after = offers(world)
            assert _differing(read, after) == {}, entry.code
            with suppress(DomainError, IndexError):
                act(world)
        tasks.run_due()
    assert undone
