"""FilePair a round again from its file, and say where it differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .criteria import PlaceSeats, PlayerField
from .files import RoundFile
from .knock_out import KnockOut, due_seats, knock_out
from .lives import LivesRound
from .swiss import MOST_WITH_LOTS, SwissRound

# Clause E: of the look-ahead so many rounds are looked at.
_LOOKED_AT = 100


@dataclass(frozen=True)
class RoundFinding:
    """What was found in the file of a round; a remark says what could not be decided, and is no difference."""

    code: str
    round: int
    text: str
    is_remark: bool = False


def repeat(file: RoundFile) -> Iterator[RoundFinding]:
    """Yield how a round differs from what the rules say; nothing if it is right."""
    repeater = _REPEATERS.get(file.format)
    if any(pair.seed != file.seed for pair in file.pairs):
        text = "pairs were made later in the round: it is not repeated"
        yield RoundFinding("changed_in_course", file.round, text, is_remark=True)
    elif repeater is None:
        yield RoundFinding("other_format", file.round, f"{file.format} is not repeated", is_remark=True)
    else:
        yield from repeater(file)


def due_swiss(round_: SwissRound) -> PlaceSeats | None:
    """Return the round that the clauses of B lead to; None where the director decides."""
    of_new = round_.field(with_rematches=False)
    best = of_new.best()
    if best is None:
        return _without_new(round_)[1]
    apart = _instead_of_apart(round_, of_new, best)
    if apart is not None:
        return apart
    if round_.system == "danish" or round_.leaves(best, round_.to_come) is not False:
        return best
    for number in range(round_.to_come, 0, -1):
        candidates = zip(of_new.in_order(), range(_LOOKED_AT), strict=False)
        due = next((seats for seats, _ in candidates if round_.leaves(seats, number)), None)
        if due is not None and _gives_no_second(round_, due):
            return due
    return best


def _gives_no_second(round_: SwissRound, seats: PlaceSeats) -> bool:
    return all(not round_.facts.byes[round_.ids[place]] for place in seats.byes)


def _without_new(round_: SwissRound) -> tuple[PlayerField, PlaceSeats | None]:
    """Clauses B5 to B7, where every round has a rematch."""
    if round_.rematches == "if_needed":
        field = round_.field(with_rematches=True)
        return field, field.best()
    chairs = len(round_.ids) % 2
    while round_.rematches == "never":
        field = round_.field(with_rematches=False, chairs=chairs)
        best = field.best()
        if best is not None:
            return field, best
        chairs += 2
    return round_.field(with_rematches=False), None


def _instead_of_apart(round_: SwissRound, of_new: PlayerField, best: PlaceSeats) -> PlaceSeats | None:
    """Clause B8."""
    if round_.rematches != "if_needed" or of_new.criteria[0].code != "kept_apart":
        return None
    apart = of_new.costs(best)[0]
    field = round_.field(with_rematches=True)
    among_all = field.best() if apart else None
    return among_all if among_all is not None and field.costs(among_all)[0] < apart else None


def _repeat_swiss(file: RoundFile) -> Iterator[RoundFinding]:
    round_ = SwissRound(file)
    actual = round_.seats(pair.members for pair in file.pairs)
    number, names = round_.number, round_.ids
    if not names:
        return
    of_new = round_.field(with_rematches=False)
    is_new = not actual.pairs & of_new.barred and len(actual.byes) == of_new.byes
    if not is_new:
        yield from _repeat_without_new(round_, of_new, actual)
        return
    weight = of_new.weight(actual)
    best = of_new.best(weight) or actual
    apart = _instead_of_apart(round_, of_new, best)
    if apart is not None:
        yield _other(number, names, round_.field(with_rematches=True), actual, apart)
        return
    is_best = of_new.weight(best) == weight
    left = True if round_.system == "danish" else round_.leaves(actual if is_best else best, round_.to_come)
    if is_best and left:
        return
    if left:
        finding = _other(number, names, of_new, actual, best)
        is_limited = len(names) > MOST_WITH_LOTS and finding.code in {"fold", "neighbour"}
        yield RoundFinding(finding.code, number, finding.text, is_remark=is_limited)
        return
    yield from _repeat_ahead(round_, of_new, actual, is_unknown=left is None)


def _repeat_ahead(
    round_: SwissRound, field: PlayerField, actual: PlaceSeats, *, is_unknown: bool
) -> Iterator[RoundFinding]:
    """Clause B4, where the best round does not leave all rounds to come."""
    number, weight = round_.number, field.weight(actual)
    lefts = [more for more in range(round_.to_come, 0, -1) if round_.leaves(actual, more)]
    own = max(lefts, default=0)
    for seats, _ in zip(field.in_order(), range(_LOOKED_AT), strict=False):
        if field.weight(seats) >= weight:
            break
        if own == 0 or round_.leaves(seats, own):
            yield _other(number, round_.ids, field, actual, seats)
            return
    else:
        is_unknown = True
    more = next((more for more in range(round_.to_come, own, -1) if _leave_more(round_, field, more)), 0)
    if more:
        text = f"another round leaves {more} rounds without a rematch, this one {own}"
        yield RoundFinding("look_ahead", number, text)
    elif is_unknown:
        text = "whether the rounds to come can be paired was not decided"
        yield RoundFinding("undecided", number, text, is_remark=True)


def _leave_more(round_: SwissRound, field: PlayerField, more: int) -> bool:
    rounds = zip(field.in_order(), range(_LOOKED_AT), strict=False)
    return any(_gives_no_second(round_, seats) and round_.leaves(seats, more) for seats, _ in rounds)


def _repeat_without_new(
    round_: SwissRound, of_new: PlayerField, actual: PlaceSeats
) -> Iterator[RoundFinding]:
    """Judge a round with a rematch, or with more byes than one."""
    number, names = round_.number, round_.ids
    best = of_new.best()
    if best is not None:
        apart = _instead_of_apart(round_, of_new, best)
        field = of_new if apart is None else round_.field(with_rematches=True)
        due = apart or best
        if apart is not None and field.costs(actual) == field.costs(due):
            return
        again = _pairs_text(names, actual.pairs & of_new.barred)
        what = f"{again} have met before" if again else f"{len(actual.byes)} have a bye"
        yield RoundFinding("rematch" if again else "byes", number, f"{what}, and a round without it exists")
        return
    field, due_or_none = _without_new(round_)
    if due_or_none is None:
        yield RoundFinding(
            "director_decides", number, "no round without a rematch exists, and the director decides"
        )
    elif len(actual.byes) != len(due_or_none.byes) or actual.pairs & field.barred:
        again = _pairs_text(names, actual.pairs & field.barred)
        text = (
            f"{again} have met before"
            if again
            else f"{len(actual.byes)} byes where {len(due_or_none.byes)} do"
        )
        yield RoundFinding("rematch" if again else "byes", number, text)
    elif field.costs(actual) != field.costs(due_or_none):
        yield _other(number, names, field, actual, due_or_none)


def _repeat_lives(file: RoundFile) -> Iterator[RoundFinding]:
    round_ = LivesRound(file)
    options = round_.options
    if options["mode"] != "rounds":
        yield RoundFinding(
            "other_format", file.round, "lives without rounds are not repeated", is_remark=True
        )
        return
    of = knock_out(file)
    if of is not None:
        yield from _repeat_knock_out(file, of)
        return
    out = [one.id for one in round_.facts.players if not round_.lives(one)]
    if out:
        yield RoundFinding("no_life", file.round, f"{', '.join(out)} has no life left")
        return
    pools, alone = round_.pools()
    members = [pair.members for pair in file.pairs]
    for uid in alone:
        if frozenset([uid]) not in members:
            yield RoundFinding("sits_out", file.round, f"{uid} sits out by its lives, but is paired")
            return
    for pool in pools:
        yield from _repeat_pool(file.round, [one.id for one in pool], round_.field(pool), members)


def _repeat_knock_out(file: RoundFile, of: KnockOut) -> Iterator[RoundFinding]:
    due, actual = set(filter(None, due_seats(file, of))), {pair.members for pair in file.pairs}
    for seat in sorted(map(sorted, actual - due)):
        yield RoundFinding(
            "knock_out", file.round, f"{'-'.join(seat)} sits otherwise in the knock-out of round {of.start}"
        )
    for seat in sorted(map(sorted, due - actual)):
        yield RoundFinding(
            "knock_out", file.round, f"{'-'.join(seat)} is due in the knock-out, and is not paired"
        )


def _repeat_pool(
    number: int, ids: Sequence[str], field: PlayerField, members: Iterable[frozenset[str]]
) -> Iterator[RoundFinding]:
    place = {uid: at for at, uid in enumerate(ids)}
    inside = [sorted(place[uid] for uid in pair) for pair in members if pair <= place.keys()]
    actual = PlaceSeats(
        frozenset((pair[0], pair[1]) for pair in inside if len(pair) == 2),
        frozenset(pair[0] for pair in inside if len(pair) == 1),
    )
    if sum(map(len, inside)) != len(ids):
        yield RoundFinding("lives", number, f"players of {', '.join(ids)} meet others whose lives differ")
    elif len(actual.byes) != field.byes:
        yield RoundFinding("byes", number, f"{len(actual.byes)} byes among {', '.join(ids)}")
    else:
        best = field.best(field.weight(actual)) or actual
        if field.weight(best) != field.weight(actual):
            yield _other(number, ids, field, actual, best)


def _other(
    number: int, names: Sequence[str], field: PlayerField, actual: PlaceSeats, due: PlaceSeats
) -> RoundFinding:
    """Return the first criterion by which a better round exists, with the pairs that differ."""
    costs = zip(field.criteria, field.costs(actual), field.costs(due), strict=True)
    code, own, better = next(
        ((one.code, own, less) for one, own, less in costs if own != less), ("equal", 0, 0)
    )
    text = f"{_seats_text(names, actual, due)} costs {own} by {code}, where {_seats_text(names, due, actual)} costs {better}"
    return RoundFinding(code, number, text)


def _seats_text(names: Sequence[str], seats: PlaceSeats, other: PlaceSeats) -> str:
    byes = [f"a bye of {names[place]}" for place in sorted(seats.byes - other.byes)]
    pairs = _pairs_text(names, seats.pairs - other.pairs)
    return " ".join(filter(None, [pairs, *byes]))


def _pairs_text(names: Sequence[str], pairs: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{names[one]}-{names[two]}" for one, two in sorted(pairs))


_REPEATERS: Mapping[str, Callable[[RoundFile], Iterator[RoundFinding]]] = {
    "swiss": _repeat_swiss,
    "lives": _repeat_lives,
}
