"""Durations in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

# Times are rounded to this many minutes, since forecasts are no more precise.
_STEP = 5


def duration(minutes: float) -> str:
    """Return a time in hours and minutes, rounded to five minutes."""
    hours, rest = divmod(_STEP * round(minutes / _STEP), 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": rest}
    return _("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}
