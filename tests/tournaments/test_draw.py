"""Draws: the same seed gives the same draw; swaps and late entries; voiding before play."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, stage_settings
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors.common import Forbidden, ReasonMissing, WrongTournament
from tournaments.errors.draws import (
    AlreadyInStage,
    DrawIsVoid,
    InvalidSeed,
    InvalidSeeds,
    LineNotFree,
    MatchBegun,
    NoFreeBye,
    NoSuchRound,
    NotDrawn,
    NotInStage,
    RoundBegun,
    SameEntrant,
    StageAlreadyDrawn,
    TooFewEntrants,
    TooManyEntrants,
)
from tournaments.errors.entrants import HasWithdrawn
from tournaments.errors.events import InvalidLengths
from tournaments.formats import FORMATS
from tournaments.models import (
    Draw,
    Entrant,
    LogEntry,
    LogText,
    Notice,
    Pairing,
    Seat,
    Stage,
    StageEntry,
    TableUse,
)
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.draw_input import redraw

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def _pairings(stage: Stage, *, round_: int = 1) -> list[set[str]]:
    rows = Pairing.objects.filter(stage=stage, round=round_, cancelled_at=None)
    return [{seat.entrant.name for seat in row.seats.select_related("entrant__side")} for row in rows]


def _names(stage: Stage) -> set[str]:
    return {name for names in _pairings(stage) for name in names}


def _bye(stage: Stage) -> Entrant:
    """An entrant who goes through round 1 without a match."""
    row = Pairing.objects.filter(stage=stage, round=1, match=None, cancelled_at=None).first()
    assert row is not None
    return row.seats.get().entrant


class TestTheDraw:
    def test_the_first_round_and_what_follows_from_byes_exist_at_once(self) -> None:
        stage = factories.drawn_stage(5)
        assert sorted(len(names) for names in _pairings(stage)) == [1, 1, 1, 2]
        assert [len(names) for names in _pairings(stage, round_=2)] == [2], "two bye holders meet"

    def test_everybody_is_in_once(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 11)
        draw.draw(stage, by=None)
        assert _names(stage) == {entrant.name for entrant in entrants}

    def test_no_first_round_pair_of_two_byes(self) -> None:
        stage = factories.drawn_stage(9)
        assert all(_pairings(stage))
        assert len(_pairings(stage)) == 8

    def test_the_seed_repeats_it(self) -> None:
        row = draw.draw(_stage_of(8), by=None, seed="the dice of the mayor")
        assert list(redraw(row).lines) == row.placement
        assert row.seed == "the dice of the mayor"

    def test_without_a_seed_it_has_128_random_bits(self) -> None:
        one, other = (draw.draw(_stage_of(4), by=None).seed for _ in range(2))
        assert one != other
        assert len(bytes.fromhex(one)) == 16

    @pytest.mark.both_databases
    def test_it_keeps_what_it_saw(self) -> None:
        stage = _stage_of(3)
        row = draw.draw(stage, by=None)
        assert [entry["uid"] for entry in row.input["entries"]] == sorted(
            stage.event.entrants.values_list("uid", flat=True)
        )
        assert row.input["options"] == stage.options
        assert (row.format, row.format_version) == ("single_elimination", 3)

    def test_the_seeded_stand_where_their_seed_says(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 8)
        seeds = {entrant.uid: number for number, entrant in enumerate(entrants, start=1)}
        row = draw.draw(stage, by=None, seeds=seeds)
        numbers = [seeds[uid] for uid in row.placement]
        assert {frozenset(numbers[at : at + 2]) for at in range(0, 8, 2)} == {
            frozenset(pair) for pair in [(1, 8), (4, 5), (2, 7), (3, 6)]
        }
        stage.refresh_from_db()
        assert stage.options["seeding"] == "seeded"

    @pytest.mark.both_databases
    @pytest.mark.parametrize("numbers", [(1, 1), (0, 1), (-1, 2)])
    def test_seeds_that_cannot_be(self, numbers: tuple[int, int]) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 3)
        with pytest.raises(InvalidSeeds):
            draw.draw(stage, by=None, seeds=dict(zip([row.uid for row in entrants], numbers, strict=False)))
        with pytest.raises(InvalidSeeds):
            draw.draw(stage, by=None, seeds={"nobody": 1})

    @pytest.mark.both_databases
    @pytest.mark.parametrize("seed", ["x" * 65, "two\nlines"])
    def test_a_seed_is_one_line(self, seed: str) -> None:
        with pytest.raises(InvalidSeed, match="64"):
            draw.draw(_stage_of(2), by=None, seed=seed)

    @pytest.mark.parametrize("n", [0, 1])
    def test_one_player_is_no_draw(self, n: int) -> None:
        with pytest.raises(TooFewEntrants, match="at least 2"):
            draw.draw(_stage_of(n), by=None)

    @pytest.mark.both_databases
    def test_more_than_the_format_takes_is_no_draw(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(FORMATS["single_elimination"]), "most", 4)
        with pytest.raises(TooManyEntrants, match="at most 4"):
            draw.draw(_stage_of(5), by=None)

    def test_a_stage_is_drawn_once(self) -> None:
        stage = factories.drawn_stage(2)
        with pytest.raises(StageAlreadyDrawn):
            draw.draw(stage, by=None)

    def test_only_directors_draw(self) -> None:
        stage = _stage_of(2)
        clerk = factories.clerk(stage.event.tournament)
        with pytest.raises(Forbidden):
            draw.draw(stage, by=clerk)

    @pytest.mark.both_databases
    def test_everybody_is_told_the_first_opponent(self) -> None:
        stage = factories.drawn_stage(4)
        assert Notice.objects.filter(code="next_opponent").count() == 4
        assert stage.pairings.count() == 2

    def test_the_log_names_the_draw_before_its_pairings(self) -> None:
        stage = factories.drawn_stage(4, seed="abc")
        draw_entry, pairing_entry = LogEntry.objects.filter(subject=stage.uid).order_by("seq")[1:]
        assert (draw_entry.code, draw_entry.data["seed"], draw_entry.data["entrants"]) == ("drawn", "abc", 4)
        assert (pairing_entry.code, len(pairing_entry.data["made"])) == ("paired", 2)


class TestWhoIsDrawn:
    def test_neither_alternates_nor_who_left(self) -> None:
        event = factories.event(capacity=4)
        stage = factories.stage(event)
        entrants = factories.entrants(event, 5)
        registration.withdraw(entrants[0], by=None)
        registration.withdraw(entrants[1], by=None)
        draw.draw(stage, by=None)
        assert _names(stage) == {entrant.name for entrant in entrants[2:]}

    def test_only_who_is_there_once_anybody_is(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 5)
        for entrant in entrants[:3]:
            arrivals.check_in(entrant, by=None)
        draw.draw(stage, by=None)
        assert _names(stage) == {entrant.name for entrant in entrants[:3]}

    def test_all_when_the_director_says_so(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 3)
        arrivals.check_in(entrants[0], by=None)
        draw.draw(stage, by=None, who="all")
        assert len(_names(stage)) == 3

    def test_byes_go_to_those_who_were_there_in_time(self) -> None:
        """Kleinman's rule: byes go to entrants who were on time."""
        event = factories.event()
        stage = factories.stage(event)
        lifecycle.change_event(event, by=None, starts_at=timezone.now() + timedelta(minutes=1))
        prompt = factories.entrants(event, 3)
        late = factories.entrants(event, 2)
        Entrant.objects.filter(pk__in=[row.pk for row in late]).update(
            entered_at=timezone.now() + timedelta(minutes=5)
        )
        draw.draw(stage, by=None)
        byes = {name for names in _pairings(stage) if len(names) == 1 for name in names}
        # Those of one name are told apart once all are entered.
        assert byes == {Entrant.objects.get(pk=entrant.pk).name for entrant in prompt}


