"""What a dump holds beside the demonstration: stages of every format of its release, with a round played.

It runs in the tree of the past release, so it uses only what every release has had in `tests/factories.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import django

_CLUBS = ("Nantes", "Nantes", "Rennes", "", "Brest", "Rennes")
_LOSERS = [{"stage": 0, "take": "losers"}]


def main() -> None:
    """Arrange everything; what a release cannot do yet is left out and named."""
    django.setup()
    if importlib.util.find_spec("tests.showcase"):
        importlib.import_module("tests.showcase").show()
    else:
        importlib.import_module("tournaments.management.demo").load()
    factories = importlib.import_module("tests.factories")
    draw = _first("tournaments.actions.draws.draw", "tournaments.actions.draw")
    formats = importlib.import_module("tournaments.formats")
    tournament = factories.tournament(name="Every format")

    def stage(name: str, code: str = "single_elimination") -> Any:
        new_stage = factories.stage(factories.event(tournament, name=name), format=code)
        for entrant, club in zip(factories.entrants(new_stage.event, 6), _CLUBS, strict=True):
            entrant.side.players.update(club=club)
        return new_stage

    def of_format(code: str) -> None:
        new_stage = stage(code, code)
        draw.draw(new_stage, by=None, seed="videau")
        factories.play_open_matches(new_stage)

    def commit(name: str, *, is_drawn: bool) -> None:
        new_stage = stage(name)
        draw.commit(new_stage, by=None)
        if is_drawn:
            draw.draw(new_stage, by=None)
            factories.play_open_matches(new_stage)

    def feed() -> None:
        new_stage = stage("fed")
        lifecycle = _first("tournaments.actions.events.lifecycle", "tournaments.actions.lifecycle")
        lifecycle.create_stage(new_stage.event, by=None, format="consolation", lengths=[5], feeds=_LOSERS)
        draw.draw(new_stage, by=None, seed="videau")
        factories.play_open_matches(new_stage)

    for code in sorted(formats.FORMATS):
        _try(code, partial(of_format, code))
    _try("announced", lambda: commit("announced", is_drawn=False))
    _try("drawn as announced", lambda: commit("drawn as announced", is_drawn=True))
    _try("fed", feed)


def _first(*names: str) -> Any:
    """Import the first of these modules that the release has."""
    for name in names:
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError(", ".join(names))


def _try(name: str, arrange: Callable[[], None]) -> None:
    try:
        arrange()
    # Every release has failures of its own where it lacks what is arranged.
    except Exception as error:
        sys.stderr.write(f"left out: {name}: {error!r}\n")


if __name__ == "__main__":
    main()
