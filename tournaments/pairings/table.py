"""Systems side by side: what their rounds did to the players, as one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from .files import RoundFile
from .lives import LivesRound
from .swiss import SwissRound

_COLUMNS = (
    "system",
    "events",
    "players",
    "rounds",
    "floats",
    "gap",
    "rematches",
    "byes",
    "second byes",
    "lines apart",
)
_NOT_COMPARED = {"version", "rounds"}


def table(files: Sequence[RoundFile]) -> Iterator[str]:
    """Yield the lines of the table, one a system, with means for an event.

    `floats` are the pairs of players with different points or lives, `gap` is their mean difference in half points or lives,
    `lines apart` how many lines lie between two who meet, of a hundred that could.
    """
    stages: dict[str, list[RoundFile]] = {}
    for file in sorted(files, key=lambda one: one.round):
        if file.format in _LEVELS:
            stages.setdefault(file.stage, []).append(file)
    systems: dict[str, list[list[RoundFile]]] = {}
    for rounds in stages.values():
        systems.setdefault(_name(rounds[0]), []).append(rounds)
    rows = [_COLUMNS, *(_row(name, events) for name, events in sorted(systems.items()))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_COLUMNS))]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def _name(file: RoundFile) -> str:
    options = (f"{name}={value}" for name, value in sorted(file.options.items()) if name not in _NOT_COMPARED)
    words = [text for text in options if not text.startswith("tiebreak")]
    return " ".join([file.format, *words])


def _row(name: str, events: Sequence[Sequence[RoundFile]]) -> tuple[str, ...]:
    sums: Counter[str] = Counter()
    for rounds in events:
        sums["players"] += len(rounds[-1].entrants)
        sums["rounds"] += len(rounds)
        for file in rounds:
            sums.update(_counts(file))
        sums["second byes"] += _second_byes(rounds)
    count, pairs = len(events), max(1, sums["pairs"])
    means = [f"{sums[key] / count:.1f}" for key in ("players", "rounds", "floats")]
    rest = [f"{sums[key] / count:.1f}" for key in ("rematches", "byes", "second byes")]
    return (
        name,
        str(count),
        *means,
        f"{sums['gap'] / max(1, sums['floats']):.2f}",
        *rest,
        f"{sums['apart'] / pairs:.0f}",
    )


def _counts(file: RoundFile) -> Counter[str]:
    level = _LEVELS[file.format](file)
    line = {one.id: one.line for one in file.entrants}
    met = {frozenset((one.one, one.two)) for one in file.earlier if one.two is not None}
    counts: Counter[str] = Counter()
    for pair in file.pairs:
        if pair.two is None:
            counts["byes"] += 1
            continue
        gap = abs(level[pair.one] - level[pair.two])
        lines = [line[uid] for uid in (pair.one, pair.two)]
        counts += Counter(pairs=1, floats=int(gap > 0), gap=gap, rematches=int(pair.members in met))
        counts["apart"] += round(100 * (abs(lines[0] - lines[1]) - 1) / max(1, len(file.entrants) - 2))
    return counts


def _lives(file: RoundFile) -> dict[str, int]:
    round_ = LivesRound(file)
    return {one.id: round_.lives(one) for one in file.entrants}


def _points(file: RoundFile) -> dict[str, int]:
    return SwissRound(file).points(file.round)


def _second_byes(rounds: Sequence[RoundFile]) -> int:
    byes = Counter(pair.one for file in rounds for pair in file.pairs if pair.two is None)
    return sum(number - 1 for number in byes.values())


_LEVELS: Mapping[str, Callable[[RoundFile], dict[str, int]]] = {"swiss": _points, "lives": _lives}
