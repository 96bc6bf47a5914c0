"""When an event under way is over, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format, localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.queries.forecasts import Outlook

# Nobody knows it better than to five minutes.
_STEP = timedelta(minutes=5)


def outlook_words(outlook: Outlook) -> str:
    """As in `Over about 17:40, nine times in ten before 18:30.`"""
    return _("Over about %(half)s, nine times in ten before %(almost)s.") % {
        "half": _moment(outlook.half_at, outlook),
        "almost": _moment(outlook.almost_surely_at, outlook),
    }


def outlook_grounds(outlook: Outlook) -> str:
    """What that rests on, for those who direct."""
    pace = localize(round(outlook.pace.minutes_per_point, 1))
    if not outlook.pace.matches and outlook.pace.left_out:
        words = ngettext(
            "Worked out with %(pace)s minutes for a point: %(matches)s timed match was too short or too long to learn from.",
            "Worked out with %(pace)s minutes for a point: %(matches)s timed matches were too short or too long to learn "
            "from.",
            outlook.pace.left_out,
        )
        return words % {"pace": pace, "matches": outlook.pace.left_out}
    if not outlook.pace.matches:
        return _("Worked out with %(pace)s minutes for a point, because no match has been timed yet.") % {
            "pace": pace
        }
    said = ngettext(
        "Worked out with %(pace)s minutes for a point, learnt from %(matches)s timed match.",
        "Worked out with %(pace)s minutes for a point, learnt from %(matches)s timed matches.",
        outlook.pace.matches,
    )
    return said % {"pace": pace, "matches": outlook.pace.matches}


def _moment(moment: datetime, outlook: Outlook) -> str:
    """A time of the tournament's zone, with the day where that is another one."""
    rounded = datetime.fromtimestamp(
        _STEP.total_seconds() * round(moment.timestamp() / _STEP.total_seconds()), tz=moment.tzinfo
    )
    local = timezone.localtime(rounded)
    clock = date_format(local, "TIME_FORMAT")
    if local.date() == timezone.localtime(outlook.at).date():
        return clock
    return pgettext("a day and a time", "%(day)s %(time)s") % {"day": date_format(local, "l"), "time": clock}
