"""When a tournament ends, in a director's words: clock times, what costs time, and what fits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Tournament, hours_of
from tournaments.models.dates import date_words
from tournaments.queries.events.hall_forecasts import (
    EventEnd,
    HallForecast,
    WayToFit,
    is_fresh,
)
from tournaments.queries.events.hall_now import LeftOut

from .hours_form import hours_words

# Times are rounded to five minutes, since forecasts are no more precise.
_STEP = timedelta(minutes=5)
# An event fits where nine in ten simulated halls are over in time, and does not where most of them are not.
_FITS, _RISKS = 0.9, 0.5
# So many minutes hardly matter.
_SMALL = 10


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event: its name and uid, the two times, whether it is in time in words, and the kind of that pill."""

    name: str
    uid: str
    half: str
    almost: str
    in_time: str
    pill: str


@dataclass(frozen=True, slots=True)
class TightEvent:
    """An event that may not fit: what is said of it, and what would make it fit, each a sentence."""

    words: str
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HallEnding:
    """The page: the end in one sentence, the events, what moves the end, what does not fit, and what is left out."""

    hours: tuple[str, ...]
    is_known: bool = False
    is_fresh: bool = False
    is_over: bool = False
    version: str = ""
    half: str = ""
    almost: str = ""
    curfew: str = ""
    events: tuple[EventLine, ...] = ()
    effects: tuple[str, ...] = ()
    tight: tuple[TightEvent, ...] = ()
    left_out: tuple[str, ...] = ()
    grounds: str = ""


def hall_ending(tournament: Tournament, forecast: HallForecast | None, *, now: datetime) -> HallEnding:
    """Return the page of a forecast, or of none yet; two queries."""
    hours = tuple(hours_words(hours_of(tournament), tournament))
    if forecast is None:
        return HallEnding(hours=hours)
    names = dict(tournament.events.values_list("uid", "name"))
    known = [end for end in forecast.events if end.event in names]
    return HallEnding(
        hours=hours,
        is_known=True,
        is_fresh=is_fresh(forecast, tournament, now=now) and forecast.is_whole,
        is_over=not known,
        version=f"{forecast.at.isoformat()} {forecast.runs} {forecast.is_whole}",
        half=clock(forecast.half_at, now=now),
        almost=clock(forecast.almost_surely_at, now=now),
        curfew=_curfew(forecast, now=now),
        events=tuple(_line(end, names[end.event], forecast, now=now) for end in known),
        effects=tuple(_effects(forecast, known, names)),
        tight=tuple(_tight(forecast, known, names, now=now)),
        left_out=tuple(_left_out(forecast.left_out, names)),
        grounds=_grounds(forecast),
    )


def clock(moment: datetime, *, now: datetime) -> str:
    """Return a time rounded to five minutes, with its weekday if it is another day."""
    step = _STEP.total_seconds()
    local = timezone.localtime(
        datetime.fromtimestamp(step * round(moment.timestamp() / step), tz=moment.tzinfo)
    )
    words = date_words(local, "TIME_FORMAT")
    if local.date() == timezone.localtime(now).date():
        return words
    return pgettext("a day and a time", "%(day)s %(time)s") % {"day": date_words(local, "l"), "time": words}


def span(minutes: int) -> str:
    """Return a time in minutes, from an hour on in hours and minutes."""
    if minutes < 60:
        return ngettext("%(minutes)d minute", "%(minutes)d minutes", minutes) % {"minutes": minutes}
    hours, rest = divmod(minutes, 60)
    return _("%(hours)d h %(minutes)02d") % {"hours": hours, "minutes": rest}


def _line(end: EventEnd, name: str, forecast: HallForecast, *, now: datetime) -> EventLine:
    words, pill = "", ""
    if forecast.closes_at is not None:
        if end.in_time >= _FITS:
            words, pill = _("fits"), "pill-go"
        elif end.in_time >= _RISKS:
            words, pill = _("tight"), "pill-wait"
        else:
            words, pill = _("does not fit"), "pill-stop"
    return EventLine(
        name, end.event, clock(end.half_at, now=now), clock(end.almost_surely_at, now=now), words, pill
    )


def _curfew(forecast: HallForecast, *, now: datetime) -> str:
    if forecast.closes_at is None or not forecast.events:
        return ""
    closes = clock(forecast.closes_at, now=now)
    if forecast.in_time >= _FITS:
        words = _("Curfew: %(closes)s. Everything fits.")
    elif forecast.in_time >= _RISKS:
        words = _("Curfew: %(closes)s. It will be tight.")
    else:
        words = _("Curfew: %(closes)s. Not everything fits.")
    return words % {"closes": closes}


