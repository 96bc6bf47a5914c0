"""FIDE's tournament report files (TRF16), read as the files of their rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .events import FORMATS
from .files import FileEntrant, FileMatch, FileOrder, FilePair, RoundFile, UnreadableError, digest

_RANK, _NAME, _RATING = slice(4, 8), slice(14, 47), slice(48, 52)
_FIRST, _WIDTH = 91, 10
_WINS, _LOSSES, _DRAWS = frozenset("1W+"), frozenset("0L-"), frozenset("=D")
_GIVEN = frozenset("+-")
# Half points of a round missed with notice; an empty result is a round missed.
_MISSED = {"H": 1, "F": 2, "Z": 0, "-": 0, "": 0, "0": 0}


@dataclass(frozen=True)
class _ReportLine:
    """A player with the opponent, colour and result of each round."""

    rank: int
    name: str
    rating: int | None
    rounds: tuple[tuple[int, str, str], ...]


def read_report(text: str) -> list[RoundFile]:
    """Return the rounds of a report as files of a Swiss; raise UnreadableError with the line of the fault.

    The starting ranks are the ids. A round that nobody has played a game in yet is a round without results.
    """
    rows = enumerate(text.splitlines(), start=1)
    lines = [_line(row, number) for number, row in rows if row.startswith("001")]
    if not lines:
        raise UnreadableError("no player (001) in the report")
    ranks = [line.rank for line in lines]
    if len(set(ranks)) < len(ranks):
        raise UnreadableError("a starting rank is that of two players")
    lines.sort(key=lambda line: line.rank)
    count = max(len(line.rounds) for line in lines)
    stage = digest(text)[:12]
    options = {**FORMATS["swiss"], "rounds": max(count, _planned(text))}
    orders = [order for number in range(1, count + 1) for order in _orders(lines, number)]
    files: list[RoundFile] = []
    earlier: list[FileMatch] = []
    for number in range(1, count + 1):
        matches = _matches(lines, number)
        here = {uid for match in matches for uid in (match.one, match.two)}
        entrants = tuple(
            FileEntrant(
                str(line.rank), place, line.name, line.rank, line.rating, is_here=str(line.rank) in here
            )
            for place, line in enumerate(lines)
        )
        pairs = tuple(FilePair(match.slot, match.one, match.two, "") for match in matches)
        files.append(
            RoundFile(
                *(stage, stage, stage, "swiss", 2, options, len(lines), None, number, "", entrants),
                tuple(order for order in orders if order.round <= number),
                tuple(earlier),
                pairs,
            )
        )
        earlier += matches
    return files


def _planned(text: str) -> int:
    numbers = [line[3:].strip() for line in text.splitlines() if line.startswith("XXR")]
    return int(numbers[0]) if numbers and numbers[0].isdecimal() else 0


def _line(row: str, number: int) -> _ReportLine:
    rank, rating = row[_RANK].strip(), row[_RATING].strip()
    if not rank.isdecimal() or (rating and not rating.isdecimal()):
        raise UnreadableError(f"line {number}: no starting rank, or no rating")
    rounds = []
    for start in range(_FIRST, len(row.rstrip()), _WIDTH):
        opponent, colour, result = (
            row[start : start + 4].strip(),
            row[start + 5 : start + 6],
            row[start + 7 : start + 8],
        )
        if opponent and not opponent.isdecimal():
            raise UnreadableError(f"line {number}: no opponent in column {start + 1}")
        if result in _DRAWS and opponent.strip("0"):
            raise UnreadableError(f"line {number}: a draw, which backgammon does not have")
        rounds.append((int(opponent or "0"), colour.strip(), result.strip()))
    return _ReportLine(int(rank), row[_NAME].strip(), int(rating) if rating else None, tuple(rounds))


def _matches(lines: Sequence[_ReportLine], number: int) -> list[FileMatch]:
    """Return the pairings of a round with their results; raise UnreadableError where two lines contradict each other."""
    of_round = {line.rank: line.rounds[number - 1] for line in lines if len(line.rounds) >= number}
    matches: list[FileMatch] = []
    for rank, (opponent, colour, result) in of_round.items():
        if result == "U":
            matches.append(FileMatch(number, len(matches), str(rank), None, is_played=False))
        if not opponent:
            continue
        back = of_round.get(opponent)
        if back is None or back[0] != rank:
            raise UnreadableError(f"round {number}: {rank} has met {opponent}, but not the other way")
        if rank > opponent:
            continue
        one, two = (rank, opponent) if colour != "b" else (opponent, rank)
        winner = _winner(number, (rank, result), (opponent, back[2]))
        is_played = not {result, back[2]} & _GIVEN
        is_decided = bool(result or back[2])
        matches.append(FileMatch(number, len(matches), str(one), str(two), is_decided, winner, is_played))
    return matches


def _winner(number: int, *sides: tuple[int, str]) -> str | None:
    winners = [rank for rank, result in sides if result in _WINS]
    losers = [rank for rank, result in sides if result in _LOSSES]
    if len(winners) > 1 or (winners and not losers):
        raise UnreadableError(f"round {number}: {sides[0][0]} and {sides[1][0]} have results that do not fit")
    return str(winners[0]) if winners else None


def _orders(lines: Iterable[_ReportLine], number: int) -> list[FileOrder]:
    """Return the rounds missed, with their half points."""
    orders = []
    for line in lines:
        opponent, _, result = line.rounds[number - 1] if len(line.rounds) >= number else (0, "", "Z")
        if not opponent and result != "U":
            if result not in _MISSED:
                raise UnreadableError(
                    f"round {number}: {line.rank} has the result {result!r} without an opponent"
                )
            orders.append(FileOrder("miss", number, None, (str(line.rank),), _MISSED[result]))
    return orders
