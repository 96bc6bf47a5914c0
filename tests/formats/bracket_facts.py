"""Checks the reasons of pairings of brackets, tables and ladders against lines, results and standings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from tournaments.formats import FORMATS, Entry, Feeder, Pairing, Reason, State
from tournaments.formats.consolation.format import ConsolationOptions, Placing

Data = Mapping[str, str | int]
Check = Callable[[State, Pairing, Data], None]


def check(state: State, pairing: Pairing, reasons: tuple[Reason, ...]) -> None:
    """Assert that everything said of a pairing is so."""
    for reason in reasons:
        CHECKS[reason.code](state, pairing, reason.data)


def _entry(state: State, data: Data) -> Entry:
    (entry,) = [entry for entry in state.entries if entry.uid == data["entrant"]]
    assert entry.line == data["line"]
    return entry


def _is_seeded(state: State, entry: Entry) -> bool:
    return entry.seed is not None and getattr(state.options, "seeding", "") == "seeded"


def _drawn(state: State, _: Pairing, data: Data) -> None:
    entry = _entry(state, data)
    assert not any((entry.is_late, entry.is_moved, _is_seeded(state, entry)))


def _seeded(state: State, _: Pairing, data: Data) -> None:
    entry = _entry(state, data)
    assert _is_seeded(state, entry)
    assert entry.seed == data["seed"]


def _late(state: State, _: Pairing, data: Data) -> None:
    assert _entry(state, data).is_late


def _moved(state: State, _: Pairing, data: Data) -> None:
    assert _entry(state, data).is_moved


def _bye(state: State, pairing: Pairing, data: Data) -> None:
    assert pairing.is_bye
    assert data["entrants"] == sum(entry.line is not None for entry in state.entries)
    assert data["size"] == state.size > int(data["entrants"])


def _bye_lots(state: State, pairing: Pairing, data: Data) -> None:
    lots = {
        entry.uid: entry.bye_lots
        for entry in state.entries
        if entry.line is not None
        and not (entry.is_late or entry.is_latecomer)
        and not _is_seeded(state, entry)
    }
    assert data == {"entrant": pairing.one, "lots": lots[pairing.one], "all": sum(lots.values())}


def _place(data: Data) -> tuple[int, int]:
    return int(data["round"]), int(data["slot"])


def _winner(state: State, data: Data) -> str | None:
    return next((result.winner for result in state.results if result.place == _place(data)), None)


def _sides(state: State, data: Data) -> tuple[str, ...]:
    return next((match.entrants for match in state.pairings if match.place == _place(data)), ())


def _winner_of(state: State, pairing: Pairing, data: Data) -> None:
    assert _winner(state, data) == data["entrant"] in pairing.entrants


def _loser_of(state: State, pairing: Pairing, data: Data) -> None:
    assert _winner(state, data) not in {None, data["entrant"]}
    assert data["entrant"] in _sides(state, data)
    assert data["entrant"] in pairing.entrants


def _advanced_by_bye(state: State, pairing: Pairing, data: Data) -> None:
    assert _sides(state, data) == (data["entrant"],)
    assert data["entrant"] in pairing.entrants


def _nobody_left(state: State, pairing: Pairing, data: Data) -> None:
    assert pairing.is_bye
    # Somebody may have won there whose loser would come, where there was only one or none.
    came = _sides(state, data)
    assert _winner(state, data) is None
    assert len(came) != 1 or came == (pairing.one,) or came[0] not in pairing.entrants


def _recharge(state: State, pairing: Pairing, data: Data) -> None:
    (final,) = [result for result in state.results if result.round == pairing.round - 1]
    assert data["entrant"] in final.losers
    assert not any(data["entrant"] in result.losers for result in state.results if result.round < final.round)


def _not_out_yet(state: State, pairing: Pairing, data: Data) -> None:
    (before,) = [result for result in state.results if result.round == pairing.round - 1]
    assert {before.one, before.two} == set(pairing.entrants)
    assert data["entrant"] in before.losers
    earlier = [result for result in state.results if result.round < pairing.round]
    assert sum(data["entrant"] in result.losers for result in earlier) < 3


def _feeder(state: State, data: Data) -> Feeder:
    return next(feeder for feeder in state.feeders if feeder.stage == data["stage"])


def _dropped(state: State, pairing: Pairing, data: Data) -> None:
    (result,) = [result for result in _feeder(state, data).results if result.place == _place(data)]
    assert data["entrant"] in result.losers
    assert data["entrant"] in pairing.entrants


def _not_by_table(state: State, _: Pairing, data: Data) -> None:
    assert _entry(state, data).line != data["table"]
    by_table = replace(
        state, entries=(), pairings=(), results=(), options=ConsolationOptions(placing=Placing.TABLE)
    )
    lines = {entry.uid: entry.line for entry in FORMATS["consolation"].admissions(by_table)}
    assert lines[str(data["entrant"])] == data["table"]


def _nobody_dropped(state: State, _: Pairing, data: Data) -> None:
    assert data["line"] not in {entry.line for entry in state.entries}
    if "stage" in data:
        losers = [result.losers for result in _feeder(state, data).results if result.place == _place(data)]
        here = {entry.uid for entry in state.entries}
        # Nobody lost there, both did, or who did has another line or none.
        assert (
            not losers
            or len(losers[0]) != 1
            or losers[0][0] not in here
            or data["line"] not in {entry.line for entry in state.entries if entry.uid == losers[0][0]}
        )


def _met_before(state: State, pairing: Pairing, _: Data) -> None:
    own = [other for other in state.pairings if set(other.entrants) == set(pairing.entrants)]
    times = sum(frozenset(pair) == frozenset(pairing.entrants) for pair in state.meetings)
    assert times > len(own)


def _group_of(state: State, uid: str) -> list[str]:
    groups = int(getattr(state.options, "groups", 0) or getattr(state.options, "divisions", 1))
    group_of = {
        row.entrant: row.group
        for row in FORMATS["round_robin" if hasattr(state.options, "groups") else "league"].standings(state)
    }
    members = [
        entry for entry in state.entries if entry.line is not None and group_of[entry.uid] == group_of[uid]
    ]
    assert groups > 1 or len(members) == sum(entry.line is not None for entry in state.entries)
    return [entry.uid for entry in sorted(members, key=lambda entry: entry.line or 0)]


def _berger(state: State, pairing: Pairing, data: Data) -> None:
    group = _group_of(state, pairing.one)
    places = len(group) + len(group) % 2
    assert data["round"] == pairing.round
    one, two = sorted(group.index(uid) + 1 for uid in pairing.entrants)
    # In each round of the Berger table the numbers of two add up to one more than the round, by one less than the
    # places; who meets the last one counts twice.
    number = (pairing.round - 1) % (places - 1) + 1
    total = 2 * one if two == places else one + two
    assert (total - number - 1) % (places - 1) == 0


def _odd_group(state: State, pairing: Pairing, data: Data) -> None:
    group = _group_of(state, pairing.one)
    assert data["entrants"] == len(group)
    assert len(group) % 2
    assert pairing.is_bye


def _challenged(state: State, pairing: Pairing, data: Data) -> None:
    assert (data["one"], data["two"]) == pairing.entrants
    (made_at,) = [one.made_at for one in state.challenges if one.number == pairing.round]
    assert made_at is not None
    ladder = [entry.uid for entry in sorted(state.entries, key=lambda entry: entry.line or 0)]
    left_at = {entry.uid: entry.withdrawn_at for entry in state.entries if entry.withdrawn_at is not None}

    def drop_leavers(by: datetime) -> None:
        ladder.sort(key=lambda uid: uid in left_at and left_at[uid] <= by)

    for result in sorted(state.results, key=lambda result: (result.at, result.round)):
        assert result.at is not None
        if result.at >= made_at:
            break
        drop_leavers(result.at)
        losers: tuple[str, ...] = result.losers
        for loser in losers:
            if result.winner is not None and ladder.index(result.winner) > ladder.index(loser):
                ladder.remove(result.winner)
                ladder.insert(ladder.index(loser), result.winner)
    drop_leavers(made_at)
    assert (data["from"], data["to"]) == (1 + ladder.index(pairing.one), 1 + ladder.index(str(pairing.two)))


CHECKS: Mapping[str, Check] = {
    "drawn": _drawn,
    "seeded": _seeded,
    "entered_late": _late,
    "placed_by_director": _moved,
    "bye": _bye,
    "bye_lots": _bye_lots,
    "winner_of": _winner_of,
    "loser_of": _loser_of,
    "advanced_by_bye": _advanced_by_bye,
    "nobody_left": _nobody_left,
    "recharge": _recharge,
    "not_out_yet": _not_out_yet,
    "dropped": _dropped,
    "not_by_table": _not_by_table,
    "nobody_dropped": _nobody_dropped,
    "berger": _berger,
    "odd_group": _odd_group,
    "challenged": _challenged,
}
IN_CONSOLATION: Mapping[str, Check] = {**CHECKS, "met_before": _met_before}
