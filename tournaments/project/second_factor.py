"""Who needs a second factor, as the operator's environment says it."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ImproperlyConfigured

OWNERS, ADMIN = "owners", "admin"


def required_of(names: Iterable[str]) -> frozenset[str]:
    """Return the circles that need a second factor; raise ImproperlyConfigured for an unknown one."""
    circles = frozenset(name.strip().lower() for name in names if name.strip())
    unknown = circles - {OWNERS, ADMIN}
    if unknown:
        raise ImproperlyConfigured(
            f"SECOND_FACTOR has {', '.join(sorted(unknown))}. It takes `owners`, `admin`, or both with a comma."
        )
    return circles
