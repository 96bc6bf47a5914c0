"""Constraints of the database refuse invalid rows, whatever code writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches.models import Dispute, Match, Player, Report, Side
from tests import factories
from tournaments.actions.events import lifecycle
from tournaments.models import (
    AccessLink,
    Draw,
    EntrantPlayer,
    Event,
    Pairing,
    Role,
    Seat,
    StageEntry,
    TableUse,
    Tournament,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _assert_refusal(write: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


@pytest.fixture
def around() -> factories.OpenMatch:
    return factories.open_match(n=4)


class TestMatches:
    @pytest.mark.parametrize("length", [0, 2, 8, 101])
    def test_a_length_is_odd(self, around: factories.OpenMatch, length: int) -> None:
        _assert_refusal(lambda: Match.objects.filter(pk=around.match.pk).update(length=length))

    def test_a_side_does_not_play_itself(self, around: factories.OpenMatch) -> None:
        _assert_refusal(lambda: Match.objects.filter(pk=around.match.pk).update(two=around.match.one))

    def test_final_if_and_only_if_an_outcome(self, around: factories.OpenMatch) -> None:
        rows = Match.objects.filter(pk=around.match.pk)
        _assert_refusal(lambda: rows.update(final_at=timezone.now()))
        _assert_refusal(lambda: rows.update(outcome="played", winner="one"))

    def test_every_outcome_but_the_double_forfeit_has_a_winner(self, around: factories.OpenMatch) -> None:
        rows = Match.objects.filter(pk=around.match.pk)
        _assert_refusal(lambda: rows.update(final_at=timezone.now(), outcome="played"))
        _assert_refusal(lambda: rows.update(final_at=timezone.now(), outcome="double_forfeit", winner="one"))

    def test_one_open_dispute(self, around: factories.OpenMatch) -> None:
        report = Report.objects.create(
            match=around.match,
            source="one",
            outcome="played",
            winner="one",
            length=7,
            score_one=7,
            score_two=0,
            counted_one=7,
            counted_two=0,
        )
        for _ in range(2):
            Dispute.objects.create(match=around.match, report=report, reason="x", closed_at=timezone.now())
        Dispute.objects.create(match=around.match, report=report, reason="x")
        _assert_refusal(lambda: Dispute.objects.create(match=around.match, report=report, reason="x"))


class TestPlayers:
    def test_one_account_per_address_whatever_its_case(self) -> None:
        factories.player(email="ann@example.org")
        _assert_refusal(lambda: factories.player(email="Ann@Example.org"))

    def test_absent_addresses_do_not_collide(self) -> None:
        factories.player()
        factories.player()
        _assert_refusal(lambda: Player.objects.filter(email=None).update(email=""))


class TestEntrants:
    def test_a_player_enters_an_event_once_per_number(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        player = entrant.side.players.get()
        EntrantPlayer.objects.create(event=event, entrant=entrant, player=player, entry_no=2)
        _assert_refusal(lambda: EntrantPlayer.objects.create(event=event, entrant=entrant, player=player))

    def test_a_side_is_in_an_event_once(self) -> None:
        event = factories.event()
        entrant = factories.entrant(event)
        _assert_refusal(lambda: event.entrants.create(side=entrant.side))


class TestStages:
    def test_one_seed_and_one_line_per_stage(self, around: factories.OpenMatch) -> None:
        one, two, *_ = StageEntry.objects.filter(stage=around.stage)
        _assert_refusal(lambda: StageEntry.objects.filter(pk=one.pk).update(line=two.line))
        StageEntry.objects.filter(pk=one.pk).update(seed=1)
        _assert_refusal(lambda: StageEntry.objects.filter(pk=two.pk).update(seed=1))

    def test_one_pairing_per_slot(self, around: factories.OpenMatch) -> None:
        _assert_refusal(lambda: Pairing.objects.create(stage=around.stage, round=1, slot=0))
        Pairing.objects.create(stage=around.stage, round=1, slot=0, cancelled_at=timezone.now())

    def test_nobody_sits_twice_in_a_round(self, around: factories.OpenMatch) -> None:
        seat = Seat.objects.filter(stage=around.stage).first()
        assert seat is not None
        other = Pairing.objects.create(stage=around.stage, round=1, slot=9)

        def sit(round_: int) -> Seat:
            return Seat.objects.create(
                pairing=other, stage=around.stage, round=round_, entrant=seat.entrant, side="one"
            )

        _assert_refusal(lambda: sit(1))
        assert sit(2).pk

    def test_one_match_per_pairing(self, around: factories.OpenMatch) -> None:
        _assert_refusal(
            lambda: Pairing.objects.create(stage=around.stage, round=1, slot=9, match=around.match)
        )

    def test_one_valid_draw(self, around: factories.OpenMatch) -> None:
        row = Draw.objects.get()

        def again() -> Draw:
            return Draw.objects.create(
                stage=row.stage, format=row.format, format_version=1, seed="x", input={}, placement=[]
            )

        _assert_refusal(again)
        Draw.objects.update(voided_at=timezone.now())
        assert again().pk

    def test_stages_of_an_event_have_an_order(self, around: factories.OpenMatch) -> None:
        _assert_refusal(lambda: around.stage.event.stages.create(format="single_elimination", order=0))


class TestTables:
    def test_one_match_at_a_table_and_one_table_for_a_match(self, around: factories.OpenMatch) -> None:
        tournament = around.stage.event.tournament
        table, other = lifecycle.add_tables(tournament, by=None, names=["1", "2"])
        second = factories.open_matches(around.stage)[1]
        TableUse.objects.create(table=table, match=around.match)
        _assert_refusal(lambda: TableUse.objects.create(table=table, match=second))
        _assert_refusal(lambda: TableUse.objects.create(table=other, match=around.match))
        TableUse.objects.update(until=timezone.now())
        assert TableUse.objects.create(table=table, match=second).pk

    def test_a_table_has_a_name_of_its_own(self) -> None:
        tournament = factories.tournament()
        lifecycle.add_tables(tournament, by=None, names=["1"])
        _assert_refusal(lambda: tournament.tables.create(name="1"))


class TestTournaments:
    def test_one_owner_and_one_office_each(self) -> None:
        tournament = factories.tournament()
        _assert_refusal(
            lambda: Role.objects.create(tournament=tournament, player=factories.player(), kind="owner")
        )
        owner = factories.owner(tournament)
        _assert_refusal(lambda: Role.objects.create(tournament=tournament, player=owner, kind="desk"))

    def test_it_ends_after_it_starts(self) -> None:
        tournament = factories.tournament()
        earlier = tournament.starts_on - timedelta(days=1)
        _assert_refusal(lambda: Tournament.objects.update(ends_on=earlier))

    def test_an_event_has_two_places(self) -> None:
        factories.event()
        _assert_refusal(lambda: Event.objects.update(capacity=1))

    def test_a_number_of_the_log_is_given_once(self) -> None:
        tournament = factories.tournament()
        _assert_refusal(
            lambda: tournament.log.create(seq=1, at=timezone.now(), actor="system", code="x", hash="x")
        )

    def test_a_link_opens_one_thing(self) -> None:
        event = factories.event()
        soon = timezone.now() + timedelta(days=1)

        def link(**opens: object) -> AccessLink:
            return AccessLink.objects.create(tournament=event.tournament, hash="x", expires_at=soon, **opens)

        _assert_refusal(lambda: link(purpose="register"))
        _assert_refusal(lambda: link(purpose="player", event=event))
        _assert_refusal(lambda: link(purpose="register", event=event, player=factories.player()))
        assert link(purpose="register", event=event).pk

    def test_a_player_is_in_a_side_once(self) -> None:
        player = factories.player()
        side = Side.objects.create(full_name="x")
        side.members.create(player=player)
        _assert_refusal(lambda: side.members.create(player=player, order=1))
        _assert_refusal(lambda: side.members.create(player=factories.player()))