def _effects(forecast: HallForecast, known: Sequence[EventEnd], names: Mapping[str, str]) -> Iterator[str]:
    """Yield what moves the end: events that cost others time, and tables more or less."""
    for end in known:
        for other, cost in end.costs.items():
            if other in names and (minutes := _noticeable(cost)) > 0:
                yield _("%(event)s costs %(other)s about %(time)s.") % {
                    "event": names[end.event],
                    "other": names[other],
                    "time": span(minutes),
                }
    for more, change in sorted(forecast.tables.items(), reverse=True):
        if not _is_certain(change):
            continue
        minutes = abs(_noticeable(change))
        places = {"count": abs(more), "time": span(minutes)}
        if not minutes:
            words = (
                _("%(count)d more tables would hardly matter.")
                if more > 0
                else _("%(count)d fewer tables would hardly matter.")
            )
        elif more > 0:
            words = _("With %(count)d more tables it ends about %(time)s earlier.")
        else:
            words = _("With %(count)d fewer tables it ends about %(time)s later.")
        yield words % places


def _is_certain(change: tuple[float, float]) -> bool:
    """Whether a change can be told from chance, or is known to be small."""
    minutes, error = change
    return abs(minutes) >= 2 * error or 2 * error <= _SMALL


def _noticeable(change: tuple[float, float]) -> int:
    """Return a change in minutes, 0 if it is short or cannot be told from chance."""
    minutes, error = change
    return round(minutes) if abs(minutes) >= max(3.0, 2 * error) else 0


def _tight(
    forecast: HallForecast, known: Sequence[EventEnd], names: Mapping[str, str], *, now: datetime
) -> Iterator[TightEvent]:
    """Yield the events that do not fit, with the ways that do."""
    for end in known:
        if forecast.closes_at is None or end.in_time >= _FITS:
            continue
        words = _("%(event)s is over about %(half)s, after the hall has closed.")
        if end.in_time >= _RISKS:
            words = _("%(event)s may not be over in time: one hall in ten needs until %(almost)s.")
        ways = tuple(_way(way, names) for way in forecast.ways.get(end.event, ()) if way.in_time >= _FITS)
        places = {
            "event": names[end.event],
            "half": clock(end.half_at, now=now),
            "almost": clock(end.almost_surely_at, now=now),
        }
        yield TightEvent(words % places, ways)


def _way(way: WayToFit, names: Mapping[str, str]) -> str:
    """Return what a director may do."""
    if way.kind == "shorter":
        words = _("Play the matches not begun yet %(amount)d points shorter.")
    elif way.kind == "tables":
        words = _("Add %(amount)d tables.")
    elif way.kind == "earlier":
        words = _("Begin it %(time)s earlier.")
    elif way.kind == "curfew":
        words = _("Move the curfew %(time)s later.")
    else:
        words = _("Leave %(event)s out, or play it on another day.")
    return words % {"amount": way.amount, "time": span(way.amount), "event": names.get(way.event, "")}


def _left_out(left_out: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    reasons = {
        LeftOut.NO_START: _("%(event)s has no start time and is not counted. Set one in its settings."),
        LeftOut.TOO_FEW: _("%(event)s has too few entrants yet and is not counted."),
        LeftOut.BY_CALENDAR: _("%(event)s goes by the calendar, not by the clock of the hall."),
        LeftOut.NO_TABLE: _(
            "Every table is reserved for other events, so %(event)s is not counted. Free a table."
        ),
        LeftOut.ENDLESS: _("Nobody can say when %(event)s ends, so it is not counted."),
    }
    for uid, reason in left_out.items():
        if uid in names:
            yield reasons[LeftOut(reason)] % {"event": names[uid]}


def _grounds(forecast: HallForecast) -> str:
    """Return what the forecast rests on."""
    places = {
        "at": date_words(timezone.localtime(forecast.at), "TIME_FORMAT"),
        "gap": round(forecast.gap),
        "matches": forecast.matches,
    }
    if not forecast.matches:
        return _("As at %(at)s. No match has been timed yet: your expected minutes per point count.") % places
    words = ngettext(
        "As at %(at)s, from %(matches)d timed match; about %(gap)d min between two matches.",
        "As at %(at)s, from %(matches)d timed matches; about %(gap)d min between two matches.",
        forecast.matches,
    )
    return words % places
