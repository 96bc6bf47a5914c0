"""The names that match texts give to the variants of the game."""

from __future__ import annotations

from ..variant import VARIANTS, Variant

_VARIANTS: dict[str, Variant] = {
    **{variant.variation.lower(): variant for variant in VARIANTS.values() if variant.variation},
    "hypergammon": VARIANTS["hypergammon_3"],
}


def variation_name(variant: Variant) -> str | None:
    """What the tag `Variation` says for a variant; `None` for one that no program knows."""
    return variant.variation if variant_named(variant.variation) == variant else None


def variant_named(name: str) -> Variant | None:
    """The variant that a tag `Variation` names, in any case; `None` for an unknown name."""
    return _VARIANTS.get(name.lower())
