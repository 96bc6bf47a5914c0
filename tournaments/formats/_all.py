"""Every format there is: the FORMAT of every module here whose name has no leading underscore."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from tournaments.formats._base import Format


def _found() -> dict[str, Format]:
    """Return every format by its code, which is the name of its module."""
    here = Path(__file__).parent
    names = sorted(module.name for module in iter_modules([str(here)]) if not module.name.startswith("_"))
    return {name: import_module(f"{__package__}.{name}").FORMAT for name in names}


FORMATS: dict[str, Format] = _found()
