"""Two people change one event at the same moment: one comes after the other, and what follows is right.

SQLite lets one writer in at a time and would hide a missing lock, so these run on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from matches.errors import DomainError
from tests import factories
from tests.effort import is_long
from tests.races.at_once import at_once
from tournaments.actions import log, results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import asking, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors.draws import MatchBegun, NoFreeBye, StageAlreadyDrawn
from tournaments.errors.entrants import AlreadyEntered, HasWithdrawn
from tournaments.errors.hall import TableTaken
from tournaments.models import Draw, Entrant, LogEntry, Pairing, Stage, StageEntry, TableUse
from tournaments.queries.audit.checks import findings

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 16 if is_long() else 2
CLERKS = 6


def _assert_sound(stage: Stage) -> None:
    tournament = stage.event.tournament
    assert not findings(tournament)
    assert log.verify(tournament) == []


def test_many_advance_and_each_pairing_is_made_once() -> None:
    stage = factories.drawn_stage(16)
    while open_now := factories.open_matches(stage):
        for match in open_now:
            results.report(match, by=factories.around(match).director, score=(7, 1))
        before = Pairing.objects.filter(stage=stage).count()
        counts = at_once(*[partial(progress.advance, stage.event)] * CLERKS)
        assert sum(count for count in counts if isinstance(count, int)) == len(open_now) // 2
        assert Pairing.objects.filter(stage=stage).count() == before + len(open_now) // 2
    stage.refresh_from_db()
    assert stage.completed_at is not None
    _assert_sound(stage)


def test_results_and_advances_at_once_come_to_a_champion() -> None:
    stage = factories.drawn_stage(8)
    while open_now := factories.open_matches(stage):
        acts = [
            partial(results.report, match, by=factories.around(match).director, score=(7, 1))
            for match in open_now
        ]
        answers = at_once(*acts, *[partial(progress.advance, stage.event)] * 2)
        assert not any(isinstance(answer, DomainError) for answer in answers)
        progress.advance(stage.event)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    _assert_sound(stage)


def test_one_draw_of_many() -> None:
    for _ in range(ROUNDS):
        stage = factories.stage()
        factories.entrants(stage.event, 5)
        answers = at_once(*[partial(draw.draw, stage, by=None)] * CLERKS)
        assert sorted(isinstance(answer, StageAlreadyDrawn) for answer in answers) == [False] + [True] * (
            CLERKS - 1
        )
        assert Draw.objects.filter(stage=stage).count() == 1
        _assert_sound(stage)


def test_a_player_is_entered_once() -> None:
    event = factories.event()
    for _ in range(ROUNDS):
        ann = factories.player()
        answers = at_once(*[partial(registration.enter, event, by=None, players=[ann])] * CLERKS)
        assert sum(isinstance(answer, AlreadyEntered) for answer in answers) == CLERKS - 1


def test_the_last_place_is_given_once() -> None:
    event = factories.event(capacity=4)
    factories.entrants(event, 3)
    players = [factories.player() for _ in range(CLERKS)]
    at_once(*[partial(registration.register_self, event, by=player) for player in players])
    assert Entrant.objects.filter(event=event, is_alternate=False).count() == 4
    assert Entrant.objects.filter(event=event, is_alternate=True).count() == CLERKS - 1


def test_the_last_bye_is_given_once() -> None:
    for _ in range(ROUNDS):
        stage = factories.drawn_stage(7)
        late = [factories.entrant(stage.event) for _ in range(CLERKS)]
        answers = at_once(
            *[
                partial(draw.enter_late, stage, entrant=entrant, by=None, overrides=["alternate_waits"])
                for entrant in late
            ]
        )
        assert sum(isinstance(answer, NoFreeBye) for answer in answers) == CLERKS - 1
        assert StageEntry.objects.filter(stage=stage).count() == 8
        _assert_sound(stage)


def test_a_match_begins_while_its_players_are_swapped() -> None:
    for _ in range(ROUNDS):
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        swap = partial(
            draw.swap,
            stage,
            first=first.one.entrants.get(),
            second=second.one.entrants.get(),
            by=None,
            reason="club mates",
        )
        start, exchange = at_once(partial(results.start, first, by=None), swap)
        first.refresh_from_db()
        assert isinstance(start, DomainError) != isinstance(exchange, MatchBegun)
        assert (first.cancelled_at is None) == isinstance(exchange, MatchBegun)
        _assert_sound(stage)


def test_a_match_begins_while_the_draw_is_voided() -> None:
    for _ in range(ROUNDS):
        stage = factories.drawn_stage(4)
        first = factories.open_matches(stage)[0]
        row = Draw.objects.get(stage=stage)
        start, void = at_once(
            partial(results.start, first, by=None), partial(draw.void, row, by=None, reason="x")
        )
        assert isinstance(start, DomainError) != isinstance(void, DomainError)
        _assert_sound(stage)


def test_one_match_gets_the_table() -> None:
    stage = factories.drawn_stage(2 * CLERKS)
    [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
    answers = at_once(
        *[partial(calling.assign, match, by=None, table=table) for match in factories.open_matches(stage)[:4]]
    )
    assert sum(isinstance(answer, TableTaken) for answer in answers) == 3
    assert TableUse.objects.filter(until=None).count() == 1


def test_two_leave_the_same_match() -> None:
    for _ in range(ROUNDS):
        around = factories.open_match(n=4)
        leavers = [around.match.one.entrants.get(), around.match.two.entrants.get()]
        at_once(*[partial(registration.withdraw, leaver, by=None, reason="left") for leaver in leavers])
        around.match.refresh_from_db()
        assert around.match.is_final
        _assert_sound(around.stage)


def test_a_result_comes_while_the_player_leaves() -> None:
    for _ in range(ROUNDS):
        around = factories.open_match(n=4)
        leaver = around.match.one.entrants.get()
        at_once(
            partial(results.report, around.match, by=around.director, score=(7, 2)),
            partial(registration.withdraw, leaver, by=None, reason="left"),
        )
        progress.advance(around.stage.event)
        around.match.refresh_from_db()
        assert around.match.is_final
        _assert_sound(around.stage)


def test_answers_of_a_team_at_once_enter_it_once() -> None:
    for _ in range(ROUNDS):
        event = factories.event(kind="teams", boards=3, team_size=3)
        ann, bob, cleo = (factories.director(name) for name in ("Ann Arbor", "Bob Bear", "Cleo Cox"))
        team = registration.register_self(event, by=ann, partners=[bob.uid, cleo.uid], name="Nantes")
        answers = at_once(*[partial(asking.agree, team, by=person) for person in (bob, cleo, bob, cleo)])
        assert not any(isinstance(answer, DomainError) for answer in answers)
        codes = LogEntry.objects.filter(subject=team.uid).order_by("seq").values_list("code", flat=True)
        assert list(codes) == ["partner_asked", "entry_agreed", "entered"]
        assert not findings(event.tournament)


def test_of_an_answer_and_a_refusal_at_once_one_holds() -> None:
    for _ in range(ROUNDS):
        event = factories.event(kind="doubles")
        ann, bob = factories.director("Ann Arbor"), factories.director("Bob Bear")
        pair = registration.register_self(event, by=ann, partners=[bob.uid])
        agreed, _withdrawn = at_once(
            partial(asking.agree, pair, by=bob), partial(registration.withdraw, pair, by=ann)
        )
        pair.refresh_from_db()
        # Who agrees first is entered, and then withdrawn with everybody who plays; else there is nothing to agree to.
        assert isinstance(agreed, HasWithdrawn) == (pair.via == "undone")
        assert pair.withdrawn_at is not None
        assert not findings(event.tournament)


def test_of_two_pairs_that_are_agreed_to_at_once_one_is_entered() -> None:
    for _ in range(ROUNDS):
        event = factories.event(kind="doubles")
        ann, bob, cleo = (factories.director(name) for name in ("Ann Arbor", "Bob Bear", "Cleo Cox"))
        pairs = [registration.register_self(event, by=ann, partners=[one.uid]) for one in (bob, cleo)]
        at_once(*[partial(asking.agree, pair, by=by) for pair, by in zip(pairs, (bob, cleo), strict=True)])
        assert event.entrants.filter(withdrawn_at=None).count() == 1
        assert not event.entrants.filter(via="asked").exists()
        assert not findings(event.tournament)
