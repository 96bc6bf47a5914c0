"""Random schemes, events and seasons, as data."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tournaments.points import PointsScheme

FLIGHTS = ("main", "consolation")
numbers = st.one_of(st.integers(0, 60), st.sampled_from(["0.5", "1/3", "2.25", "0.08"]), st.just(0.75))
positive = st.one_of(st.integers(1, 60), st.sampled_from(["0.5", "1/3"]))


def _sizes(values: st.SearchStrategy[Any], name: str) -> st.SearchStrategy[Any]:
    """Values for ever larger fields, from one of one player on."""
    sizes = st.lists(st.integers(2, 12), max_size=2, unique=True).map(sorted)
    return sizes.flatmap(
        lambda steps: st.tuples(*[values] * (len(steps) + 1)).map(
            lambda all_of: [
                {"players": players, name: one} for players, one in zip([1, *steps], all_of, strict=True)
            ]
        )
    )


def _flights(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(st.sampled_from(FLIGHTS), values, min_size=1)


_ROWS = st.lists(numbers, max_size=6).map(lambda row: {str(place): one for place, one in enumerate(row, 1)})
_FACTORS = st.tuples(positive, st.lists(numbers, max_size=4)).map(lambda parts: [parts[0], *parts[1]])
_FUNCTIONS = st.lists(numbers, max_size=3).flatmap(
    lambda factors: st.fixed_dictionaries(
        {
            "kind": st.just("function"),
            "scale": numbers,
            "growth": st.sampled_from(["none", "count", "root", "log2"]),
            "times": st.integers(1, 3),
            "factors": st.just(factors),
            "offset": st.integers(0, len(factors)),
            "places": st.one_of(st.just([]), _sizes(st.integers(0, 9), "places")),
            "flights": st.lists(st.sampled_from(FLIGHTS), min_size=1, max_size=2, unique=True),
        }
    )
)
places = st.one_of(
    st.fixed_dictionaries({"kind": st.just("table"), "tables": _sizes(_flights(_ROWS), "flights")}),
    _FUNCTIONS,
    st.fixed_dictionaries(
        {"kind": st.just("pool"), "scale": numbers, "factors": _sizes(_flights(_FACTORS), "flights")}
    ),
)
_any_places = st.builds(lambda rule, tie: {**rule, "tie": tie}, places, st.sampled_from(["split", "first"]))
wins = st.fixed_dictionaries(
    {
        "points": numbers,
        "measure": st.sampled_from(["match", "length", "root"]),
        "kinds": st.lists(st.sampled_from(["played", "forfeit", "bye"]), min_size=1, max_size=3, unique=True),
    }
)
seasons = st.fixed_dictionaries(
    {"best": st.one_of(st.none(), st.integers(1, 3)), "drop": st.integers(0, 2), "halving": st.integers(0, 2)}
)
schemes = st.fixed_dictionaries(
    {"name": st.just("own")},
    optional={
        "wins": st.one_of(st.none(), wins),
        "places": st.one_of(st.none(), _any_places),
        "combination": st.sampled_from(["sum", "higher"]),
        "flights": st.sampled_from(["sum", "higher"]),
        "attendance": numbers,
        "attendance_without_wins": st.booleans(),
        "settlement": numbers,
        "divisions": st.lists(numbers, min_size=1, max_size=3),
        "weighted": st.lists(st.sampled_from(["wins", "places"]), max_size=2, unique=True),
        "season": seasons,
    },
).map(PointsScheme.from_dict)


@st.composite
def ranges(draw: st.DrawFn, players: int) -> list[tuple[int, int]]:
    """A place for each player: the field cut into ties."""
    cuts = draw(st.lists(st.booleans(), min_size=players - 1, max_size=players - 1))
    ends = [rank for rank, is_cut in enumerate(cuts, 1) if is_cut] + [players]
    starts = [1, *(end + 1 for end in ends[:-1])]
    return [(first, last) for first, last in zip(starts, ends, strict=True) for _ in range(last - first + 1)]


@st.composite
def events(draw: st.DrawFn) -> dict[str, Any]:
    """An event of up to twelve players: all in the main flight, some in the consolation."""
    players = draw(st.integers(1, 12))
    main = draw(ranges(players))
    some = draw(st.integers(0, players))
    consolation = draw(ranges(some)) if some else []
    win = st.fixed_dictionaries(
        {"length": st.integers(1, 25), "kind": st.sampled_from(["played", "forfeit", "bye"])}
    )
    entrants = []
    for index, (first, last) in enumerate(main):
        held: list[dict[str, Any]] = [{"from": first, "to": last}]
        if index >= players - some:
            start, end = consolation[index - players + some]
            held.append({"from": start, "to": end, "flight": "consolation"})
        entrants.append(
            {
                "entrant": f"p{index}",
                "places": held,
                "wins": draw(st.lists(win, max_size=3)),
                "attended": draw(st.booleans()),
                "settlements": draw(st.integers(0, 2)),
            }
        )
    event = {"event": "Open", "entrants": entrants, "players": players + draw(st.integers(0, 3))}
    more = st.fixed_dictionaries(
        {},
        optional={
            "division": st.integers(1, 4),
            "division_weight": numbers,
            "weight": numbers,
            "paid": st.dictionaries(st.sampled_from(FLIGHTS), st.integers(1, 8)),
            "factors": _flights(_FACTORS),
        },
    )
    return {**event, **draw(more)}
