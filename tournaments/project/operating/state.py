"""Whether the service works, in parts that its visitors know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import queue
from tournaments.queue import Lane

# A job begins within a second where a worker is free, and one that is due for a minute has none.
LATE_AFTER = timedelta(seconds=60)
# Lists and forecasts may wait behind one another for so long.
_SLOW_AFTER = timedelta(minutes=30)


class Health(StrEnum):
    """How a part of the service is."""

    WELL = "well"
    LATE = "late"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class ServicePart:
    """A part of the service, how it is, and what that means for whoever uses it."""

    name: Promise
    health: Health
    meaning: Promise


def parts(now: datetime) -> Iterator[ServicePart]:
    """Yield the parts of the service; raise the error of a database that does not answer."""
    is_mail_away = queue.postponed().exists()
    yield ServicePart(_("Pages and results"), Health.WELL, _("Results can be reported."))
    yield _part(
        _("Next rounds"),
        (Lane.PAIRINGS,),
        now - LATE_AFTER,
        _("The next round follows the last result at once."),
        _("The next round is late. Results are kept."),
    )
    if settings.PUSH_KEY:
        yield _part(
            _("Calls on phones"),
            (Lane.PHONES,),
            now - LATE_AFTER,
            _("Phones are told of calls at once."),
            _("Phones are told of calls late. Calls stand on the pages."),
        )
    if is_mail_away:
        yield ServicePart(
            _("Mail"), Health.AWAY, _("Mail waits and is sent later. Messages stand on the pages.")
        )
    else:
        yield _part(
            _("Mail"),
            (Lane.MAIL,),
            now - LATE_AFTER,
            _("Mail is sent."),
            _("Mail is late. Messages stand on the pages."),
        )
    yield _part(
        _("Game records"),
        (Lane.RECORDS,),
        now - LATE_AFTER,
        _("Uploaded records are checked."),
        _("Uploaded records are kept and checked later."),
    )
    yield _part(
        _("Forecasts and rating lists"),
        (Lane.FORECASTS, Lane.LISTS, Lane.REST),
        now - _SLOW_AFTER,
        _("Forecasts and lists follow the results."),
        _("Forecasts and lists are behind the results."),
    )


def _part(
    name: Promise, lanes: tuple[Lane, ...], since: datetime, well: Promise, late: Promise
) -> ServicePart:
    """Return a part that is late where a job of its lanes is due since before this time."""
    if queue.is_late(*lanes, since=since):
        return ServicePart(name, Health.LATE, late)
    return ServicePart(name, Health.WELL, well)


LANE_NAMES: dict[Lane, Promise] = {
    Lane.PAIRINGS: _("Next rounds and calls"),
    Lane.PHONES: _("Calls on phones"),
    Lane.MAIL: _("Mail"),
    Lane.RECORDS: _("Game records"),
    Lane.FORECASTS: _("Forecasts and emergency papers"),
    Lane.LISTS: _("Rating lists"),
    Lane.REST: _("Everything else"),
}
