"""Past results, published lists and opening ratings as CSV.

Their columns are `winner,loser,length,day,event`, `day,player,rating` and `player,rating,experience`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from tournaments.ratings.lists import MatchColumns
from tournaments.ratings.parameters import LONGEST
from tournaments.ratings.trials.reproduction import PublishedRating

RESULT_COLUMNS = ("winner", "loser", "length", "day", "event")
LIST_COLUMNS = ("day", "player", "rating")
OPENING_COLUMNS = ("player", "rating", "experience")
_HIGHEST = 5000
_LONGEST_FIELD = 200
# The digits after the point that a rating in billionths has, and those of the greatest experience.
_DIGITS = 9
_EXPERIENCE_DIGITS = 7


class InvalidRow(ValueError):
    """A row that cannot be; `number` counts lines from 1, the header included."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number


class PastMatch(NamedTuple):
    """A result: the players and the event by their numbers, the day as an ordinal, and the line of the file."""

    winner: int
    loser: int
    length: int
    event: int
    day: int
    line: int


@dataclass(frozen=True, slots=True)
class PastResults:
    """Results by day, then as the file has them; `players` are the names by number."""

    players: tuple[str, ...]
    matches: tuple[PastMatch, ...]

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each player."""
        return {name: number for number, name in enumerate(self.players)}

    def by_event(self) -> PastResults:
        """Return the results event by event, each on the last day of its event."""
        last_day: dict[int, int] = {}
        for match in self.matches:
            last_day[match.event] = match.day
        matches = [match._replace(day=last_day[match.event]) for match in self.matches]
        return PastResults(
            self.players, tuple(sorted(matches, key=lambda match: (match.day, match.event, match.line)))
        )

    def columns(self) -> MatchColumns:
        """Return the results as columns."""
        return MatchColumns.of_rows([match[:5] for match in self.matches])


def past_results(lines: Iterable[str]) -> PastResults:
    """Read results; InvalidRow names the first wrong line. Results with one name of an event belong to one event."""
    numbers: dict[str, int] = {}
    events: dict[str, int] = {}
    matches = []
    for line, row in _rows(lines, RESULT_COLUMNS):
        winner, loser = row["winner"], row["loser"]
        if not (winner and loser):
            raise InvalidRow(line, "winner and loser must be named")
        if winner == loser:
            raise InvalidRow(line, "nobody plays a match against themself")
        one, two = (numbers.setdefault(name, len(numbers)) for name in (winner, loser))
        event = events.setdefault(row["event"], len(events))
        matches.append(PastMatch(one, two, _length(line, row["length"]), event, _day(line, row["day"]), line))
    return PastResults(tuple(numbers), tuple(sorted(matches, key=lambda match: (match.day, match.line))))


def published_ratings(lines: Iterable[str], numbers: dict[str, int]) -> list[PublishedRating]:
    """Read published lists; a player without a result in `numbers` gets the next number."""
    ratings, days = [], set()
    for line, row in _rows(lines, LIST_COLUMNS):
        if not row["player"]:
            raise InvalidRow(line, "player must be named")
        day = _day(line, row["day"])
        player = numbers.setdefault(row["player"], len(numbers))
        if (day, player) in days:
            raise InvalidRow(line, "this player has a rating of this day above")
        days.add((day, player))
        ratings.append(PublishedRating(day, player, _rating(line, row["rating"])))
    return ratings


def opening_ratings(lines: Iterable[str], numbers: dict[str, int]) -> dict[int, tuple[int, int]]:
    """Read opening ratings: rating in billionths and experience by player, who gets the next number if unknown."""
    openings: dict[int, tuple[int, int]] = {}
    for line, row in _rows(lines, OPENING_COLUMNS):
        if not row["player"]:
            raise InvalidRow(line, "player must be named")
        player = numbers.setdefault(row["player"], len(numbers))
        if player in openings:
            raise InvalidRow(line, "this player has an opening rating above")
        units = _rating(line, row["rating"]).scaleb(_DIGITS)
        if units != int(units):
            raise InvalidRow(line, f"an opening rating has {_DIGITS} digits after the point at most")
        openings[player] = int(units), _experience(line, row["experience"])
    return openings


def _rows(lines: Iterable[str], columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the rows below the header by the names of its columns; empty lines are skipped."""
    reader = csv.reader(lines, strict=True)
    try:
        header = [name.strip().lower().removeprefix("\ufeff") for name in next(reader, [])]
        if missing := [name for name in columns if name not in header]:
            raise InvalidRow(1, f"the header lacks {', '.join(missing)}; it names {', '.join(columns)}")
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                raise InvalidRow(reader.line_num, f"has {len(row)} fields where the header has {len(header)}")
            if max(map(len, row)) > _LONGEST_FIELD:
                raise InvalidRow(reader.line_num, f"a field has more than {_LONGEST_FIELD} characters")
            yield reader.line_num, dict(zip(header, (field.strip() for field in row), strict=True))
    except csv.Error as fault:
        raise InvalidRow(reader.line_num, str(fault)) from None


def _length(line: int, text: str) -> int:
    # The slice keeps an endless row of digits from becoming a number.
    length = int(text[:5]) if text.isascii() and text.isdigit() else 0
    if not 1 <= length <= LONGEST:
        raise InvalidRow(line, f"length must be a whole number from 1 to {LONGEST}")
    return length


def _experience(line: int, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _EXPERIENCE_DIGITS):
        raise InvalidRow(line, "experience must be a whole number of points")
    return int(text)


def _day(line: int, text: str) -> int:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise InvalidRow(line, "day must be written as 2026-03-07")
    return day.toordinal()


def _rating(line: int, text: str) -> Decimal:
    try:
        rating = Decimal(text)
    except InvalidOperation:
        rating = Decimal("NaN")
    if not (rating.is_finite() and 0 <= rating <= _HIGHEST):
        raise InvalidRow(line, f"rating must be a number from 0 to {_HIGHEST}")
    return rating
