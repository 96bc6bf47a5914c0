"""Every scheme there is: SCHEME of each module in `schemes/`, by its code."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tournaments.points.scheme import PointsScheme

_FOLDER = "schemes"
_NAMES = sorted(module.name for module in iter_modules([str(Path(__file__).parent / _FOLDER)]))

# The code of a scheme is the name of its module with hyphens.
SCHEMES: Mapping[str, PointsScheme] = {
    name.replace("_", "-"): import_module(f"{__package__}.{_FOLDER}.{name}").SCHEME for name in _NAMES
}
