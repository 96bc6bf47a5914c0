"""Rounds, options and lengths of a stage change while it is played, as far as its format allows."""

from __future__ import annotations

from typing import Any

import pytest

from matches.queries import conditions
from tests import factories
from tests.effort import is_long
from tests.tournaments.audits import is_clean
from tests.tournaments.test_stage_closing import closed, now, play_round, swiss
from tournaments.actions import results, undo
from tournaments.actions.draws import draw, progress, stage_settings
from tournaments.actions.events import lifecycle
from tournaments.errors.draws import MatchBegun, StageIsFollowed, StageIsOver
from tournaments.errors.events import InvalidOptions, OptionsFixed
from tournaments.formats import FORMATS
from tournaments.models import LogEntry, Pairing, Stage
from tournaments.queries.draws.explanation import explanation
from tournaments.queries.draws.round_files import round_file
from tournaments.queries.draws.standings import standings

pytestmark = pytest.mark.django_db


def change(stage: Stage, **options: object) -> None:
    """The director changes these options and leaves the others."""
    stage_settings.change_stage(now(stage), by=factories.owner(stage.event.tournament), options=options)
    progress.advance(stage.event)


def refusal(stage: Stage, **options: object) -> list[dict[str, Any]]:
    """The reasons why these options cannot be."""
    with pytest.raises(OptionsFixed) as error:
        change(stage, **options)
    details: Any = error.value.data["details"]
    return list(details)


def started(code: str, count: int = 8, **options: object) -> Stage:
    """A drawn stage of this format, its first match played and the second begun."""
    event = factories.event()
    stage = factories.stage(event, format=code, options=options)
    factories.entrants(event, count)
    draw.draw(stage, by=None, seed="videau")
    first, *others = factories.open_matches(stage)
    results.report(first, by=None, score=(first.length, 0))
    for match in others[:1]:
        results.start(match, by=factories.owner(event.tournament))
    progress.advance(event)
    return stage


class TestRounds:
    """A stage is shortened and lengthened."""

    @pytest.mark.parametrize("code", ["swiss", "monrad", "random_rounds"])
    def test_a_stage_ends_with_the_rounds_that_are_set_and_goes_on_with_more(self, code: str) -> None:
        event = factories.event()
        stage = factories.stage(event, format=code, options={"rounds": 5})
        factories.entrants(event, 8)
        draw.draw(stage, by=None, seed="videau")
        for _round in range(2):
            play_round(stage)
        change(stage, rounds=3)
        play_round(stage)
        assert now(stage).completed_at is not None
        change(stage, rounds=4)
        assert now(stage).completed_at is None
        assert len(factories.open_matches(stage)) == 4
        play_round(stage)
        assert now(stage).completed_at is not None
        assert is_clean(event.tournament)

    def test_there_are_never_fewer_rounds_than_are_paired(self) -> None:
        stage = swiss()
        play_round(stage)
        play_round(stage)
        assert refusal(stage, rounds=2) == [{"code": "rounds_paired", "rounds": 2, "fewest": 3}]
        change(stage, rounds=3)

    def test_the_log_has_it_and_undo_brings_the_rounds_back(self) -> None:
        stage = swiss()
        play_round(stage)
        change(stage, rounds=3)
        entry = LogEntry.objects.get(code="options_changed")
        undo.undo(entry, by=factories.owner(stage.event.tournament))
        assert now(stage).options["rounds"] == 5

    def test_a_stage_is_not_lengthened_once_another_one_was_drawn_from_it(self) -> None:
        stage = swiss(8, rounds=3)
        feed = {"stage": 0, "take": "top", "count": 4}
        final = lifecycle.create_stage(stage.event, by=None, format="single_elimination", feeds=[feed])
        for _round in range(3):
            play_round(stage)
        draw.draw(final, by=None, seed="videau")
        with pytest.raises(StageIsFollowed):
            change(stage, rounds=4)

    def test_a_closed_stage_is_opened_first(self) -> None:
        stage = swiss()
        closed(stage)
        with pytest.raises(StageIsOver):
            change(stage, rounds=3)


