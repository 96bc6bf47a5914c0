"""Those of one group meet again as late as possible in the knock-out behind their groups."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from tests.effort import examples
from tournaments.formats import FORMATS, Entry
from tournaments.formats.single_elimination.format import SingleEliminationOptions


def best_of(groups: int, each: int, *, club: str = "") -> list[Entry]:
    """The best of groups: first all winners, then all seconds; the seeds are in this order."""
    return [
        Entry(f"{group}.{place}", seed=place * groups + group + 1, group=f"groups.{group}", club=club)
        for place in range(each)
        for group in range(groups)
    ]


def draw_lines(
    entries: list[Entry], *, seed: str = "seed", code: str = "single_elimination", **options: object
) -> list[str | None]:
    """The lines of a draw of these."""
    form = FORMATS[code]
    options_of_form = form.options.from_dict(options)
    return list(form.draw(entries, seed=seed, options=options_of_form).lines)


def meetings(lines: list[str | None]) -> list[int]:
    """How many rounds before the final each two of one group can meet."""
    rounds = (len(lines) - 1).bit_length()
    place = {uid: line for line, uid in enumerate(lines) if uid is not None}
    return [
        rounds - (place[one] ^ place[two]).bit_length()
        for one, two in combinations(place, 2)
        if one.split(".")[0] == two.split(".")[0]
    ]


@pytest.mark.parametrize("seeding", ["seeded", "random"])
@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 7, 8, 11, 16, 32])
@pytest.mark.parametrize("code", ["single_elimination", "double_elimination"])
def test_the_best_two_of_a_group_meet_in_the_final_at_the_earliest(
    code: str, groups: int, seeding: str
) -> None:
    for number in range(5):
        lines = draw_lines(best_of(groups, 2), seed=str(number), code=code, seeding=seeding)
        assert meetings(lines) == [0] * groups
        assert {uid for uid in lines if uid} == {entry.uid for entry in best_of(groups, 2)}


def test_seeds_drawn_in_pots_are_apart_too() -> None:
    for number in range(20):
        lines = draw_lines(best_of(6, 2), seed=str(number), seeding="seeded", order="pots")
        assert meetings(lines) == [0] * 6


@pytest.mark.parametrize("seeding", ["seeded", "random"])
@pytest.mark.parametrize("each", [3, 4])
def test_the_best_three_or_four_of_a_group_stand_in_quarters_of_their_own(each: int, seeding: str) -> None:
    for number in range(10):
        lines = draw_lines(best_of(4, each), seed=str(number), seeding=seeding)
        # Two of four can be in a half, and none share a quarter.
        assert max(meetings(lines)) <= 1


def test_of_unequal_groups_each_is_kept_apart() -> None:
    entries = [entry for entry in best_of(5, 3) if entry.uid not in {"0.2", "3.2", "4.2"}]
    for seeding in ("seeded", "random"):
        for number in range(20):
            lines = draw_lines(entries, seed=str(number), seeding=seeding)
            assert max(meetings(lines)) <= 1


def test_the_winners_of_groups_keep_their_lines_and_the_seconds_theirs_among_themselves() -> None:
    plain = draw_lines([Entry(entry.uid, seed=entry.seed) for entry in best_of(4, 2)], seeding="seeded")
    lines = draw_lines(best_of(4, 2), seeding="seeded")
    moves = {uid for uid, other in zip(lines, plain, strict=True) if uid != other}
    assert moves == {"0.1", "1.1", "2.1", "3.1"}
    # 1-8, 4-5, 2-7, 3-6: those beside the first and the fourth come from the second and the third group.
    assert lines == ["0.0", "2.1", "3.0", "1.1", "1.0", "3.1", "2.0", "0.1"]


def test_clubs_are_kept_apart_without_bringing_a_group_together() -> None:
    entries = [
        Entry(entry.uid, group=entry.group, club="Brest" if place % 3 == 0 else "")
        for place, entry in enumerate(best_of(8, 2))
    ]
    for number in range(20):
        lines = draw_lines(entries, seed=str(number), apart="club", apart_rounds=2)
        assert meetings(lines) == [0] * 8
        club = {entry.uid for entry in entries if entry.club}
        assert not any({one, two} <= club for one, two in zip(lines[::2], lines[1::2], strict=True))


def test_a_draw_without_groups_is_as_it_was() -> None:
    entries = [Entry(f"e{number}", seed=number) for number in range(1, 12)]
    for options in (SingleEliminationOptions(), SingleEliminationOptions.from_dict({"seeding": "seeded"})):
        one = FORMATS["single_elimination"].draw(entries, seed="s", options=options)
        group_entries = [Entry(entry.uid, seed=entry.seed, group=entry.uid) for entry in entries]
        assert FORMATS["single_elimination"].draw(group_entries, seed="s", options=options) == one


def test_a_random_draw_of_groups_is_fair() -> None:
    firsts: Counter[str | None] = Counter()
    for number in range(400):
        lines = draw_lines(best_of(2, 2), seed=str(number))
        firsts[lines[0]] += 1
    # Four lines, each a quarter of the time: 100 expected, standard deviation under 9.
    assert set(firsts) == {"0.0", "0.1", "1.0", "1.1"}
    assert all(60 < times < 140 for times in firsts.values())


def _first_pairs(lines: list[str | None]) -> set[frozenset[str]]:
    """Who meets in the first round."""
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return {frozenset((one, two)) for one, two in pairs if one is not None and two is not None}


@pytest.mark.parametrize("code", ["single_elimination", "double_elimination"])
def test_two_by_order_do_not_meet_in_the_first_round_unless_no_one_else_plays_in_it(code: str) -> None:
    """The draw without an order pairs them; with it they part, the byes stay, and a field with one match keeps it."""
    for entrants, number in product(range(3, 18), range(8)):
        plain = [Entry(str(place)) for place in range(entrants)]
        before = draw_lines(plain, seed=str(number), code=code)
        pairs = _first_pairs(before)
        one, two = sorted(next(iter(sorted(pairs, key=sorted))))
        bans = {one: (two,), two: (one,)}
        entries = [Entry(entry.uid, apart_from=bans.get(entry.uid, ())) for entry in plain]
        after = draw_lines(entries, seed=str(number), code=code)
        assert (frozenset((one, two)) in _first_pairs(after)) == (len(pairs) == 1)
        assert [line is None for line in after] == [line is None for line in before]
        assert {uid for pair in _first_pairs(after) for uid in pair} == {
            uid for pair in pairs for uid in pair
        }


def test_an_order_outweighs_clubs_which_stay_apart_where_both_can_be() -> None:
    clubs = {"a": "x", "b": "x", "c": "y", "d": "y", "e": "", "f": "", "g": "", "h": ""}
    bans = {"a": ("c",), "c": ("a",)}
    for number in range(40):
        entries = [Entry(uid, club=club, apart_from=bans.get(uid, ())) for uid, club in clubs.items()]
        pairs = _first_pairs(draw_lines(entries, seed=str(number), apart="club"))
        assert not pairs & {frozenset("ac"), frozenset("ab"), frozenset("cd")}
    # Of two seeds none moves, so the two who are not seeded do.
    entries = [
        Entry("s1", seed=1, apart_from=("d",)),
        Entry("s2", seed=2),
        Entry("c"),
        Entry("d", apart_from=("s1",)),
    ]
    for number in range(20):
        lines = draw_lines(entries, seed=str(number), seeding="seeded")
        assert (lines[0], lines[2]) == ("s1", "s2") or (lines[0], lines[3]) == ("s1", "s2")
        assert frozenset(("s1", "d")) not in _first_pairs(lines)


def by_round(lines: list[str | None]) -> tuple[int, ...]:
    """How many pairs of one group can meet in each round, the first round first."""
    counts = Counter(meetings(lines))
    rounds = (len(lines) - 1).bit_length()
    return tuple(counts[number] for number in reversed(range(rounds)))


@cache
def fewest(is_empty: tuple[bool, ...], group_sizes: tuple[int, ...]) -> tuple[int, ...]:
    """The fewest such pairs of all ways to fill these lines, an earlier round before every later one."""
    best: tuple[int, ...] | None = None
    lines: list[str | None] = [None] * len(is_empty)
    left = list(group_sizes)

    def fill(line: int) -> None:
        nonlocal best
        if line == len(lines):
            here = by_round(lines)
            best = here if best is None else min(best, here)
            return
        if is_empty[line]:
            fill(line + 1)
            return
        for group, size in enumerate(left):
            if size:
                left[group] -= 1
                lines[line] = f"{group}.{size}"
                fill(line + 1)
                left[group] += 1
        lines[line] = None

    fill(0)
    assert best is not None
    return best


FIELDS = [(2, 2), (3, 2), (4, 2), (2, 3), (2, 4)]


@pytest.mark.parametrize("seeding", ["seeded", "random"])
@pytest.mark.parametrize(
    "code", ["single_elimination", "double_elimination", "triple_elimination", "michigan"]
)
@pytest.mark.parametrize(("groups", "each"), FIELDS)
def test_with_anybody_missing_no_draw_keeps_groups_further_apart(
    groups: int, each: int, code: str, seeding: str
) -> None:
    """Of all draws there are, tried one by one by a twin, none has fewer early meetings."""
    whole = best_of(groups, each)
    for absentee, number in product([None, *whole], range(examples(20, landing=4))):
        entries = [entry for entry in whole if entry is not absentee]
        lines = draw_lines(entries, seed=str(number), code=code, seeding=seeding)
        assert {uid for uid in lines if uid} == {entry.uid for entry in entries}
        sizes = Counter(entry.group for entry in entries)
        assert by_round(lines) == fewest(
            tuple(uid is None for uid in lines), tuple(sorted(sizes.values(), reverse=True))
        )


@pytest.mark.parametrize("seeding", ["seeded", "random"])
@pytest.mark.parametrize("number", range(examples(200)))
def test_in_a_large_field_every_group_is_even_at_every_split_whoever_is_missing(
    number: int, seeding: str
) -> None:
    chance = Random(number)
    groups, each = chance.randint(2, 24), chance.randint(2, 5)
    whole = best_of(groups, each)
    absent = set(chance.sample(whole, k=chance.randint(1, min(6, len(whole) - 2))))
    entries = [entry for entry in whole if entry not in absent]
    entries += [Entry(f"wild{card}", seed=1000 + card) for card in range(chance.randint(0, 3))]
    lines = draw_lines(entries, seed=str(number), seeding=seeding)
    width = len(lines)
    while width > 2:
        half = width // 2
        for start in range(0, len(lines), width):
            parts = [
                Counter(uid.split(".")[0] for uid in lines[at : at + half] if uid)
                for at in (start, start + half)
            ]
            assert all(abs(parts[0][group] - parts[1][group]) <= 1 for group in parts[0] | parts[1])
        width = half


def test_the_bye_moves_only_where_the_group_could_not_be_kept_apart_otherwise() -> None:
    # The strongest is the only one left of group 0: its bye goes to the next one, who would meet the own group.
    alone = [
        Entry("0.0", seed=1, group="0"),
        Entry("1.0", seed=2, group="1"),
        Entry("1.1", seed=3, group="1"),
    ]
    assert draw_lines(alone, seeding="seeded") == ["1.0", None, "0.0", "1.1"]
    other = [
        Entry("1.0", seed=1, group="1"),
        Entry("0.0", seed=2, group="0"),
        Entry("1.1", seed=3, group="1"),
    ]
    assert draw_lines(other, seeding="seeded") == ["1.0", None, "0.0", "1.1"]


def test_a_draw_of_an_earlier_version_is_repeated_as_it_was() -> None:
    alone = [
        Entry("0.0", seed=1, group="0"),
        Entry("1.0", seed=2, group="1"),
        Entry("1.1", seed=3, group="1"),
    ]
    rules = FORMATS["single_elimination"]
    options = SingleEliminationOptions.from_dict({"seeding": "seeded"})
    lines = rules.draw(alone, seed="seed", options=options, version=1).lines
    assert lines == ("0.0", None, "1.0", "1.1")
