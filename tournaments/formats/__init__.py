"""The formats: FORMATS holds the FORMAT of every module here whose name has no leading underscore."""

from importlib import import_module
from pkgutil import iter_modules

from tournaments.formats._base import (
    Challenge,
    Entry,
    Feeder,
    Format,
    Intake,
    Origin,
    Outline,
    Pairing,
    Part,
    Placement,
    Reason,
    Result,
    Round,
    RoundName,
    Shape,
    Side,
    SideKind,
    Slot,
    Standing,
    State,
)
from tournaments.formats._errors import FormatError, Problem
from tournaments.formats._feed import Feed, Take
from tournaments.formats._feeds import Fed, fed, feeding, overtaken
from tournaments.formats._lengths import length_for
from tournaments.formats._options import Options
from tournaments.formats._reentry import After, ReEntry, reentry_refusals
from tournaments.formats._simulation import Forecast, Setup, forecast

__all__ = [
    "FORMATS",
    "After",
    "Challenge",
    "Entry",
    "Fed",
    "Feed",
    "Feeder",
    "Forecast",
    "Format",
    "FormatError",
    "Intake",
    "Options",
    "Origin",
    "Outline",
    "Pairing",
    "Part",
    "Placement",
    "Problem",
    "ReEntry",
    "Reason",
    "Result",
    "Round",
    "RoundName",
    "Setup",
    "Shape",
    "Side",
    "SideKind",
    "Slot",
    "Standing",
    "State",
    "Take",
    "fed",
    "feeding",
    "forecast",
    "length_for",
    "overtaken",
    "reentry_refusals",
]


def _found() -> dict[str, Format]:
    """Return every format by its code, which is the name of its module."""
    names = sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
    return {name: import_module(f"{__name__}.{name}").FORMAT for name in names}


FORMATS: dict[str, Format] = _found()
