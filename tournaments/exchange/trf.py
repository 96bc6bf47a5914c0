"""FIDE's tournament report file (TRF16), the text that programs of pairing exchange, of a tournament without draws.

Each player is a line of fixed columns: starting rank, name, rating, federation, points, place, and for each round the starting rank of
the opponent, a colour and a result. Backgammon has no colours: the first of a pair has `w`, the second `b`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

# A name has so many columns.
_NAME = 33


class TrfResult(StrEnum):
    """What a round brought one player; a game not finished is empty."""

    WIN = "1"
    LOSS = "0"
    WALKOVER = "+"
    FORFEIT = "-"
    BYE = "U"
    HALF_BYE = "H"
    FULL_BYE = "F"
    MISSED = "Z"
    OPEN = " "


@dataclass(frozen=True, slots=True)
class TrfGame:
    """A round of one player; `opponent` is a starting rank, 0 for none."""

    opponent: int
    is_first: bool
    result: TrfResult


@dataclass(frozen=True, slots=True)
class TrfPlayer:
    """A line: starting rank from 1, name, rating or None, a code of three letters, half points, place, and the rounds by number."""

    rank: int
    name: str
    rating: int | None
    federation: str
    half_points: int
    place: int
    rounds: Mapping[int, TrfGame]


@dataclass(frozen=True, slots=True)
class TrfHead:
    """What a report says of the tournament."""

    name: str
    city: str
    begins: date
    ends: date
    system: str
    rounds: int


def trf(head: TrfHead, players: Sequence[TrfPlayer]) -> str:
    """Return the report of a tournament, its lines ended as FIDE's are."""
    paired = max((number for player in players for number in player.rounds), default=0)
    rated = sum(player.rating is not None for player in players)
    lines = [
        f"012 {_line(head.name)}",
        f"022 {_line(head.city)}",
        f"042 {head.begins:%Y/%m/%d}",
        f"052 {head.ends:%Y/%m/%d}",
        f"062 {len(players)}",
        f"072 {rated}",
        f"092 {_line(head.system)}",
        f"XXR {head.rounds}",
        *(_player(player, paired) for player in players),
    ]
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _player(player: TrfPlayer, rounds: int) -> str:
    rating = "" if player.rating is None else str(max(0, min(9999, player.rating)))
    head = (
        f"001 {player.rank:4} {'':1}{'':3} {_line(player.name)[:_NAME]:33} {rating:>4} {player.federation[:3]:3}"
        f" {'':11} {'':10} {player.half_points / 2:4.1f} {player.place:4}"
    )
    return head + "".join(_game(player.rounds.get(number)) for number in range(1, rounds + 1))


def _game(game: TrfGame | None) -> str:
    if game is None:
        return f"  0000 - {TrfResult.MISSED}"
    colour = "-" if not game.opponent else "w" if game.is_first else "b"
    return f"  {game.opponent:04} {colour} {game.result}"


def _line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())
