"""Random tournaments, paired by the texts, as round files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from .files import FileEntrant, FileLot, FileMatch, FilePair, RoundFile, UnreadableError, digest
from .knock_out import due_seats, knock_out
from .lives import LivesRound
from .swiss import SwissRound
from .verdict import due_swiss

Options = Mapping[str, str | int | bool]
FORMATS: Mapping[str, Options] = {
    "swiss": {
        "version": 1,
        "rounds": 0,
        "system": "fold",
        "rematches": "never",
        "acceleration": "none",
        "bye": "full",
        "apart": "nobody",
    },
    "lives": {
        "version": 1,
        "lives": 2,
        "mode": "rounds",
        "odd_one": "float",
        "is_bye_a_win": False,
        "avoids_rematches": True,
        "separates_clubs": True,
        "last_two": "play_on",
        "has_three_playoff": False,
        "bracket_slots": 0,
        "max_places": 0,
        "late_lives": "minus_missed",
    },
}
_VERSIONS = {"swiss": 2, "lives": 1}
# The links of a chain; more rounds than that are not made.
_LINKS = 400


def generate(
    format_: str, players: int, rounds: int, seed: str, settings: Iterable[tuple[str, str]] = ()
) -> Iterator[RoundFile]:
    """Yield the rounds of a random tournament; the lower line wins by chance the more often the further both are apart."""
    options = _options(format_, rounds, settings)
    chance = Random(seed)  # noqa: S311 - a tournament that anybody can make again
    chain = [digest(seed)]
    while len(chain) <= _LINKS:
        chain.append(digest(chain[-1]))
    entrants = tuple(FileEntrant(f"{line + 1}", line, seed=line + 1) for line in range(players))
    stage = digest(f"{seed}/{format_}/{players}/{sorted(options.items())}")[:12]
    blank = RoundFile(
        stage, stage, stage, format_, _VERSIONS[format_], options, players, None, 0, "", entrants, (), (), ()
    )
    earlier: list[FileMatch] = []
    for number in range(1, _LINKS):
        file = _with_lot(replace(blank, round=number, earlier=tuple(earlier)), chain, number)
        whole = _pair(file)
        if whole is None:
            return
        yield whole
        earlier += [_match(pair, number, entrants, chance) for pair in whole.pairs]


def _options(format_: str, rounds: int, settings: Iterable[tuple[str, str]]) -> Options:
    options = dict(FORMATS[format_])
    if "rounds" in options:
        options["rounds"] = rounds
    for name, value in settings:
        if name not in options:
            raise UnreadableError(f"{format_} has no option {name!r}")
        kind = type(options[name])
        options[name] = value == "true" if kind is bool else kind(value)
    return options


def _with_lot(file: RoundFile, chain: Sequence[str], number: int) -> RoundFile:
    link, before = chain[-number - 1], chain[-number]
    lot = FileLot(1, chain[-1], number, before, link, file.input)
    return replace(file, lot=lot, seed=digest(f"{link}\n{lot.input}"))


def _pair(file: RoundFile) -> RoundFile | None:
    """Return the file with its pairings; None after the last round."""
    there = _PRESENT[file.format](file)
    if len(there) < 2:
        return None
    file = replace(file, entrants=tuple(replace(one, is_here=one.id in there) for one in file.entrants))
    seats = _SEATS[file.format](file)
    pairs = tuple(FilePair(slot, one, two, file.seed) for slot, (one, two) in enumerate(seats))
    return replace(file, pairs=pairs) if pairs else None


def _present_in_lives(file: RoundFile) -> set[str]:
    of, round_ = knock_out(file), LivesRound(file)
    if of is not None:
        return {uid for seat in due_seats(file, of) for uid in seat}
    return {one.id for one in file.entrants if round_.lives(one)}


def _present_in_swiss(file: RoundFile) -> set[str]:
    return {one.id for one in file.entrants if file.round <= SwissRound(file).planned}


def _seats_of_swiss(file: RoundFile) -> Iterator[tuple[str, str | None]]:
    round_ = SwissRound(file)
    due = due_swiss(round_)
    if due is not None:
        yield from ((round_.ids[one], round_.ids[two]) for one, two in sorted(due.pairs))
        yield from ((round_.ids[one], None) for one in sorted(due.byes))


def _seats_of_lives(file: RoundFile) -> Iterator[tuple[str, str | None]]:
    of, round_ = knock_out(file), LivesRound(file)
    if of is not None:
        for seat in due_seats(file, of):
            one, *others = sorted(seat)
            yield one, others[0] if others else None
        return
    pools, alone = round_.pools()
    for pool in pools:
        best = round_.field(pool).best()
        if best is None:
            raise AssertionError("nothing is barred in a pool")
        yield from ((pool[one].id, pool[two].id) for one, two in sorted(best.pairs))
        yield from ((pool[one].id, None) for one in best.byes)
    yield from ((uid, None) for uid in alone)


def _match(pair: FilePair, number: int, entrants: Sequence[FileEntrant], chance: Random) -> FileMatch:
    if pair.two is None:
        return FileMatch(number, pair.slot, pair.one, None, is_played=False)
    upper, lower = sorted((int(pair.one), int(pair.two)))
    is_upset = chance.random() > 0.5 + 0.4 * (lower - upper) / len(entrants)
    return FileMatch(number, pair.slot, pair.one, pair.two, winner=str(lower if is_upset else upper))


_PRESENT = {"swiss": _present_in_swiss, "lives": _present_in_lives}
_SEATS = {"swiss": _seats_of_swiss, "lives": _seats_of_lives}
