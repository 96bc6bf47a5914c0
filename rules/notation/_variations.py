"""The names that match texts give to the variants of the game."""

from __future__ import annotations

from ..variant import VARIANTS, Variant

_NAMES = {
    "backgammon": "Backgammon",
    "nackgammon": "NackGammon",
    "hypergammon_1": "HyperGammon (1)",
    "hypergammon_2": "HyperGammon (2)",
    "hypergammon_3": "HyperGammon (3)",
}
_VARIANTS: dict[str, Variant] = {
    **{name.lower(): VARIANTS[code] for code, name in _NAMES.items()},
    "hypergammon": VARIANTS["hypergammon_3"],
}


def variation_name(variant: Variant) -> str | None:
    """What the tag `Variation` says for a variant; `None` for one that no program knows."""
    return _NAMES.get(variant.code)


def variant_named(name: str) -> Variant | None:
    """The variant that a tag `Variation` names, in any case; `None` for an unknown name."""
    return _VARIANTS.get(name.lower())
