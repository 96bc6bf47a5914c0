"""The words for every code of the rules: one language in a file of its own for each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from ._language import Language

__all__ = ["LANGUAGES", "Language", "language", "preferred"]

LANGUAGES: tuple[str, ...] = tuple(
    sorted(module.name for module in iter_modules(__path__) if not module.name.startswith("_"))
)
"""The codes of the languages there are: the names of the modules in this package."""

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_FALLBACK = "en"


def language(code: str) -> Language:
    """The language of this code, one of `LANGUAGES`.

    >>> language("en").problem(Problem(Finding.EMPTY_FILE))
    'There is nothing in the file.'
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    words: Language = import_module(f".{code}", __package__).LANGUAGE
    return words


def preferred(environment: Mapping[str, str]) -> str:
    """The code of the language that the locale of an environment asks for; English if there is none.

    The first that is set of `LC_ALL`, `LC_MESSAGES` and `LANG` decides, as for every program.

    >>> preferred({"LANG": "fr_FR.UTF-8"}), preferred({})
    ('fr', 'en')
    """
    locale = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    code = locale.lower().replace(".", "_").partition("_")[0]
    return code if code in LANGUAGES else _FALLBACK
