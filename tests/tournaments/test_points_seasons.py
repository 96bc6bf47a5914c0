"""Seasons of federations: their tables follow from the results of sanctioned events, whatever is merged or corrected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import merging, points_seasons, sanctions
from tournaments.errors.common import InvalidFields
from tournaments.errors.federations import (
    InvalidTerms,
    NotAnOfficer,
    PointsSeasonBegun,
    PointsSeasonOver,
    PointsSeasonRunning,
)
from tournaments.models import (
    Entrant,
    Event,
    Federation,
    FederationEntry,
    OfficeKind,
    PointsSeason,
    Seat,
    Stage,
    Tournament,
)
from tournaments.points import SCHEMES
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.queries.points.season_table import (
    SeasonState,
    SeasonTable,
    digest_of,
    points_of_event,
    season_table,
    seasons_of,
    state_of,
)

pytestmark = pytest.mark.django_db


def season_of(
    federation: Federation,
    scheme: str = "neu-isenburg",
    *,
    name: str = "2026",
    days: tuple[date, date] = (date(2026, 1, 1), date(2199, 12, 31)),
    **terms: Any,
) -> PointsSeason:
    """A season that has begun and runs on, unless other days are named."""
    return points_seasons.create_season(
        federation,
        by=None,
        name=name,
        starts_on=days[0],
        ends_on=days[1],
        terms={"scheme": SCHEMES[scheme].to_dict(), **terms},
        scheme=scheme,
    )


def sanctioned(event: Event, federation: Federation, *, event_class: str = "", weight: str = "1") -> None:
    request = sanctions.request_sanction(event, federation, by=None)
    sanctions.grant_sanction(request, by=None, event_class=event_class, weight=Decimal(weight))


def entered(event: Event, players: Iterable[Player]) -> list[Entrant]:
    return [registration.enter(event, by=None, players=[player]) for player in players]


def seeded_stage(
    players: Iterable[Player], *, length: int = 7, on: date = date(2026, 3, 7), name: str = "Main"
) -> Stage:
    """A bracket in which the players are seeded in their order, so that it is known who meets whom."""
    tournament = factories.tournament()
    lifecycle.change_tournament(tournament, by=None, starts_on=on, ends_on=on)
    stage = factories.stage(factories.event(tournament, name=name), lengths=(length,))
    entrants = entered(stage.event, players)
    draw.draw(stage, by=None, seeds={one.uid: number for number, one in enumerate(entrants, start=1)})
    return stage


def play(stage: Stage) -> None:
    """Play a seeded stage to its end: the better seed, who was entered earlier, wins every match."""
    while matches := factories.open_matches(stage):
        for match in matches:
            report(match, winner=_first_entered(match))
        progress.advance(stage.event)


def _first_entered(match: Match) -> str:
    return Seat.objects.filter(pairing__match=match).order_by("entrant_id")[0].side


def report(match: Match, *, winner: str, outcome: str = "played") -> None:
    score = (match.length, 0) if winner == "one" else (0, match.length)
    results.report(match, by=factories.director_of(match), score=score)


def points(table: SeasonTable) -> dict[str, Fraction]:
    return {line.entrant: line.points for line in table.lines}


def played(n: int, federation: Federation, *, length: int = 9, **sanction: Any) -> list[Player]:
    """A sanctioned event of `n` players, played to its end; the players in their order of seeds."""
    players = [factories.player() for _ in range(n)]
    stage = seeded_stage(players, length=length)
    sanctioned(stage.event, federation, **sanction)
    play(stage)
    return players


def test_usbgf_master_points_of_a_tournament_that_was_played() -> None:
    """Eight players to 9: a win is sqrt(9) / 3 = 1; 0.6 * log2(8) = 1.8 times 1, 0.7, (1/2 + 1/3) / 2 for both thirds.

    Four share the ranks 5 to 8: (1/4 + 1/5 + 1/6 + 1/7) / 4 of 1.8.
    """
    federation = factories.federation()
    a, b, c, d, *rest = played(8, federation)
    table = season_table(season_of(federation, "usbgf-master-points"))
    fifth = Fraction("1.8") * (Fraction(1, 4) + Fraction(1, 5) + Fraction(1, 6) + Fraction(1, 7)) / 4
    assert points(table) == {
        a.uid: 3 + Fraction("1.8"),
        b.uid: 2 + Fraction("1.26"),
        c.uid: 1 + Fraction("0.75"),
        d.uid: 1 + Fraction("0.75"),
        **{one.uid: fifth for one in rest},
    }
    assert [(line.first, line.last) for line in table.lines[:4]] == [(1, 1), (2, 2), (3, 4), (3, 4)]


@pytest.mark.parametrize(("event_class", "factor"), [("Open", "1"), ("Advanced", "0.7"), ("Novice", "0.5")])
def test_the_class_of_the_sanction_is_the_division(event_class: str, factor: str) -> None:
    """The divisions of the USBGF weigh 1, 0.7 and 0.5: four players, the winner has 2 + 0.6 * 2."""
    federation = factories.federation()
    winner = played(4, federation, event_class=event_class)[0]
    classes = [
        {"class": name, "division": rank} for rank, name in enumerate(("Open", "Advanced", "Novice"), 1)
    ]
    table = season_table(season_of(federation, "usbgf-master-points", classes=classes))
    assert points(table)[winner.uid] == (2 + Fraction("1.2")) * Fraction(factor)


def test_the_weight_of_the_sanction_multiplies_points() -> None:
    federation = factories.federation()
    winner = played(4, federation, weight="1.5")[0]
    table = season_table(season_of(federation, "usbgf-master-points"))
    assert points(table)[winner.uid] == Fraction("3.2") * Fraction("1.5")


def test_events_of_other_classes_do_not_count() -> None:
    federation = factories.federation()
    played(4, federation, event_class="Jackpot")
    season = season_of(federation, classes=[{"class": "Open"}])
    assert season_table(season).events == ()
    assert season_table(season_of(federation, name="All")).events != ()


def test_norway_cup_of_eight_players_pays_two_places() -> None:
    """sqrt(2 * 8) = 4 for the first of eight, half of it for the second, nothing for the others."""
    federation = factories.federation()
    a, b, *rest = played(8, federation)
    table = season_table(season_of(federation, "norway-cup"))
    assert points(table) == {a.uid: 4, b.uid: 2, **{one.uid: 0 for one in rest}}


def test_nebc_counts_the_consolation_and_the_length_of_matches() -> None:
    """Four to 7 with a consolation: 50 + 2 * 7, 25 + 7, 25 for the consolation + 7, and 12 + 2 for its second."""
    federation = factories.federation()
    players = [factories.player() for _ in range(4)]
    main = seeded_stage(players)
    consolation = lifecycle.create_stage(
        main.event,
        by=None,
        format="single_elimination",
        name="Consolation",
        feeds=[{"stage": main.order, "take": "losers", "nearest": 1}],
    )
    sanctioned(main.event, federation)
    play(main)
    draw.draw(consolation, by=None, seed="videau")
    play(consolation)
    table = season_table(season_of(federation, "nebc"))
    a, b, c, d = players
    assert points(table)[a.uid] == 50 + 14
    assert points(table)[b.uid] == 25 + 7
    assert sorted(points(table)[one.uid] for one in (c, d)) == [12 + 2, 25 + 7]


def test_neu_isenburg_gives_nothing_for_byes_and_forfeits_and_five_for_a_settlement() -> None:
    """Three players: a bye, a win by forfeit against somebody who did not come, and a settled final."""
    federation = factories.federation()
    a, b, c = (factories.player() for _ in range(3))
    stage = seeded_stage([a, b, c])
    sanctioned(stage.event, federation)
    director = factories.owner(stage.event.tournament)
    [first] = factories.open_matches(stage)
    loser = "two" if _first_entered(first) == "one" else "one"
    results.forfeit(first, by=director, loser=loser, reason="Did not come.")
    progress.advance(stage.event)
    [final] = factories.open_matches(stage)
    results.report(final, by=director, outcome="settled", winner=_first_entered(final))
    progress.advance(stage.event)
    table = season_table(season_of(federation))
    assert points(table) == {a.uid: 15, b.uid: 15, c.uid: 0}


def _twin(season: PointsSeason) -> dict[str, Fraction]:
    """The sums of the Norway Cup by a second way: from the standings of brackets, through every hop of merges."""
    totals: dict[str, list[Fraction]] = {}
    limits = ((1, 0), (4, 1), (8, 2), (17, 4), (33, 8), (65, 16))
    for stage in Stage.objects.exclude(standings=None):
        if not stage.event.sanctions.filter(state="granted", federation=season.federation).exists():
            continue
        rows = stage.standings["places"]
        prizes = [limit for players, limit in limits if players <= len(rows)][-1]
        for row in rows:
            person = Entrant.objects.get(uid=row["entrant"]).side.players.get().current
            root = Fraction(round(Decimal(2 * len(rows)).sqrt(), 12))
            value = root / row["place"] if row["place"] <= prizes else Fraction(0)
            totals.setdefault(person.uid, []).append(value)
    limit = season.terms["scheme"]["season"]["best"]
    return {uid: sum(sorted(values, reverse=True)[:limit], Fraction(0)) for uid, values in totals.items()}


def _three_events(federation: Federation) -> list[Player]:
    """Three sanctioned events among six people who come in another order each time."""
    people = [factories.player(f"Person {number}") for number in range(6)]
    for event in range(3):
        order = people[event:] + people[:event]
        stage = seeded_stage(order[: 6 - event], on=date(2026, 3 + event, 7))
        sanctioned(stage.event, federation)
        play(stage)
    return people


def test_the_table_is_that_of_a_slow_twin_and_merges_and_their_undoing_move_it_there_and_back() -> None:
    federation = factories.federation()
    people = _three_events(federation)
    visitor = played(4, federation)[0]
    scheme = SCHEMES["norway-cup"].to_dict() | {"season": {"best": 2}}
    season = points_seasons.create_season(
        federation,
        by=None,
        name="2026",
        starts_on=date(2026, 1, 1),
        ends_on=date(2199, 1, 1),
        terms={"scheme": scheme},
    )
    before = season_table(season)
    assert points(before) == _twin(season)
    merge = factories.merge(federation, visitor, into=people[0])
    after = season_table(season)
    assert points(after) == _twin(season)
    assert visitor.uid not in points(after)
    assert points(after) != points(before)
    merging.undo_merge(merge, by=None)
    assert season_table(season).lines == before.lines


def test_a_merge_of_a_merge_leads_to_the_person_who_goes_on() -> None:
    federation = factories.federation()
    a, *_others = played(4, federation)
    b, *_others = played(4, federation)
    c, *_others = played(4, federation)
    season = season_of(federation, "norway-cup")
    factories.merge(federation, a, into=b)
    factories.merge(federation, b, into=c)
    table = season_table(season)
    [line] = [line for line in table.lines if line.entrant == c.uid]
    assert len(line.counted) == 3
    assert points(table) == {**_unlimited(season), c.uid: line.points}


def _unlimited(season: PointsSeason) -> dict[str, Fraction]:
    season.terms["scheme"]["season"]["best"] = None
    return _twin(season)


def test_a_correction_after_the_event_moves_the_points() -> None:
    federation = factories.federation()
    players = [factories.player() for _ in range(2)]
    stage = seeded_stage(players)
    sanctioned(stage.event, federation)
    play(stage)
    season = season_of(federation)
    a, b = (one.uid for one in players)
    assert points(season_table(season)) == {a: 19, b: 10}
    match = Match.objects.get(pairing__stage=stage)
    winner = "two" if match.winner == "one" else "one"
    score = (7, 5) if winner == "one" else (5, 7)
    results.correct(match, by=factories.director_of(match), score=score, reason="Misread slip.")
    progress.advance(stage.event)
    assert points(season_table(season)) == {a: 10, b: 19}


def test_an_event_counts_once_it_is_over_and_is_in_the_race_until_then() -> None:
    federation = factories.federation()
    winner = played(4, federation)[0]
    running = seeded_stage([factories.player() for _ in range(4)])
    sanctioned(running.event, federation)
    season = season_of(federation, planned={"players": 16, "matches": 1, "length": 7})
    table = season_table(season)
    assert [one.is_over for one in table.events] == [True, False]
    assert len(table.lines) == 4
    [race] = table.races or ()
    # 2 * 9 + 10 for who has won; a match, its settlement and attendance are 24 at most.
    assert race.leader == winner.uid
    assert race.at_least == 28
    assert race.newcomer_at_best == 24
    assert race.newcomer_can is False
    # Second and third have 19 and 10, and 24 more suffice.
    assert [one.at_best for one in race.caught_by] == [43, 34, 34]
    play(running)
    assert season_table(season).races is None
    assert len(season_table(season).lines) == 8


def test_planned_events_that_nobody_knows_yet_are_in_the_race() -> None:
    federation = factories.federation()
    played(4, federation)
    season = season_of(federation, planned={"events": 3, "players": 16, "matches": 0, "length": 7})
    [race] = season_table(season).races or ()
    assert race.newcomer_at_best == 20


def test_a_draft_is_not_in_the_table() -> None:
    federation = factories.federation()
    played(4, federation)
    Tournament.objects.update(visibility="draft")
    assert season_table(season_of(federation)).lines == ()


@pytest.mark.both_databases
def test_an_event_says_its_points_in_each_season_that_counts_it() -> None:
    federation = factories.federation()
    played(4, federation)
    first, second = season_of(federation), season_of(federation, "norway-cup", name="Cup")
    season_of(federation, "nebc", name="Later", days=(date(2150, 1, 1), date(2150, 2, 1)))
    rows = points_of_event(Event.objects.get(sanctions__federation=federation))
    assert [season for season, _scores in rows] == [first, second]
    for _season, scores in rows:
        assert all(sum(line.amount for line in one.lines) == one.points for one in scores.scores)


def test_nothing_grows_with_events_and_players() -> None:
    federation = factories.federation()
    season_of(federation)
    played(2, federation)
    with CaptureQueriesContext(connection) as few:
        season_table(seasons_of(federation)[0])
    _three_events(federation)
    with CaptureQueriesContext(connection) as many:
        season_table(seasons_of(federation)[0])
    assert len(many) == len(few) <= 7


def test_the_final_table_is_published_once_after_the_last_day_and_stays() -> None:
    federation = factories.federation()
    officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
    a, b = played(2, federation)
    season = season_of(federation, days=(date(2026, 1, 1), date(2026, 3, 31)))
    assert state_of(season) is SeasonState.ENDED
    live = season_table(season)
    final = points_seasons.close_season(season, by=officer)
    assert final.digest == digest_of(final.lines)
    assert [row["person"] for row in final.lines] == [a.uid, b.uid]
    season = PointsSeason.objects.get(pk=season.pk)
    factories.merge(federation, b, into=played(2, federation)[0])
    table = season_table(season)
    assert table.state is SeasonState.FINAL
    assert table.lines == live.lines
    with pytest.raises(PointsSeasonOver):
        points_seasons.close_season(season, by=officer)
    entry = FederationEntry.objects.get(federation=federation, code="points_season_closed")
    assert entry.data["digest"] == final.digest
    assert list(findings_of_federation(federation)) == []


@pytest.mark.both_databases
def test_a_season_is_not_closed_before_its_last_day_is_over() -> None:
    with pytest.raises(PointsSeasonRunning):
        points_seasons.close_season(season_of(factories.federation()), by=None)


@pytest.mark.both_databases
def test_a_season_is_changed_only_before_it_begins() -> None:
    federation = factories.federation()
    season = season_of(federation, days=(date(2150, 1, 1), date(2150, 2, 1)))
    assert state_of(season) is SeasonState.PLANNED
    terms = {"scheme": SCHEMES["nebc"].to_dict()}
    points_seasons.change_season(season, by=None, name="Cup", terms=terms, scheme="nebc")
    season.refresh_from_db()
    assert (season.name, season.scheme, season.terms["scheme"]["name"]) == (
        "Cup",
        "nebc",
        "NEBC playoff points",
    )
    with pytest.raises(PointsSeasonBegun):
        points_seasons.change_season(season_of(federation), by=None, name="Other")


def test_rating_officers_alone_set_up_seasons() -> None:
    federation = factories.federation()
    season = season_of(federation)
    registrar = factories.officer(federation, OfficeKind.REGISTRAR)
    for act in (
        lambda: points_seasons.change_season(season, by=registrar, name="x"),
        lambda: points_seasons.close_season(season, by=registrar),
    ):
        with pytest.raises(NotAnOfficer):
            act()


@pytest.mark.parametrize(
    ("terms", "place", "fault"),
    [
        ({}, "scheme", "missing_key"),
        ({"scheme": {"name": "x", "wins": {"points": -1}}}, "wins.points", "number_too_small"),
        ({"scheme": {"name": "x", "prizes": 1}}, "prizes", "unknown_key"),
        (
            {"scheme": {"name": "x"}, "classes": [{"class": "A"}, {"class": "a"}]},
            "classes[1].class",
            "class_twice",
        ),
        ({"scheme": {"name": "x"}, "planned": {"players": 0}}, "planned.players", "number_too_small"),
        ({"scheme": {"name": "x"}, "version": 2}, "version", "number_too_large"),
    ],
)
def test_terms_that_cannot_be_read_are_refused_with_their_place(
    terms: dict[str, Any], place: str, fault: str
) -> None:
    with pytest.raises(InvalidTerms) as refusal:
        points_seasons.create_season(
            factories.federation(),
            by=None,
            name="2026",
            starts_on=date(2026, 1, 1),
            ends_on=date(2026, 2, 1),
            terms=terms,
        )
    assert refusal.value.data == {"place": place, "fault": fault}
    assert not PointsSeason.objects.exists()


def test_the_last_day_is_not_before_the_first_and_a_name_is_used_once() -> None:
    federation = factories.federation()
    with pytest.raises(InvalidFields):
        season_of(federation, days=(date(2026, 2, 1), date(2026, 1, 1)))
    season_of(federation)
    with pytest.raises(InvalidFields):
        season_of(federation)
