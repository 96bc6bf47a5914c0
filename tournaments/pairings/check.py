"""Check the files of rounds: each by itself, with each other, and paired again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from .files import FileMatch, RoundFile, digest
from .verdict import RoundFinding, repeat

# What all files of a stage have in common.
_COMMON = ("tournament", "event", "format", "format_version", "options", "size")
_OF_ENTRANTS = ("line", "seed", "joins", "bye_lots", "player")


def check(files: Sequence[RoundFile]) -> list[RoundFinding]:
    """Return what is wrong in the files of one or more stages, and remarks; nothing if all is right."""
    stages: dict[str, list[RoundFile]] = {}
    for file in files:
        stages.setdefault(file.stage, []).append(file)
    return [
        finding for of in stages.values() for finding in _check_stage(sorted(of, key=lambda one: one.round))
    ]


def _check_stage(files: Sequence[RoundFile]) -> Iterator[RoundFinding]:
    numbers = Counter(file.round for file in files)
    for number in (number for number, times in numbers.items() if times > 1):
        yield RoundFinding("doubled_round", number, "two files are of this round")
        return
    for number in sorted(set(range(1, files[-1].round)) - set(numbers)):
        yield RoundFinding("missing_round", number, "no file is of this round", is_remark=True)
    for earlier, file in pairwise(files):
        yield from _check_follows(earlier, file)
    rounds = {file.round: file for file in files}
    for file in files:
        own = list(check_alone(file))
        yield from own
        yield from _check_history(file, rounds)
        if all(finding.is_remark or finding.code in {"seed", "input"} for finding in own):
            yield from repeat(file)


def check_alone(file: RoundFile) -> Iterator[RoundFinding]:
    """Yield what one file contradicts itself in: entrants, seats, orders, and its lot."""
    number = file.round
    for key, values in (
        ("id", [one.id for one in file.entrants]),
        ("line", [one.line for one in file.entrants]),
    ):
        for value, times in Counter(values).items():
            if times > 1:
                yield RoundFinding(
                    "doubled_entrant", number, f"the {key} {value} is that of {times} entrants"
                )
    for slot, times in Counter(pair.slot for pair in file.pairs).items():
        if times > 1:
            yield RoundFinding("doubled_slot", number, f"slot {slot} is that of {times} pairs")
    strangers = {uid for match in file.earlier for uid in (match.one, match.two) if uid}
    for uid in sorted(strangers - {one.id for one in file.entrants}):
        yield RoundFinding("extra_player", number, f"{uid} was paired before, but is no entrant")
    yield from _check_seats(file)
    yield from _check_orders(file)
    yield from _check_lot(file)


def _check_seats(file: RoundFile) -> Iterator[RoundFinding]:
    """Yield who sits twice, nowhere, or without being there."""
    number, here_or_not = file.round, {one.id: one.is_here for one in file.entrants}
    seats = Counter(uid for pair in file.pairs for uid in (pair.one, pair.two) if uid is not None)
    for uid, times in seats.items():
        if times > 1:
            yield RoundFinding("doubled_seat", number, f"{uid} sits {times} times")
        if not here_or_not.get(uid):
            what = "not here" if uid in here_or_not else "no entrant"
            yield RoundFinding("extra_player", number, f"{uid} is paired, but {what}")
    for one in file.entrants:
        if one.is_here and one.id not in seats:
            yield RoundFinding("extra_player", number, f"{one.id} is here, but sits nowhere")
        if one.is_here and (one.joins > number or number in one.absent):
            yield RoundFinding(
                "extra_player", number, f"{one.id} sits in a round before joining, or to be missed"
            )


def _check_orders(file: RoundFile) -> Iterator[RoundFinding]:
    here = {one.id for one in file.entrants if one.is_here}
    members = {pair.members for pair in file.pairs}
    for order in file.orders:
        if order.kind == "apart" or not order.holds_in(file.round):
            continue
        seat, who = frozenset(order.entrants), " and ".join(order.entrants)
        if order.kind == "miss" and seat & here:
            yield RoundFinding("by_hand", file.round, f"{who} misses this round, but is here")
        elif order.kind != "miss" and seat <= here and seat not in members:
            yield RoundFinding("by_hand", file.round, f"{who} should sit by hand, but do not")


def _check_lot(file: RoundFile) -> Iterator[RoundFinding]:
    lot = file.lot
    if lot is None:
        return
    if digest(lot.link) != lot.before:
        yield RoundFinding("link", file.round, "the SHA-256 of the link is not the link before")
    if lot.number == 1 and lot.before != lot.anchor:
        yield RoundFinding("link", file.round, "the link before the first is not the anchor")
    if digest(f"{lot.link}\n{lot.input}") != file.seed:
        yield RoundFinding("seed", file.round, "the seed is not that of the link and the input")
    if file.input != lot.input:
        text = "the pairings and results before this round are not those of its input: changed, or corrected since"
        yield RoundFinding("input", file.round, text)


def _check_follows(earlier: RoundFile, file: RoundFile) -> Iterator[RoundFinding]:
    """Yield what two files of a stage do not have in common."""
    for name in _COMMON:
        if getattr(earlier, name) != getattr(file, name):
            yield RoundFinding(
                "other_stage", file.round, f"{name} differs from that of round {earlier.round}"
            )
    before = {one.id: one for one in earlier.entrants}
    now = {one.id: one for one in file.entrants}
    for uid in sorted(before.keys() - now.keys()):
        yield RoundFinding("missing_player", file.round, f"{uid} was an entrant in round {earlier.round}")
    for uid in sorted(now.keys() - before.keys()):
        if now[uid].joins <= earlier.round:
            yield RoundFinding("extra_player", file.round, f"{uid} was no entrant in round {earlier.round}")
    for uid in sorted(now.keys() & before.keys()):
        names = [name for name in _OF_ENTRANTS if getattr(now[uid], name) != getattr(before[uid], name)]
        for name in names:
            yield RoundFinding(
                "other_entrant", file.round, f"{name} of {uid} differs from that of round {earlier.round}"
            )
    yield from _check_chain(earlier, file)


def _check_chain(earlier: RoundFile, file: RoundFile) -> Iterator[RoundFinding]:
    one, two = earlier.lot, file.lot
    if one is None or two is None or one.chain != two.chain:
        return
    if one.anchor != two.anchor:
        yield RoundFinding("link", file.round, f"the anchor is not that of round {earlier.round}")
    link, steps = two.link, two.number - one.number
    for _ in range(min(max(steps, 0), 100_000)):
        link = digest(link)
    if steps <= 0 or link != one.link:
        yield RoundFinding("link", file.round, f"the link does not follow that of round {earlier.round}")


def _check_history(file: RoundFile, rounds: Mapping[int, RoundFile]) -> Iterator[RoundFinding]:
    """Yield where the earlier rounds of a file are not those of their own files."""
    by_round: dict[int, list[FileMatch]] = {}
    for match in file.earlier:
        by_round.setdefault(match.round, []).append(match)
    for number, earlier in rounds.items():
        if number >= file.round:
            continue
        here = {one.slot: frozenset(filter(None, (one.one, one.two))) for one in by_round.get(number, ())}
        there = {pair.slot: pair.members for pair in earlier.pairs}
        for slot in sorted(here.keys() | there.keys()):
            ours, theirs = here.get(slot), there.get(slot)
            if ours != theirs:
                text = f"slot {slot} of round {number} has {_words(ours)} here, and {_words(theirs)} in its own file"
                yield RoundFinding("history", file.round, text)
    winners = {(one.round, one.slot): one.winner for one in file.earlier}
    newer = min((number for number in rounds if number > file.round), default=None)
    for match in rounds[newer].earlier if newer is not None else ():
        if match.round < file.round and winners.get((match.round, match.slot), match.winner) != match.winner:
            text = f"slot {match.slot} of round {match.round} has another winner than in the file of round {newer}"
            yield RoundFinding("history", file.round, text)


def _words(members: frozenset[str] | None) -> str:
    return "nobody" if members is None else "-".join(sorted(members))
