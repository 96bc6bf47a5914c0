"""Every format there is: the FORMAT of every package of this folder."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tournaments.formats.base import Format


def _formats() -> dict[str, Format]:
    """Return every format by its code, which is the name of its package."""
    here = Path(__file__).parent
    names = sorted(module.name for module in iter_modules([str(here)]) if module.ispkg)
    return {name: import_module(f"{__package__}.{name}.format").FORMAT for name in names}


FORMATS: dict[str, Format] = _formats()
# What a stage is offered as where nobody has said otherwise.
USUAL_FORMAT = "single_elimination"