class TestOptions:
    """Each option that a format can honour under way can change, and the others say why not."""

    @pytest.mark.parametrize("code", sorted(set(FORMATS) - {"consolation"}))
    def test_what_the_draw_has_fixed_is_named_with_the_way_out(self, code: str) -> None:
        options = FORMATS[code].options
        stage = started(code) if code != "ladder" else _ladder()
        fixed = [name for name in options().to_dict() if name not in {*options.UNDER_WAY, "version"}]
        for name in fixed:
            value = _another(code, name)
            try:
                options.from_dict({name: value})
            except ValueError:
                continue
            assert refusal(stage, **{name: value}) == [{"code": "fixed_by_draw", "option": name}]

    @pytest.mark.parametrize("code", sorted(set(FORMATS) - {"consolation"}))
    def test_what_can_change_leaves_every_pairing_that_has_begun(self, code: str) -> None:
        options = FORMATS[code].options
        # In a landing one option in so many; what a format says of each is in its own tests.
        for name in sorted(options.UNDER_WAY)[:: 1 if is_long() else 3]:
            stage = started(code) if code != "ladder" else _ladder()
            begun = Pairing.objects.filter(stage=stage, cancelled_at=None, match__started_at__isnull=False)
            before = set(begun.values_list("pk", flat=True))
            try:
                change(stage, **{name: _another(code, name)})
            except (InvalidOptions, OptionsFixed) as error:
                details: Any = error.data["details"]
                codes = {detail["code"] for detail in details}
                assert codes.isdisjoint({"fixed_by_draw"}), (name, codes)
                continue
            assert set(begun.values_list("pk", flat=True)) == before, name
            for _round in range(40):
                if now(stage).completed_at is not None:
                    break
                play_round(stage)
            assert is_clean(stage.event.tournament), name

    def test_lives_are_taken_from_those_who_have_lost_and_given_back(self) -> None:
        stage = started("lives", lives=3)
        play_round(stage)
        play_round(stage)
        assert refusal(stage, lives=1)[0]["code"] == "played_beyond_lives"
        change(stage, lives=2)
        out = [line for line in _standings(stage) if not line.is_in]
        assert out
        change(stage, lives=3)
        assert len([line for line in _standings(stage) if not line.is_in]) < len(out)
        assert is_clean(stage.event.tournament)

    def test_a_final_that_has_begun_stays(self) -> None:
        stage = started("single_elimination", 4)
        play_round(stage)
        [final] = factories.open_matches(stage)
        results.start(final, by=factories.owner(stage.event.tournament))
        with pytest.raises(MatchBegun):
            change(stage, play_down=2)

    def test_rounds_paired_before_are_explained_and_filed_as_they_were_paired(self) -> None:
        stage = swiss(6, rounds=5)
        play_round(stage)
        pairing = Pairing.objects.filter(stage=stage, round=1).order_by("pk")[0]
        before = explanation(pairing).reasons, round_file(now(stage), 1)
        play_round(stage)
        change(stage, rounds=3, bye="half", system="danish")
        file = round_file(now(stage), 1)
        assert (explanation(pairing).reasons, file) == before
        third = round_file(now(stage), 3)
        assert third is not None
        assert third["options"]["rounds"] == 3
        assert is_clean(stage.event.tournament)


class TestLengths:
    """Match lengths change for what has not begun."""

    def test_matches_that_have_not_begun_take_the_new_length(self) -> None:
        stage = started("swiss")
        stage_settings.change_lengths(now(stage), by=None, lengths=[5])
        assert sorted(match.length for match in factories.open_matches(stage)) == [5, 5, 7]
        assert is_clean(stage.event.tournament)

    def test_a_round_with_a_length_of_its_own_keeps_it(self) -> None:
        stage = swiss()
        stage_settings.change_round_length(now(stage), by=None, round=1, length=9)
        stage_settings.change_lengths(now(stage), by=None, lengths=[5])
        assert {match.length for match in factories.open_matches(stage)} == {9}

    def test_a_match_with_a_length_of_its_own_keeps_it(self) -> None:
        stage = swiss()
        shorter, *_others = factories.open_matches(stage)
        boss = factories.director_of(shorter)
        results.change_length(shorter, by=boss, length=3, reason="A train to catch.")
        stage_settings.change_lengths(now(stage), by=None, lengths=[5])
        assert [match.length for match in factories.open_matches(stage)] == [3, 5, 5, 5]
        assert stage_settings.change_round_length(now(stage), by=None, round=1, length=9) == 3
        assert [match.length for match in factories.open_matches(stage)] == [3, 9, 9, 9]
        results.report(factories.open_matches(stage)[0], by=boss, score=(3, 1))
        assert [match.length for match in factories.open_matches(stage)] == [9, 9, 9]
        assert is_clean(stage.event.tournament)

    @pytest.mark.parametrize("before_game", [0, 2])
    def test_a_match_whose_own_length_is_undone_has_that_of_its_round_and_follows_it(
        self, before_game: int
    ) -> None:
        stage = swiss()
        match, *_others = factories.open_matches(stage)
        boss = factories.director_of(match)
        results.change_length(match, by=boss, length=3, before_game=before_game, reason="A train to catch.")
        stage_settings.change_lengths(now(stage), by=None, lengths=[5])
        undo.undo(LogEntry.objects.get(code="length_changed"), by=boss)
        assert [one.length for one in factories.open_matches(stage)] == [5, 5, 5, 5]
        stage_settings.change_lengths(now(stage), by=None, lengths=[9])
        assert [conditions(one).final_length for one in factories.open_matches(stage)] == [9, 9, 9, 9]
        assert is_clean(stage.event.tournament)

    def test_of_two_lengths_of_a_match_the_earlier_holds_again_once_the_later_is_undone(self) -> None:
        stage = swiss()
        match, *_others = factories.open_matches(stage)
        boss = factories.director_of(match)
        results.change_length(match, by=boss, length=9, before_game=1, reason="Time enough.")
        results.change_length(match, by=boss, length=11, before_game=2, reason="More time.")
        undo.undo(LogEntry.objects.filter(code="length_changed").latest("seq"), by=boss)
        stage_settings.change_lengths(now(stage), by=None, lengths=[5])
        assert [conditions(one).final_length for one in factories.open_matches(stage)] == [9, 5, 5, 5]
        assert is_clean(stage.event.tournament)


def _standings(stage: Stage) -> list[Any]:
    view = standings(now(stage))
    assert view is not None
    return list(view.lines)


def _ladder() -> Stage:
    event = factories.event()
    stage = factories.stage(event, format="ladder")
    factories.entrants(event, 6)
    draw.draw(stage, by=None, seed="videau")
    return stage


def _another(code: str, name: str) -> Any:
    """A value of an option that differs from the usual one."""
    usual = FORMATS[code].options().to_dict()[name]
    kind = type(getattr(FORMATS[code].options(), name))
    if kind is bool:
        return not usual
    if kind is int:
        return int(usual) + 1
    return next(one.value for one in kind if one.value != usual)