class TestLengths:
    def test_a_list_is_read_from_the_final_backwards(self) -> None:
        stage = factories.stage(lengths=(11, 9, 7))
        factories.entrants(stage.event, 16)
        draw.draw(stage, by=None)
        assert {match.length for match in factories.open_matches(stage)} == {7}

    def test_the_list_is_changed_before_and_after_the_draw(self) -> None:
        stage = _stage_of(4)
        stage_settings.change_lengths(stage, by=None, lengths=[9, 5])
        draw.draw(stage, by=None)
        assert {match.length for match in factories.open_matches(stage)} == {5}
        stage_settings.change_lengths(stage, by=None, lengths=[7])
        assert {match.length for match in factories.open_matches(stage)} == {7}

    def test_a_round_is_changed_before_the_draw(self) -> None:
        stage = factories.stage(lengths=(9, 7))
        factories.entrants(stage.event, 4)
        stage_settings.change_round_length(stage, by=None, round=1, length=5)
        draw.draw(stage, by=None)
        assert {match.length for match in factories.open_matches(stage)} == {5}

    def test_a_round_is_changed_for_the_matches_not_begun(self) -> None:
        stage = factories.drawn_stage(8)
        running, *others = factories.open_matches(stage)
        results.start(running, by=None)
        assert stage_settings.change_round_length(stage, by=None, round=1, length=5) == len(others) == 3
        assert sorted(match.length for match in factories.open_matches(stage)) == [5, 5, 5, 7]

    def test_a_later_round_is_changed_for_matches_to_come(self) -> None:
        stage = factories.drawn_stage(4)
        assert stage_settings.change_round_length(stage, by=None, round=2, length=11) == 0
        factories.play_open_matches(stage)
        assert factories.open_matches(stage)[0].length == 11

    @pytest.mark.both_databases
    def test_a_round_that_has_begun_stays(self) -> None:
        stage = factories.drawn_stage(2)
        results.start(factories.open_matches(stage)[0], by=None)
        with pytest.raises(RoundBegun):
            stage_settings.change_round_length(stage, by=None, round=1, length=5)

    @pytest.mark.both_databases
    def test_there_is_no_such_round(self) -> None:
        stage = factories.drawn_stage(4)
        for number in (0, 3):
            with pytest.raises(NoSuchRound):
                stage_settings.change_round_length(stage, by=None, round=number, length=5)

    @pytest.mark.parametrize("length", [0, 4, -3, 101])
    def test_a_length_is_odd(self, length: int) -> None:
        with pytest.raises(InvalidLengths, match="M1"):
            stage_settings.change_round_length(factories.drawn_stage(2), by=None, round=1, length=length)


