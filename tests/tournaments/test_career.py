"""The results of a person over all public tournaments, against a slow twin that reads matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from tests import factories
from tests.tournaments.careers import Careers, careers
from tournaments.actions.federations import merging
from tournaments.models import is_team_match, pairing_of
from tournaments.queries.careers.career import CareerMatch, WonLost, by_occasion, career, figures
from tournaments.queries.careers.career_pages import career_page

pytestmark = pytest.mark.django_db

Row = tuple[str, str, int, int, bool]


def _twin(person: Player) -> set[Row]:
    """Every final match of a public tournament in which a row of the person sat, as that person saw it."""
    rows = set()
    for match in Match.objects.filter(accepted_report__isnull=False).exclude(final_at=None):
        if is_team_match(match):
            continue
        pairing = pairing_of(match)
        if pairing.stage.event.tournament.visibility != "public":
            continue
        for side in ("one", "two"):
            members = {player.current for player in match.side(side).players.all()}
            if person in members:
                assert match.accepted_report is not None
                report = match.accepted_report.counted
                own, other = report if side == "one" else report[::-1]
                rows.add((match.uid, pairing.stage.event.name, own, other, match.winner == side))
    return rows


def _seen(matches: list[CareerMatch]) -> set[Row]:
    page = career_page(Player(), by_occasion(matches), {})
    return {
        (
            line.match.uid,
            one.event.name,
            line.match.own_score,
            line.match.other_score,
            bool(line.match.has_won),
        )
        for one in page.events
        if one.event is not None
        for line in one.matches
    }


def _check(person: Player) -> None:
    matches = career(person)
    assert _seen(matches) == _twin(person)
    assert len(matches) == len(_twin(person))
    days = [match.day for match in matches if match.day is not None]
    assert days == sorted(days, reverse=True)


def test_it_is_what_a_slow_reading_of_all_matches_gives() -> None:
    """Corrected results, pairs and boards of teams are in it, drafts and team matches as a whole are not."""
    known = careers()
    counts = set()
    for person in (*known.people, known.walk_in):
        _check(person)
        with CaptureQueriesContext(connection) as queries:
            matches = career(person)
            page = career_page(person, by_occasion(matches), figures(matches).by_opponent)
        counts.add(len(queries))
        assert {one.person.uid for one in page.opponents} <= {one.uid for one in known.people}
    assert max(counts) <= 5
    results = career(known.people[0])
    assert {match.kind for match in results} == {"singles", "doubles", "board"}
    assert not {match.event for match in results} & {known.secret.pk}
    _check_figures(known.people)
    _check_places(known)


def _check_figures(people: Sequence[Player]) -> None:
    """Figures add up, and leave out what was not played."""
    for person in people:
        matches = career(person)
        added_up = figures(matches)
        played = [one for one in matches if one.ending == "played"]
        singles = [one for one in played if one.kind != "doubles"]
        assert added_up.total.played == len(singles)
        assert added_up.total.won == sum(bool(one.has_won) for one in singles)
        assert added_up.in_pairs.played == len(played) - len(singles) == 1
        lengths = Counter(one.length for one in singles)
        assert {length: balance.played for length, balance in added_up.by_length.items()} == lengths
        for part in (added_up.by_length, added_up.by_year, added_up.by_opponent):
            assert sum(balance.won for balance in part.values()) == added_up.total.won
            assert sum(balance.lost for balance in part.values()) == added_up.total.lost
    ada, bela = people[:2]
    assert any(match.ending == "forfeit" for match in career(ada))
    by_ada = figures(career(ada)).by_opponent.get(bela.pk, WonLost())
    by_bela = figures(career(bela)).by_opponent.get(ada.pk, WonLost())
    assert (by_ada.won, by_ada.lost) == (by_bela.lost, by_bela.won)


def _check_places(known: Careers) -> None:
    """Everybody has a place in an event that is over."""
    places = []
    for person in known.people:
        page = career_page(person, by_occasion(career(person)), {})
        [place] = [one.place for one in page.events if one.event == known.cup]
        assert place is not None
        places.append((place.first, place.last, place.entrants))
    assert sorted(places) == [(1, 1, 4), (2, 2, 4), (3, 4, 4), (3, 4, 4)]


def test_a_duplicate_brings_its_results_and_undoing_takes_them_back() -> None:
    known = careers()
    federation = factories.federation()
    for person in (known.walk_in, known.people[3]):
        factories.member(federation, person)
    before = {person.pk: _seen(career(person)) for person in (*known.people, known.walk_in)}
    merge = factories.merge(federation, known.walk_in, into=known.people[3])
    for person in known.people:
        _check(person)
    assert before[known.walk_in.pk] <= _seen(career(known.people[3]))
    merging.undo_merge(merge, by=None)
    assert {person.pk: _seen(career(person)) for person in (*known.people, known.walk_in)} == before


def test_a_score_that_an_archive_does_not_name_is_not_shown() -> None:
    played = CareerMatch(
        number=1,
        uid="m",
        day=None,
        event=None,
        event_uid="",
        source="archive:a",
        kind="singles",
        length=5,
        ending="played",
        place=(0, 0, 0, 0),
        own_score=0,
        other_score=5,
        has_won=False,
        is_side_one=True,
        opponent=None,
    )
    for match, words in (
        (played, ""),
        (played._replace(own_score=3), "3–5"),
        (played._replace(source=""), "0–5"),
    ):
        assert render_to_string("people/_score.html", {"match": match}).strip() == words
