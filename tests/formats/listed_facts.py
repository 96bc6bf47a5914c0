"""What is said of a round paired down a list, checked against every round that there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import cast

from tournaments.formats import FORMATS, Pairing, Reason, State
from tournaments.formats.listed_rounds import ListedRounds

Round = list[frozenset[str]]


def check(state: State, pairing: Pairing, reasons: tuple[Reason, ...]) -> None:
    """Assert that each reason of a pairing is so."""
    codes = {reason.code: reason.data for reason in reasons}
    number = pairing.round
    earlier = [one for one in state.pairings if one.round < number]
    if "filled_in" in codes:
        assert len(codes) == 1
        return
    (code,) = [code for code in codes if code.startswith("list_by_")]
    names = _list_names(state, code, number)
    meetings = Counter(frozenset(one.entrants) for one in earlier if one.two is not None)
    resting = [one.one for one in state.pairings if one.round == number and one.two is None]
    playing = [uid for uid in names if uid not in resting]
    if pairing.two is None:
        had = Counter(one.one for one in earlier if one.two is None)
        assert ("odd_number" in codes) == (len(names) % 2 == 1)
        assert ("first_bye" in codes) == (had[pairing.one] == 0)
        assert codes.get("another_bye", {}).get("byes", 0) == had[pairing.one]
        return
    two = frozenset(pairing.entrants)
    places = codes["on_the_list"]
    assert [names[int(places[key]) - 1] for key in ("one_place", "two_place")] == [
        places["one"],
        places["two"],
    ]
    first = next((pairs for pairs in _rounds(playing) if not any(meetings[pair] for pair in pairs)), None)
    if first is not None:
        assert two in first
        assert "first_meeting" in codes
    else:
        assert codes.get("rematch", {}).get("times", 0) == meetings[two]


def _list_names(state: State, code: str, number: int) -> list[str]:
    """The list of a round, counted and drawn here anew."""
    here = [uid for one in state.pairings if one.round == number for uid in one.entrants]
    lines = {entry.uid: entry.line or 0 for entry in state.entries}
    if code == "list_by_lot":
        seed = state.seed_of(number)
        return sorted(here, key=lambda uid: sha256(f"{seed}\n{number}\nround\n{uid}".encode()).digest())
    points = Counter(result.winner for result in state.results if result.round < number)
    points.update(one.one for one in state.pairings if one.round < number and one.two is None)
    return sorted(here, key=lambda uid: (-points[uid], lines[uid]))


def _rounds(players: list[str]) -> Iterator[Round]:
    if not players:
        yield []
        return
    one, *others = players
    for two in others:
        for rest in _rounds([uid for uid in others if uid != two]):
            yield [frozenset((one, two)), *rest]


def is_listed(code: str) -> bool:
    """Whether a format pairs down a list."""
    return isinstance(cast("object", FORMATS[code]), ListedRounds)