class TestLateEntry:
    def test_a_late_entrant_takes_a_bye(self) -> None:
        stage = factories.drawn_stage(3)
        holder = _bye(stage)
        late = factories.entrant(stage.event, "Lena Late")
        entry = draw.enter_late(stage, entrant=late, by=None)
        assert entry.is_late
        assert {holder.name, "Lena Late"} in _pairings(stage)
        assert Notice.objects.filter(code="alternate_in").exists()

    @pytest.mark.both_databases
    def test_the_pairing_of_the_bye_holder_in_round_two_is_cancelled(self) -> None:
        stage = factories.drawn_stage(5)
        [second] = Pairing.objects.filter(stage=stage, round=2)
        holder = second.seats.get(side="one").entrant
        beside = _line_of(stage, holder) ^ 1
        draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None, line=beside)
        second.refresh_from_db()
        assert second.cancelled_at is not None
        assert second.match is not None
        assert second.match.cancelled_at is not None
        assert not findings(stage.event.tournament)

    def test_not_once_the_match_of_the_bye_holder_has_begun(self) -> None:
        stage = factories.drawn_stage(3)
        holder = _bye(stage)
        factories.play_open_matches(stage)
        [final] = factories.open_matches(stage)
        assert holder.side in (final.one, final.two)
        results.start(final, by=None)
        with pytest.raises(NoFreeBye):
            draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None)

    @pytest.mark.both_databases
    def test_the_director_picks_the_line(self) -> None:
        stage = factories.drawn_stage(5)
        line = factories.open_lines(stage)[-1]
        late = factories.entrant(stage.event)
        assert draw.enter_late(stage, entrant=late, by=None, line=line).line == line
        with pytest.raises(LineNotFree, match=str(line + 1)):
            draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None, line=line)

    def test_a_full_bracket_has_no_place(self) -> None:
        stage = factories.drawn_stage(4)
        with pytest.raises(NoFreeBye):
            draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None)

    @pytest.mark.both_databases
    def test_only_before_a_draw_is_there_none(self) -> None:
        stage = factories.stage()
        with pytest.raises(NotDrawn):
            draw.enter_late(stage, entrant=factories.entrant(stage.event), by=None)

    @pytest.mark.both_databases
    def test_whoever_is_in_is_not_entered_again(self) -> None:
        stage = factories.drawn_stage(3)
        with pytest.raises(AlreadyInStage):
            draw.enter_late(stage, entrant=_bye(stage), by=None)

    @pytest.mark.both_databases
    def test_nor_whoever_is_of_another_event_or_has_left(self) -> None:
        stage = factories.drawn_stage(3)
        with pytest.raises(WrongTournament):
            draw.enter_late(stage, entrant=factories.entrant(factories.event()), by=None)
        leaver = factories.entrant(stage.event)
        registration.withdraw(leaver, by=None)
        with pytest.raises(HasWithdrawn):
            draw.enter_late(stage, entrant=leaver, by=None)

    def test_the_desk_may(self) -> None:
        stage = factories.drawn_stage(3)
        clerk = factories.clerk(stage.event.tournament)
        assert draw.enter_late(stage, entrant=factories.entrant(stage.event), by=clerk).pk


