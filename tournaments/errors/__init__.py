"""The refusals of the competition, by subject; each names the rule broken and the way out, with a stable code."""

from importlib import import_module
from pkgutil import iter_modules

# A refusal is known by its code (`matches.errors.REFUSALS`) once its module is imported.
for _module in iter_modules(__path__, f"{__name__}."):
    import_module(_module.name)
