"""Durations, and the expected end of a running event, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import localize
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models.dates import date_words
from tournaments.queries.events.forecasts import Outlook, Season

# Times are rounded to this many minutes, since forecasts are no more precise.
_MINUTES = 5
_STEP = timedelta(minutes=_MINUTES)


def outlook_words(outlook: Outlook) -> str:
    """Return the expected end in words, such as `Over about 17:40`; for a league, its deadlines."""
    if outlook.season is not None:
        return _season_words(outlook.season, at=outlook.at)
    return _("Over about %(half)s, nine times in ten before %(almost)s.") % {
        "half": _moment(outlook.half_at, outlook),
        "almost": _moment(outlook.almost_surely_at, outlook),
    }


def outlook_grounds(outlook: Outlook) -> str:
    """Return the basis of the forecast in words, for directors."""
    if outlook.season is not None:
        return _("By the deadlines of the rounds, not by the clock of a hall.")
    if outlook.is_of_hall:
        return _("From all events of the tournament in one hall.")
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
    sentence = ngettext(
        "Worked out with %(pace)s minutes for a point, learnt from %(matches)s timed match.",
        "Worked out with %(pace)s minutes for a point, learnt from %(matches)s timed matches.",
        outlook.pace.matches,
    )
    return sentence % {"pace": pace, "matches": outlook.pace.matches}


def _season_words(season: Season, *, at: datetime) -> str:
    """Return the deadlines of the current and the last round, and the number of overdue matches."""
    places = {
        "round": season.round,
        "due": _day(season.due_at),
        "last": season.last,
        "end": _day(season.last_at),
    }
    if season.last_at < at:
        words = _("The last round, round %(last)s, was to be played by %(end)s.")
    elif season.round == season.last:
        words = _("The last round, round %(last)s, is to be played by %(end)s.")
    else:
        words = _("Round %(round)s is to be played by %(due)s, and the last one, round %(last)s, by %(end)s.")
    if not season.overdue:
        return words % places
    overdue = ngettext("%(count)s match is overdue.", "%(count)s matches are overdue.", season.overdue)
    return f"{words % places} {overdue % {'count': season.overdue}}"


def _day(moment: datetime) -> str:
    """Return a deadline in the tournament's time zone, as on the page of its match."""
    return date_words(timezone.localtime(moment), "DATETIME_FORMAT")


def _moment(moment: datetime, outlook: Outlook) -> str:
    """Return a time in the tournament's zone, with the weekday if it is another day."""
    rounded = datetime.fromtimestamp(
        _STEP.total_seconds() * round(moment.timestamp() / _STEP.total_seconds()), tz=moment.tzinfo
    )
    local = timezone.localtime(rounded)
    clock = date_words(local, "TIME_FORMAT")
    if local.date() == timezone.localtime(outlook.at).date():
        return clock
    return pgettext("a day and a time", "%(day)s %(time)s") % {"day": date_words(local, "l"), "time": clock}


def duration(minutes: float) -> str:
    """Return a time in hours and minutes, rounded to five minutes."""
    hours, rest = divmod(_MINUTES * round(minutes / _MINUTES), 60)
    if not hours:
        return _("%(minutes)d min") % {"minutes": rest}
    return _("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}
