"""Ratings around events, from which losses before a cap are told."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.lists import feeds
from tests.web.browsing import Visitor
from tournaments.actions.entrants import entry_rules, entry_undo, registration
from tournaments.actions.events.rating_list import choose_list
from tournaments.actions.federations import sanctions
from tournaments.actions.lists import computing
from tournaments.fair_play import RatingWindow, SignalKind
from tournaments.models import Event, OfficeKind, RatingList
from tournaments.queries.people.fair_play import fair_play_signals
from tournaments.queries.people.rating_windows import rating_windows
from tournaments.queries.ratings.histories import history
from tournaments.ratings import UNITS

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]

# The event is on 7 and 8 March 2026, so that the window begins on 6 January and ends on 7 May.
FIRST, LAST, DAYS = date(2026, 3, 7), date(2026, 3, 8), timedelta(days=60)
PLAYERS = 60


def _season() -> tuple[Event, RatingList, list[Player]]:
    """An event with a computed list, in which the first player fell before it and rose after it."""
    rating_list, people = feeds.rating_list(), feeds.players(PLAYERS)
    rows = feeds.season(people[1:], 300, per_event=6)
    for month, winner in ((date(2025, 12, 1), 1), (date(2026, 2, 10), 2), (date(2026, 4, 10), 1)):
        rows += [
            feeds.row(people[0], rival, day=month, winner=winner, length=11, event=f"{month}", slot=slot)
            for slot, rival in enumerate(people[1:11])
        ]
    feeds.add(rows, rating_list)
    computing.compute(rating_list)
    event = factories.event()
    request = sanctions.request_sanction(event, rating_list.federation, by=None)
    sanctions.grant_sanction(request, by=None, event_class="", weight=Decimal(1))
    choose_list(event, by=None, rating_list=rating_list)
    for person in people:
        registration.enter(event, by=None, players=[person])
    event.refresh_from_db()
    return event, rating_list, people


def _twin(rating_list: RatingList, person: Player, event: Event) -> tuple[int, int, int]:
    """The three ratings of a window, by a walk over all matches."""
    matches = history(rating_list, person.pk)
    before = entry = after = matches[0].rating
    for match in matches:
        rating, day = match.rating + match.change, date.fromordinal(match.day)
        before = rating if day < FIRST - DAYS else before
        entry = rating if day < FIRST else entry
        after = rating if day <= LAST + DAYS else after
    assert event.tournament.starts_on == FIRST
    return before, entry, after


@pytest.mark.both_databases
def test_who_falls_below_a_cap_before_an_event_and_rises_after_it_is_told_with_how_rare_it_is(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event, rating_list, people = _season()
    events = Event.objects.filter(pk=event.pk)
    with django_assert_num_queries(3):
        windows = {window.player: window for window in rating_windows(events)}
    assert windows == {
        person.uid: RatingWindow(person.uid, event.uid, *_twin(rating_list, person, event), is_capped=False)
        for person in people
        if history(rating_list, person.pk)
    }
    federation = rating_list.federation
    assert all(row.signal.observation.kind != "loss_before_cap" for row in fair_play_signals(federation))

    ada = windows[people[0].uid]
    cap = ada.entry // UNITS + 1
    assert ada.before >= cap * UNITS
    entry_rules.set_entry_rules(event, by=None, rules={"rating_below": cap})
    [row] = [
        row
        for row in fair_play_signals(federation)
        if row.signal.observation.kind == SignalKind.LOSS_BEFORE_CAP
    ]
    assert row.players == (people[0],)
    assert (row.signal.reached, row.signal.population) == (1, len(windows))
    assert row.signal.observation.value == Fraction(min(ada.before, ada.after) - ada.entry, UNITS)

    page = Visitor(factories.officer(federation, OfficeKind.RATING_OFFICER)).open(
        "office_signals", federation.uid
    )
    assert "Losses before a cap" in page
    assert people[0].name in page
    assert f"1 of {len(windows)} reaches this" in page

    entry_undo.take_out(event.entrants.get(entrant_players__player=people[0]), by=None)
    assert people[0].uid not in {window.player for window in rating_windows(events)}
