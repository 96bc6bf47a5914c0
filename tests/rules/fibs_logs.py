"""Logs of matches as FIBS prints them for `oldmoves`."""

from __future__ import annotations

from rules import Entry, EntryKind, GameRecord, Side, Transcript
from rules.position import BAR, OFF

WORDS = {
    EntryKind.DOUBLE: "doubles",
    EntryKind.TAKE: "accepts",
    EntryKind.DROP: "rejects",
    EntryKind.BEAVER: "beavers",
    EntryKind.RACCOON: "raccoons",
    EntryKind.RESIGN: "wants to resign",
}


def log(transcript: Transcript, *, climber: Side | None = None, swap_in: int | None = None) -> str:
    """The log of a match, in which one side counts upwards; in one game X and O are exchanged."""
    return "\n".join(
        _game(transcript, record, climber, is_exchanged=record.number == swap_in)
        for record in transcript.games
    )


def _game(transcript: Transcript, record: GameRecord, climber: Side | None, *, is_exchanged: bool) -> str:
    what = f"a {transcript.length} point match" if transcript.length else "an unlimited match"
    turn = -1 if is_exchanged else 1
    assert record.score is not None
    x, o = record.score[::turn]
    names = record.players[::turn]
    rows = [f"Score is {x}-{o} in {what}.", f"{names[0]} is X - {names[1]} is O"]
    ends = [entry.kind is EntryKind.WIN for entry in record.entries[1:]] + [True]
    for entry, is_last in zip(record.entries, ends, strict=True):
        letter = "XO"[(entry.side is Side.TWO) != is_exchanged]
        rows.append(f"{letter}: {_said(entry, climbs=entry.side is climber, is_last=is_last)}")
    return "\n".join([*rows, ""])


def _said(entry: Entry, *, climbs: bool, is_last: bool) -> str:
    if entry.kind is EntryKind.WIN:
        return f"wins {entry.value} point{'s' if entry.value != 1 else ''}."
    if entry.dice is None:
        return WORDS[entry.kind]
    places = {BAR: "bar", OFF: "off"}
    moves = [
        "-".join(places.get(place, str(25 - place if climbs else place)) for place in (move.src, move.dst))
        for move in entry.moves
    ]
    # A last roll without a play was left lying by a side that resigned.
    play = " ".join(moves) or ("" if is_last else "can't move")
    return f"({entry.dice[0]} {entry.dice[1]}) {play}"
