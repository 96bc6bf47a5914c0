"""One round of a Swiss on its own: boards by hand, and against every other round there is."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.effort import examples
from tests.matching.test_solver import costs_of
from tests.matching.test_solver import rounds as every_round
from tournaments.formats.swiss.board import (
    Basis,
    Rematches,
    Seating,
    SwissBoard,
    System,
    best_seating,
    fewest_rematches,
    fewest_sitting_out,
    field_of,
)
from tournaments.formats.swiss.reasons import pair_reasons
from tournaments.matching import lookahead
from tournaments.matching.rules import by_difference
from tournaments.matching.solver import PairingProblem


def board(
    count: int,
    *met: tuple[int, int],
    after: int = 0,
    scores: tuple[int, ...] | None = None,
    byes: tuple[int, ...] | None = None,
    system: System = System.FOLD,
    rematches: Rematches = Rematches.NEVER,
    keys: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> SwissBoard:
    """A round of so many players, of whom these have met."""
    return SwissBoard(
        number=3,
        rounds_after=after,
        seed="s",
        system=system,
        rematches=rematches,
        players=tuple(f"e{player}" for player in range(count)),
        scores=scores or (0,) * count,
        virtual=(0,) * count,
        byes=byes or (0,) * count,
        no_bye_lots=(False,) * count,
        unplayed=(0,) * count,
        met_pairs=frozenset(met),
        keys=keys,
    )


CIRCLE = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5))


def test_the_golden_case_looks_ahead_only_as_far_as_rounds_are_planned() -> None:
    now = best_seating(board(6, *CIRCLE))
    assert now is not None
    assert (now.pairs, now.basis) == (((0, 3), (1, 4), (2, 5)), Basis.BEST)
    for after in (1, 2):
        ahead = best_seating(board(6, *CIRCLE, after=after))
        assert ahead is not None
        assert ahead.pairs != now.pairs
        assert ahead.basis is Basis.LOOK_AHEAD
        # The best of all the rounds behind which the others can be paired.
        others = [((0, 2), (1, 4), (3, 5)), ((0, 3), (1, 5), (2, 4)), ((0, 4), (1, 3), (2, 5))]
        costs = {
            pairs: tuple(
                sum(ahead.among.cost(*pair).get(rule.code, 0) for pair in pairs) for rule in ahead.among.rules
            )
            for pairs in others
        }
        assert ahead.pairs == min(others, key=costs.__getitem__)


def test_beyond_the_rounds_looked_at_a_round_of_the_schedule_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lookahead, "_ROUNDS_LOOKED_AT", 1)
    seating = best_seating(board(6, *CIRCLE, after=2))
    assert seating is not None
    assert seating.basis is Basis.LOOK_AHEAD
    assert seating.pairs in {((0, 2), (1, 4), (3, 5)), ((0, 3), (1, 5), (2, 4)), ((0, 4), (1, 3), (2, 5))}


@pytest.mark.parametrize("looked_at", [0, 100])
def test_the_bye_of_an_odd_field_is_in_the_circle_as_a_player(
    looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, "_ROUNDS_LOOKED_AT", looked_at)
    # The circle is 0-1-4-2-3 and the bye; the fold 0-2, 1-3 and the bye of 4 are its rungs.
    circle = [(0, 1), (1, 4), (2, 4), (2, 3)]
    now = best_seating(board(5, *circle, byes=(1, 0, 0, 1, 0)))
    ahead = best_seating(board(5, *circle, byes=(1, 0, 0, 1, 0), after=2))
    assert now is not None
    assert ahead is not None
    assert (now.pairs, now.byes, now.basis) == (((0, 2), (1, 3)), (4,), Basis.BEST)
    assert ahead.basis is Basis.LOOK_AHEAD
    assert (ahead.pairs, ahead.byes) != (now.pairs, now.byes)
    assert (len(ahead.pairs), len(ahead.byes)) == (2, 1)


def test_where_another_round_is_as_good_that_is_said() -> None:
    field = PairingProblem(4, (by_difference("score", [0] * 4),))
    seating = Seating(((0, 1), (2, 3)), (), Basis.BEST, field, {"score": 0})
    codes = [reason.code for reason in pair_reasons(board(4, system=System.MONRAD), seating, 0, 1)]
    assert codes[-1] == "equally_good"


def test_where_no_round_can_follow_the_best_one_stands() -> None:
    # Four in a circle: one round is left, of the three planned.
    seating = best_seating(board(4, (0, 1), (1, 2), (2, 3), (0, 3), after=2))
    assert seating is not None
    assert (seating.pairs, seating.basis) == (((0, 2), (1, 3)), Basis.BEST)


def test_as_many_of_the_rounds_planned_as_there_can_be_are_kept_pairable() -> None:
    # Of the six in a circle three rounds are left; five are planned.
    seating = best_seating(board(6, *CIRCLE, after=4))
    assert seating is not None
    assert seating.basis is Basis.LOOK_AHEAD


def test_who_has_met_everybody_sits_out_and_beside_them_who_had_the_fewest_byes() -> None:
    everybody = [(0, other) for other in range(1, 4)]
    stuck = board(4, *everybody, byes=(0, 0, 1, 1), scores=(6, 4, 4, 2))
    seating = best_seating(stuck)
    assert seating is not None
    assert (seating.pairs, seating.byes, seating.basis) == (((2, 3),), (0, 1), Basis.NOBODY_LEFT)
    assert fewest_sitting_out(stuck) == 2
    assert fewest_rematches(stuck) == 1


def test_where_nobody_can_meet_anybody_all_sit_out() -> None:
    for count in (1, 2, 3, 4, 5):
        seating = best_seating(board(count, *combinations(range(count), 2)))
        assert seating is not None
        assert seating.pairs == ()
        assert seating.byes == tuple(range(count))


def test_the_same_field_by_the_three_ways_out() -> None:
    pairs = list(combinations(range(4), 2))
    assert best_seating(board(4, *pairs, rematches=Rematches.ASK)) is None
    again = best_seating(board(4, *pairs, rematches=Rematches.IF_NEEDED))
    assert again is not None
    assert (len(again.pairs), again.basis) == (2, Basis.REMATCHES)
    assert again.costs["rematch"] == 2


def test_danish_does_not_look_at_meetings() -> None:
    seating = best_seating(board(4, (0, 1), (2, 3), system=System.DANISH, scores=(4, 2, 2, 0), after=9))
    assert seating is not None
    assert seating.pairs == ((0, 1), (2, 3))
    assert "rematch" not in seating.costs


def test_an_order_of_ten_thousand_with_families_clubs_and_countries_fits_the_weights() -> None:
    keys = tuple(
        (code, tuple(f"{player % 40}" for player in range(9_999))) for code in ("family", "club", "country")
    )
    for system in System:
        scores = tuple(sorted((player % 62 for player in range(9_999)), reverse=True))
        field = field_of(
            board(9_999, system=system, scores=scores, keys=keys, byes=(30,) * 9_999), has_rematches=False
        )
        assert len(field.rules) >= 9


def test_in_a_field_too_large_for_lots_there_are_none() -> None:
    codes = [[rule.code for rule in field_of(board(count), has_rematches=False).rules] for count in (64, 66)]
    assert [names[-1] for names in codes] == ["lot", "fold"]


@pytest.mark.parametrize("count", range(2, 9))
def test_no_other_round_keeps_the_rules_better(count: int) -> None:
    chance = Random(count)
    for _ in range(examples(150)):
        pairs = list(combinations(range(count), 2))
        sample = chance.sample(pairs, k=chance.randint(0, len(pairs) // 2))
        round_board = board(
            count,
            *sample,
            scores=tuple(sorted((chance.randint(0, 4) for _ in range(count)), reverse=True)),
            byes=tuple(chance.randint(0, 1) for _ in range(count)),
            system=chance.choice([System.FOLD, System.MONRAD]),
        )
        seating = best_seating(round_board)
        assert seating is not None
        field = seating.among
        options = [
            (matches, bye)
            for matches, bye in every_round(list(range(count)), needs_bye=count % 2 == 1)
            if field.barred.isdisjoint(matches)
        ]
        assert (seating.basis is Basis.NOBODY_LEFT) == (not options)
        if not options:
            continue

        best = min(costs_of(field, list(matches), bye) for matches, bye in options)
        assert tuple(seating.costs.values()) == best
        if seating.byes:
            # Nobody has a second bye where another round gives somebody a first one.
            assert round_board.byes[seating.byes[0]] == min(
                round_board.byes[bye] for _, bye in options if bye is not None
            )
