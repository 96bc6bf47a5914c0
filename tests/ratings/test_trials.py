"""Trials: predictions against a loop, moves against sorting, and published lists that are reproduced or are not."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ratings import FORMULAS
from tournaments.ratings.base import UNITS, MatchFormula, RatedPlayer
from tournaments.ratings.lists import (
    ChangeColumns,
    MatchColumns,
    RatingColumns,
    changes_by_match,
    ratings_before,
)
from tournaments.ratings.trials import (
    FormulaTrial,
    Prediction,
    PublishedRating,
    chances,
    player_moves,
    reproduction,
    scores,
)
from tournaments.ratings.trials.__main__ import main
from tournaments.ratings.trials.files import InvalidRow, past_results, published_ratings

FIBS: MatchFormula = FORMULAS["fibs"]  # type: ignore[assignment]
NO_RAMP: MatchFormula = FORMULAS["fibs-no-ramp"]  # type: ignore[assignment]
Row = tuple[int, int, int, int, int]


def season(matches: int, players: int = 6, *, seed: str = "videau", a_day: int = 1) -> list[Row]:
    """Rows of winner, loser, length, event and day; the lower number is the stronger player."""
    chance = Random(seed)
    rows = []
    for number in range(matches):
        one, two = sorted(chance.sample(range(players), 2))
        winner, loser = (one, two) if chance.random() < 0.7 else (two, one)
        rows.append((winner, loser, chance.choice((3, 5, 7)), number // 4, 1000 + number // a_day))
    return rows


def befores(
    formula: MatchFormula, rows: list[Row], *, by_group: bool
) -> list[tuple[RatedPlayer, RatedPlayer]]:
    """The players before each match, by a loop over dicts."""
    players: dict[int, RatedPlayer] = {}
    start: dict[int, RatedPlayer] = {}
    answer = []
    for place, (winner, loser, length, group, _day) in enumerate(rows):
        if not by_group or place == 0 or rows[place - 1][3] != group:
            start = dict(players)
        one, two = start.get(winner, RatedPlayer()), start.get(loser, RatedPlayer())
        answer.append((one, two))
        gain, loss = formula.changes(one, two, length=length)
        for player, change in ((winner, gain), (loser, loss)):
            row = players.get(player, RatedPlayer())
            players[player] = RatedPlayer(row.rating + change, row.experience + length)
    return answer


@pytest.mark.parametrize("by_group", [False, True])
def test_ratings_before_each_match_are_those_of_a_loop(by_group: bool) -> None:
    rows = season(60)
    matches, players = MatchColumns.of_rows(rows), RatingColumns.newcomers(6)
    changes = changes_by_match(FIBS, players, matches, by_group=by_group)
    winners, losers = ratings_before(players, matches, changes, by_group=by_group)
    expected = befores(FIBS, rows, by_group=by_group)
    assert winners.tolist() == [one.rating for one, _two in expected]
    assert losers.tolist() == [two.rating for _one, two in expected]


def predicted(
    players: RatingColumns,
    matches: MatchColumns,
    changes: ChangeColumns,
    *,
    by_group: bool = False,
    since: int = 0,
) -> Prediction:
    """The scores of FIBS over the matches from a place on."""
    chance = chances(FIBS, players, matches, changes, by_group=by_group)
    return scores(chance[since:], matches.length[since:])


@pytest.mark.parametrize("by_group", [False, True])
def test_the_scores_of_a_formula_are_those_of_a_loop(by_group: bool) -> None:
    rows = season(200)
    matches, players = MatchColumns.of_rows(rows), RatingColumns.newcomers(6)
    changes = changes_by_match(FIBS, players, matches, by_group=by_group)
    own = predicted(players, matches, changes, by_group=by_group, since=50)
    pairs = befores(FIBS, rows, by_group=by_group)
    expected = [FIBS.chance(one, two, length=row[2]) for (one, two), row in zip(pairs, rows, strict=True)][
        50:
    ]
    assert own.matches == 150
    assert own.log_loss == pytest.approx(-sum(log(chance) for chance in expected) / 150)
    assert own.brier == pytest.approx(sum((1 - chance) ** 2 for chance in expected) / 150)
    for bucket in own.calibration:
        inside = [
            chance
            for chance, row in zip(expected, rows[50:], strict=True)
            if row[2] == bucket.length and bucket.least <= max(chance, 1 - chance) < bucket.least + 0.05
        ]
        assert bucket.matches == len(inside)
        assert bucket.expected == pytest.approx(sum(max(chance, 1 - chance) for chance in inside))
        assert bucket.won == sum(1 if chance > 0.5 else 0 if chance < 0.5 else 0.5 for chance in inside)
    assert sum(bucket.matches for bucket in own.calibration) == 150


def test_a_formula_that_knows_nothing_scores_like_a_coin() -> None:
    matches, players = MatchColumns.of_rows([(0, 1, 5, 0, 1), (2, 3, 5, 0, 1)]), RatingColumns.newcomers(4)
    own = predicted(players, matches, changes_by_match(FIBS, players, matches))
    assert own.log_loss == pytest.approx(log(2))
    assert own.brier == 0.25
    [bucket] = own.calibration
    assert (bucket.least, bucket.matches, bucket.expected, bucket.won) == (0.5, 2, 1.0, 1.0)


def test_without_matches_there_is_nothing_to_score() -> None:
    matches, players = MatchColumns.of_rows([]), RatingColumns.newcomers(2)
    own = predicted(players, matches, changes_by_match(FIBS, players, matches))
    assert (own.matches, own.calibration) == (0, ())


def test_ratings_that_know_the_strength_predict_better_than_a_coin() -> None:
    matches, players = MatchColumns.of_rows(season(3000)), RatingColumns.newcomers(6)
    own = predicted(players, matches, changes_by_match(FIBS, players, matches), since=1000)
    assert own.log_loss < log(2)
    assert own.brier < 0.25


def test_moves_name_both_ratings_and_places_and_leave_out_who_never_played() -> None:
    matches, players = MatchColumns.of_rows(season(40, 5)), RatingColumns.newcomers(7)
    one, other = (
        players.after(matches, changes_by_match(formula, players, matches)) for formula in (FIBS, NO_RAMP)
    )
    moves = player_moves(one, other)
    assert {move.player for move in moves} == set(range(5))
    for move in moves:
        assert move.place == 1 + sum(one.rating[other_player] > move.rating for other_player in range(5))
        assert move.other_place == 1 + sum(other.rating[player] > move.other_rating for player in range(5))
    sizes = [abs(move.other_rating - move.rating) for move in moves]
    assert sizes == sorted(sizes, reverse=True)


def test_who_is_only_in_one_list_has_one_place() -> None:
    players = RatingColumns.newcomers(3)
    first, both = (
        MatchColumns.of_rows(rows) for rows in ([(0, 1, 5, 0, 1)], [(0, 1, 5, 0, 1), (2, 0, 5, 0, 2)])
    )
    one, other = (players.after(rows, changes_by_match(FIBS, players, rows)) for rows in (first, both))
    newcomer = next(move for move in player_moves(one, other) if move.player == 2)
    assert (newcomer.place, newcomer.other_place) == (None, 1)


def published(
    formula: MatchFormula, rows: list[Row], *, digits: int, players: int = 6
) -> list[PublishedRating]:
    """The list after each day, with so many digits, by a loop over dicts."""
    ratings: dict[int, RatedPlayer] = {}
    lines = []
    for place, (winner, loser, length, _group, day) in enumerate(rows):
        one, two = ratings.get(winner, RatedPlayer()), ratings.get(loser, RatedPlayer())
        gain, loss = formula.changes(one, two, length=length)
        ratings[winner] = RatedPlayer(one.rating + gain, one.experience + length)
        ratings[loser] = RatedPlayer(two.rating + loss, two.experience + length)
        if place + 1 == len(rows) or rows[place + 1][4] != day:
            lines += [
                PublishedRating(day, player, round(Decimal(row.rating) / UNITS, digits))
                for player, row in ratings.items()
            ]
    return lines


def candidate(formula: MatchFormula, rows: list[Row], *, shortest: int = 1) -> FormulaTrial:
    is_counted = np.array([row[2] >= shortest for row in rows], dtype=bool)
    return FormulaTrial(name=formula.name, formula=formula, is_counted=is_counted)


@pytest.mark.parametrize("digits", [0, 2, 9])
def test_the_formula_of_a_list_reproduces_it_to_its_digits(digits: int) -> None:
    rows = season(80, a_day=3)
    answer = reproduction(
        candidate(FIBS, rows),
        RatingColumns.newcomers(6),
        MatchColumns.of_rows(rows),
        published(FIBS, rows, digits=digits),
    )
    assert answer.agreed == answer.lines > 0
    assert answer.digits == digits
    assert answer.greatest <= Fraction(1, 2) / 10**digits
    assert answer.first is None


def test_another_formula_differs_at_the_first_match() -> None:
    rows = season(20)
    answer = reproduction(
        candidate(NO_RAMP, rows),
        RatingColumns.newcomers(6),
        MatchColumns.of_rows(rows),
        published(FIBS, rows, digits=2),
    )
    assert answer.digits is None
    assert answer.first is not None
    assert answer.first.match == 0
    assert answer.agreed < answer.lines


def test_counting_rules_that_rate_too_much_differ_at_the_match_that_did_not_count() -> None:
    rows = season(30)
    first_short = next(place for place, row in enumerate(rows) if row[2] == 3)
    lists = published(FIBS, [row for row in rows if row[2] >= 5], digits=6)
    # The days without a counted match have the list of the day before.
    answer = reproduction(
        candidate(FIBS, rows), RatingColumns.newcomers(6), MatchColumns.of_rows(rows), lists
    )
    exact = reproduction(
        candidate(FIBS, rows, shortest=5), RatingColumns.newcomers(6), MatchColumns.of_rows(rows), lists
    )
    assert exact.agreed == exact.lines
    assert answer.first is not None
    assert answer.first.match is not None
    assert first_short <= answer.first.match


def test_a_player_without_a_match_who_differs_has_no_match_to_name() -> None:
    rows = [(0, 1, 5, 0, 10)]
    lines = [PublishedRating(10, 2, Decimal("1600.0"))]
    answer = reproduction(
        candidate(FIBS, rows), RatingColumns.newcomers(3), MatchColumns.of_rows(rows), lines
    )
    assert answer.first is not None
    assert answer.first.match is None
    assert answer.first.computed == 1500 * UNITS
    assert answer.greatest == 100


def test_nothing_published_is_reproduced_by_everything_and_proves_nothing() -> None:
    rows = season(3)
    answer = reproduction(candidate(FIBS, rows), RatingColumns.newcomers(6), MatchColumns.of_rows(rows), [])
    assert (answer.lines, answer.digits, answer.first) == (0, None, None)


@settings(max_examples=examples(200))
@given(st.integers(0, 10**6), st.data())
def test_a_result_that_was_written_down_wrongly_is_the_first_to_differ(
    seed: int, data: st.DataObject
) -> None:
    rows = season(25, seed=str(seed))
    place = data.draw(st.integers(0, 24))
    winner, loser, *rest = rows[place]
    wrong = [*rows[:place], (loser, winner, *rest), *rows[place + 1 :]]
    answer = reproduction(
        candidate(FIBS, rows),
        RatingColumns.newcomers(6),
        MatchColumns.of_rows(wrong),  # type: ignore[arg-type]
        published(FIBS, rows, digits=4),
    )
    assert answer.first is not None
    assert answer.first.match == place
    assert answer.first.published.player in {winner, loser}


def test_a_candidate_may_count_events_with_the_ratings_at_their_start() -> None:
    rows = season(40)
    plain = candidate(FIBS, rows)
    lists = published(FIBS, rows, digits=2)
    by_event = reproduction(
        replace(plain, by_group=True), RatingColumns.newcomers(6), MatchColumns.of_rows(rows), lists
    )
    assert by_event.agreed < by_event.lines


RESULTS = "winner,loser,length,day,event\n"


def test_results_count_by_day_and_then_as_the_file_has_them() -> None:
    lines = (
        RESULTS + "Ada,Ben,7,2026-03-08,B\nBen,Cleo,5,2026-03-07,A\n\nCleo,Ada,3,2026-03-07,A\n"
    ).splitlines()
    results = past_results(lines)
    assert results.players == ("Ada", "Ben", "Cleo")
    assert [match.line for match in results.matches] == [3, 5, 2]
    assert results.columns().winner.tolist() == [1, 2, 0]


def test_an_event_of_several_days_counts_on_its_last_day() -> None:
    lines = (
        RESULTS + "Ada,Ben,7,2026-03-07,A\nBen,Cleo,5,2026-03-07,B\nCleo,Ada,3,2026-03-08,A\n"
    ).splitlines()
    by_event = past_results(lines).by_event()
    assert [match.line for match in by_event.matches] == [3, 2, 4]
    assert len({match.day for match in by_event.matches[1:]}) == 1


@pytest.mark.parametrize(
    ("row", "line", "reason"),
    [
        ("Ada,Ada,7,2026-03-08,B", 2, "against themself"),
        ("Ada,,7,2026-03-08,B", 2, "must be named"),
        ("Ada,Ben,0,2026-03-08,B", 2, "length"),
        ("Ada,Ben,10000,2026-03-08,B", 2, "length"),
        ("Ada,Ben,٧,2026-03-08,B", 2, "length"),
        ("Ada,Ben,7,08.03.2026,B", 2, "day must be written"),
        ("Ada,Ben,7,20260308,B", 2, "day must be written"),
        ("Ada,Ben,7,2026-03-08", 2, "has 4 fields"),
        (f"{'A' * 201},Ben,7,2026-03-08,B", 2, "more than 200"),
        ('"Ada,Ben,7,2026-03-08,B', 2, "unexpected end"),
    ],
)
def test_a_result_that_cannot_be_is_refused_by_its_line(row: str, line: int, reason: str) -> None:
    with pytest.raises(InvalidRow, match=reason) as refusal:
        past_results((RESULTS + row).splitlines())
    assert refusal.value.number == line


def test_a_header_without_a_column_is_refused() -> None:
    with pytest.raises(InvalidRow, match="lacks loser, event"):
        past_results(["winner,length,day"])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("2026-03-08,,1500", "player must be named"),
        ("2026-03-08,Ada,many", "rating must be"),
        ("2026-03-08,Ada,5001", "rating must be"),
        ("2026-03-08,Ada,Infinity", "rating must be"),
        ("2026-03-07,Ada,1500", "of this day above"),
    ],
)
def test_a_published_rating_that_cannot_be_is_refused_by_its_line(row: str, reason: str) -> None:
    with pytest.raises(InvalidRow, match=reason) as refusal:
        published_ratings(f"day,player,rating\n2026-03-07,Ada,1500.00\n{row}".splitlines(), {})
    assert refusal.value.number == 3


def files(folder: Path, rows: list[Row], lists: list[PublishedRating]) -> list[str]:
    results = folder / "results.csv"
    days = [date.fromordinal(row[4]).isoformat() for row in rows]
    results.write_text(
        RESULTS
        + "".join(
            f"P{row[0]},P{row[1]},{row[2]},{day},E{row[3]}\n" for row, day in zip(rows, days, strict=True)
        )
    )
    published_file = folder / "lists.csv"
    published_file.write_text(
        "day,player,rating\n"
        + "".join(
            f"{date.fromordinal(line.day).isoformat()},P{line.player},{line.rating}\n" for line in lists
        )
    )
    return [str(results), str(published_file)]


def test_the_command_line_names_the_formula_that_was_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = season(40)
    lists = published(NO_RAMP, [row for row in rows if row[2] >= 5], digits=3)
    assert main(files(tmp_path, rows, lists)) == 0
    best, second, *_others = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert best["candidate"] == "fibs-no-ramp, from 5"
    assert best["agreed"] == best["lines"]
    assert best["digits"] == 3
    assert "first" not in best
    assert second["agreed"] < second["lines"]
    assert set(second["first"]) == {"day", "player", "published", "computed", "line"}


def test_the_command_line_tries_one_formula_with_other_parameters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = season(10)
    half = NO_RAMP.with_parameters({"factor": 2})
    arguments = [*files(tmp_path, rows, published(half, rows, digits=5)), "--formula", "fibs-no-ramp"]
    assert main([*arguments, "--parameters", '{"factor": 2}']) == 0
    best = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (best["candidate"], best["digits"]) == ("fibs-no-ramp, from 1", 5)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("results.csv", "winner,loser\n", "results.csv, line 1: the header lacks length"),
        ("lists.csv", "day,player,rating\n2026-03-08,Ada,x\n", "lists.csv, line 2: rating must be"),
    ],
)
def test_the_command_line_names_file_and_line_of_what_cannot_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: str, message: str
) -> None:
    arguments = files(tmp_path, season(3), [])
    (tmp_path / name).write_text(content)
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_the_command_line_begins_with_another_rating(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = files(tmp_path, season(10), [])
    Path(arguments[1]).write_text("day,player,rating\n0001-01-01,P1,1234.5\n")
    for start, digits in (("1234.5", 1), ("1500", None)):
        assert main([*arguments, "--formula", "fibs", "--start", start]) == 0
        assert json.loads(capsys.readouterr().out.splitlines()[0])["digits"] == digits, start
    for wrong in ("many", "NaN", "Infinity"):
        with pytest.raises(SystemExit):
            main([*arguments, "--start", wrong])


@pytest.mark.parametrize("parameters", ["[]", "{", '{"unknown": 1}'])
def test_the_command_line_refuses_parameters_that_are_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parameters: str
) -> None:
    arguments = files(tmp_path, season(3), [])
    assert main([*arguments, "--formula", "fibs", "--parameters", parameters]) == 2
    assert capsys.readouterr().err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.csv"), str(tmp_path / "none.csv")]) == 2
    assert "none.csv" in capsys.readouterr().err