class TestReplacement:
    def test_an_alternate_takes_the_place_of_who_did_not_come(self) -> None:
        stage = factories.drawn_stage(4)
        match = factories.open_matches(stage)[0]
        absent = match.one.entrants.get()
        line = _line_of(stage, absent)
        alternate = factories.entrant(stage.event, "Alma Alternate")
        entry = draw.replace(stage, absent=absent, alternate=alternate, by=None, reason="no-show")
        assert (entry.line, entry.is_late) == (line, False)
        assert {"Alma Alternate", match.two.name} in _pairings(stage)
        absent.refresh_from_db()
        assert absent.withdrawn_at is not None
        match.refresh_from_db()
        assert match.cancelled_at is not None

    def test_not_once_the_match_has_begun(self) -> None:
        stage = factories.drawn_stage(4)
        match = factories.open_matches(stage)[0]
        results.start(match, by=None)
        alternate = factories.entrant(stage.event)
        with pytest.raises(MatchBegun, match=match.one.name):
            draw.replace(stage, absent=match.one.entrants.get(), alternate=alternate, by=None, reason="?")
        alternate.refresh_from_db()
        assert alternate.is_alternate, "nothing has changed"

    @pytest.mark.both_databases
    def test_somebody_cannot_replace_themselves(self) -> None:
        stage = factories.drawn_stage(2)
        entrant = factories.open_matches(stage)[0].one.entrants.get()
        with pytest.raises(SameEntrant):
            draw.replace(stage, absent=entrant, alternate=entrant, by=None, reason="x")

    @pytest.mark.both_databases
    def test_only_who_is_in_can_be_replaced(self) -> None:
        stage = factories.drawn_stage(2)
        one, two = factories.entrant(stage.event), factories.entrant(stage.event)
        with pytest.raises(NotInStage):
            draw.replace(stage, absent=one, alternate=two, by=None, reason="x")


