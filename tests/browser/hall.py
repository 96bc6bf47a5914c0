"""What is prepared in the installation under test: the demonstration, and matches between two guests."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Guest:
    """A player without an account: the name, and the path of the private link."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class Pair:
    """An open match to 7 between two guests, the only one of its event: whoever wins is the champion."""

    tournament: str
    event: str
    stage: str
    match: str
    one: Guest
    two: Guest


@dataclass(frozen=True, slots=True)
class Demo:
    """The demonstration: its director's sign-in, and the player who has to answer a report.

    `samples` names its rows by the first part of their address, as in `{"m": {"disputed": uid}}`.
    """

    email: str
    password: str
    guest: Guest
    samples: dict[str, dict[str, str]]


@dataclass(frozen=True, slots=True)
class Hall:
    """Everything that is prepared; the demonstration's director owns all of it.

    `cards` are players of one tournament, each in the state of the card that is its key.
    """

    demo: Demo
    pairs: list[Pair]
    cards: dict[str, Guest]

    def write(self) -> str:
        """The hall as text, to hand it from one process to another."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> Hall:
        """The hall that `write` wrote."""
        document = json.loads(text)
        demo = document["demo"] | {"guest": Guest(**document["demo"]["guest"])}
        pairs = [pair | {side: Guest(**pair[side]) for side in ("one", "two")} for pair in document["pairs"]]
        cards = {state: Guest(**guest) for state, guest in document["cards"].items()}
        return cls(Demo(**demo), [Pair(**pair) for pair in pairs], cards)
