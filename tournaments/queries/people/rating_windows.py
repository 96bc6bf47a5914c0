"""The rating of each player around each event of a federation, as signals of fair play read it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.db.models import QuerySet

from tournaments.eligibility import DivisionRules
from tournaments.fair_play import RatingWindow
from tournaments.models import UNLISTED, EntrantPlayer, Event, ListOrigin
from tournaments.queries.ratings.histories import HistoryMatch, histories
from tournaments.ratings import UNITS

_WINDOW = timedelta(days=60)
"""How long before and after an event a rating is followed."""


def rating_windows(events: QuerySet[Event]) -> Iterator[RatingWindow]:
    """Yield the window of each player in each of these events that uses a computed list; four queries.

    An event has a cap where its division takes ratings below a limit.
    """
    capped_events = list(
        events.filter(rating_list__origin=ListOrigin.COMPUTED).select_related("tournament").order_by("pk")
    )
    places = EntrantPlayer.objects.filter(event__in=capped_events).exclude(entrant__via__in=UNLISTED)
    places = places.order_by("pk")
    columns = ("event_id", "player_id", "player__uid", "player__merged_into_id", "player__merged_into__uid")
    persons: dict[int, dict[int, str]] = defaultdict(dict)
    for event, key, uid, end, end_uid in places.values_list(*columns):
        persons[event][end or key] = end_uid or uid
    lists = {event.rating_list_id or 0 for event in capped_events}
    by_person = histories(lists, {person for of_event in persons.values() for person in of_event})
    for one in capped_events:
        for person, uid in persons[one.pk].items():
            matches = by_person.get((one.rating_list_id or 0, person))
            if matches:
                yield _window(one, uid, matches)


def _window(event: Event, uid: str, matches: Sequence[HistoryMatch]) -> RatingWindow:
    """Return the ratings before the window, at the start of the event, and at the end of the window."""
    days = [match.day for match in matches]
    first, last = event.tournament.starts_on, event.tournament.ends_on
    ratings = [matches[0].rating, *(match.rating + match.change for match in matches)]
    before = ratings[bisect_left(days, (first - _WINDOW).toordinal())]
    entry = ratings[bisect_left(days, first.toordinal())]
    after = ratings[bisect_right(days, (last + _WINDOW).toordinal())]
    cap = None if event.eligibility is None else DivisionRules.from_dict(event.eligibility).rating_below
    is_capped = cap is not None and before >= cap * UNITS > entry
    return RatingWindow(uid, event.uid, before, entry, after, is_capped)