class TestSwap:
    @pytest.mark.both_databases
    def test_two_change_places(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        draw.swap(
            stage,
            first=first.one.entrants.get(),
            second=second.one.entrants.get(),
            by=None,
            reason="club mates",
        )
        sides = [{second.one.name, first.two.name}, {first.one.name, second.two.name}]
        assert _pairings(stage) == sides
        data = LogEntry.objects.get(code="swapped").data
        assert LogText.objects.get(uid=data["reason"]).text == "club mates"
        assert "club mates" not in str(data)

    def test_the_old_matches_are_cancelled_and_leave_their_tables(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        [table] = lifecycle.add_tables(stage.event.tournament, by=None, names=["1"])
        calling.assign(first, by=None, table=table)
        draw.swap(
            stage, first=first.one.entrants.get(), second=second.one.entrants.get(), by=None, reason="x"
        )
        first.refresh_from_db()
        assert first.cancelled_at is not None
        assert not TableUse.objects.filter(until=None).exists()

    def test_two_of_one_match_still_meet_and_keep_it(self) -> None:
        stage = factories.drawn_stage(4)
        match = factories.open_matches(stage)[0]
        draw.swap(stage, first=match.one.entrants.get(), second=match.two.entrants.get(), by=None, reason="x")
        match.refresh_from_db()
        assert match.cancelled_at is None

    def test_a_bye_can_be_swapped_away(self) -> None:
        stage = factories.drawn_stage(3)
        match = factories.open_matches(stage)[0]
        draw.swap(stage, first=_bye(stage), second=match.one.entrants.get(), by=None, reason="x")
        assert _bye(stage).side == match.one

    def test_not_once_a_match_has_begun(self) -> None:
        stage = factories.drawn_stage(4)
        first, second = factories.open_matches(stage)
        results.start(first, by=None)
        with pytest.raises(MatchBegun):
            draw.swap(
                stage, first=first.one.entrants.get(), second=second.one.entrants.get(), by=None, reason="x"
            )
        assert not findings(stage.event.tournament)

    def test_with_a_reason(self) -> None:
        stage = factories.drawn_stage(2)
        match = factories.open_matches(stage)[0]
        with pytest.raises(ReasonMissing):
            draw.swap(
                stage, first=match.one.entrants.get(), second=match.two.entrants.get(), by=None, reason=" "
            )


class TestVoid:
    @pytest.mark.both_databases
    def test_the_seed_stays_public_and_the_matches_are_cancelled(self) -> None:
        stage = factories.drawn_stage(5, seed="first")
        row = Draw.objects.get()
        draw.void(row, by=factories.owner(stage.event.tournament), reason="Bob was forgotten")
        row.refresh_from_db()
        assert (row.seed, row.void_reason) == ("first", "Bob was forgotten")
        assert row.placement
        assert not Pairing.objects.filter(cancelled_at=None).exists()
        assert not Seat.objects.filter(cancelled_at=None).exists()
        assert not StageEntry.objects.exists()
        assert LogEntry.objects.get(code="draw_voided").data["seed"] == "first"

    def test_then_it_is_drawn_again(self) -> None:
        stage = factories.drawn_stage(5, seed="first")
        draw.void(Draw.objects.get(), by=None, reason="x")
        factories.entrants(stage.event, 1)
        again = draw.draw(stage, by=None, seed="second")
        assert len([uid for uid in again.placement if uid]) == 6
        assert not findings(stage.event.tournament)

    def test_not_once_a_match_has_begun(self) -> None:
        stage = factories.drawn_stage(4)
        results.start(factories.open_matches(stage)[0], by=None)
        with pytest.raises(MatchBegun):
            draw.void(Draw.objects.get(), by=None, reason="x")

    @pytest.mark.both_databases
    def test_once(self) -> None:
        factories.drawn_stage(4)
        row = Draw.objects.get()
        draw.void(row, by=None, reason="x")
        with pytest.raises(DrawIsVoid):
            draw.void(row, by=None, reason="x")

    def test_with_a_reason(self) -> None:
        factories.drawn_stage(4)
        with pytest.raises(ReasonMissing):
            draw.void(Draw.objects.get(), by=None, reason="")


def test_the_statements_of_a_draw_do_not_grow_with_the_entrants() -> None:
    counts = []
    for n in (16, 128):
        stage = _stage_of(n)
        with CaptureQueriesContext(connection) as queries:
            draw.draw(stage, by=None)
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 3, "SQLite takes at most 999 values in a statement"


def _stage_of(n: int) -> Stage:
    stage = factories.stage()
    factories.entrants(stage.event, n)
    return stage


def _line_of(stage: Stage, entrant: Entrant) -> int:
    line = StageEntry.objects.get(stage=stage, entrant=entrant).line
    assert line is not None
    return line
