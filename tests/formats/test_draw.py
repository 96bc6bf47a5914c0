"""The draw of a bracket: lines, seeds, byes and chance."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.tournament import entrants
from tournaments.formats import Entry
from tournaments.formats.chance import by_chance
from tournaments.formats.seeding import bracket_size, draw_bracket, ranks_by_line

SIZES = st.sampled_from([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024])


def test_the_standard_order_of_sixteen_is_the_published_one() -> None:
    assert ranks_by_line(16) == (1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11)


def test_the_bracket_is_the_smallest_power_of_two_that_holds_the_entrants() -> None:
    sizes = {count: bracket_size(count) for count in (2, 3, 4, 5, 8, 9, 1023, 1024, 1025)}
    assert sizes == {2: 2, 3: 4, 4: 4, 5: 8, 8: 8, 9: 16, 1023: 1024, 1024: 1024, 1025: 2048}


@given(size=SIZES)
def test_when_every_favourite_wins_the_ranks_of_each_pair_add_up_to_the_places_plus_one(size: int) -> None:
    ranks = list(ranks_by_line(size))
    while len(ranks) > 1:
        pairs = list(zip(ranks[::2], ranks[1::2], strict=True))
        assert {one + two for one, two in pairs} == {len(ranks) + 1}
        ranks = [min(pair) for pair in pairs]


def blocks(lines: tuple[str | None, ...]) -> list[list[int]]:
    """Return, for every part size of the bracket, how many empty lines each part of that size has."""
    counts = []
    size = len(lines)
    while size > 1:
        counts.append([lines[start : start + size].count(None) for start in range(0, len(lines), size)])
        size //= 2
    return counts


@pytest.mark.parametrize("is_seeded", [False, True])
@pytest.mark.parametrize("count", [*range(2, 131), 255, 256, 257, 511, 513, 768, 1000, 1023, 1024])
def test_byes_are_spread_evenly_and_never_two_meet_in_the_first_round(count: int, is_seeded: bool) -> None:
    lines = draw_bracket(entrants(count), seed="s", is_seeded=is_seeded).lines
    assert lines.count(None) == len(lines) - count
    assert all(max(counts) - min(counts) <= 1 for counts in blocks(lines))
    assert max(blocks(lines)[-1]) <= 1


@given(count=st.integers(2, 300), seeds=st.sets(st.integers(1, 300)), data=st.data())
@settings(max_examples=60, deadline=None)
def test_seeds_take_the_standard_lines_and_the_byes_first(
    count: int, seeds: set[int], data: st.DataObject
) -> None:
    numbers = sorted(seeds)[:count]
    entries = [Entry(f"seed{number}", seed=number) for number in numbers]
    entries += [Entry(f"e{number}") for number in range(count - len(numbers))]
    entries = data.draw(st.permutations(entries)) if count < 40 else entries[::-1]
    placement = draw_bracket(entries, seed="s", is_seeded=True)
    ranks = ranks_by_line(placement.size)
    lines = placement.by_entrant()
    assert [ranks[lines[f"seed{number}"]] for number in numbers] == list(range(1, len(numbers) + 1))
    has_bye = [placement.lines[lines[f"seed{number}"] ^ 1] is None for number in numbers]
    assert has_bye == sorted(has_bye, reverse=True)
    assert all(has_bye) or sum(has_bye) == placement.size - count


@pytest.mark.parametrize(("others", "byes_left"), [(6, 0), (9, 3), (10, 2), (13, 0)])
def test_behind_the_seeds_chance_gives_the_byes_that_are_left_and_then_the_lines(
    others: int, byes_left: int
) -> None:
    entries = [*entrants(others), Entry("strong", seed=1), Entry("second", seed=2)]
    placement = draw_bracket(entries, seed="s", is_seeded=True)
    by_rank = dict(zip(ranks_by_line(placement.size), placement.lines, strict=True))
    in_line = by_chance([entry.uid for entry in entrants(others)], seed="s", round_number=1, purpose="bye")
    rest = by_chance(in_line[byes_left:], seed="s", round_number=1, purpose="line")
    assert [by_rank[rank] for rank in range(3, others + 3)] == in_line[:byes_left] + rest


def test_without_seeding_a_seed_gives_no_advantage() -> None:
    plain = draw_bracket(entrants(11), seed="s", is_seeded=False)
    strong = [Entry(entry.uid, seed=number) for number, entry in enumerate(entrants(11), start=1)]
    assert draw_bracket(strong, seed="s", is_seeded=False) == plain


def test_late_entrants_get_a_bye_only_when_the_others_are_used_up() -> None:
    prompt = entrants(5)
    late = [Entry(f"late{number}", is_latecomer=True) for number in range(5)]
    for seed in "abcdefgh":
        lines = draw_bracket([*late, *prompt], seed=seed, is_seeded=False).lines
        holders = {lines[line ^ 1] for line, uid in enumerate(lines) if uid is None}
        assert len(holders) == 6
        assert {entry.uid for entry in prompt} < holders


def test_every_entrant_has_the_same_chance_of_a_bye_and_of_each_line() -> None:
    byes: Counter[str | None] = Counter()
    lines_of_first: Counter[int] = Counter()
    draws = 4000
    for number in range(draws):
        placement = draw_bracket(entrants(6), seed=str(number), is_seeded=False)
        byes.update(placement.lines[line ^ 1] for line, uid in enumerate(placement.lines) if uid is None)
        lines_of_first[placement.by_entrant()["e1"]] += 1
    # Two byes and six lines for six entrants: a third and a sixth of the draws, within five standard errors.
    assert all(abs(times / draws - 1 / 3) < 0.04 for times in byes.values())
    assert len(byes) == len(lines_of_first) == 6
    assert all(abs(times / draws - 1 / 6) < 0.03 for times in lines_of_first.values())


def test_chance_is_the_order_of_published_digests() -> None:
    uids = [f"e{number}" for number in range(40)]
    order = sorted(uids, key=lambda uid: sha256(b"secret\n3\nbye\n" + uid.encode()).hexdigest())
    assert by_chance(uids, seed="secret", round_number=3, purpose="bye") == order
    assert by_chance(uids, seed="secret", round_number=4, purpose="bye") != order
    assert by_chance(uids, seed="secret", round_number=3, purpose="line") != order


def test_a_published_draw_can_be_repeated_by_hand() -> None:
    # Worked out with printf and sha256sum: for "bye" e2 and e1 have the smallest digests; for "line" the order of the
    # others is e4, e5, e3, e6. They are the ranks 1 to 6 of the standard order 1-8, 4-5, 2-7, 3-6.
    placement = draw_bracket(entrants(6), seed="golden", is_seeded=False)
    assert placement.lines == ("e2", None, "e5", "e3", "e1", None, "e4", "e6")
