"""The registry of formulas: the FORMULA of each module in `formulas/`, by its code."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tournaments.ratings.base import Formula

_FOLDER = "formulas"
_NAMES = sorted(module.name for module in iter_modules([str(Path(__file__).parent / _FOLDER)]))

# The code of a formula is the name of its module with hyphens.
FORMULAS: Mapping[str, Formula] = {
    name.replace("_", "-"): import_module(f"{__package__}.{_FOLDER}.{name}").FORMULA for name in _NAMES
}
