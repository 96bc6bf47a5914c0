"""Who may enter a division: rules on events, facts from lists and earlier events, refusals, and who is let in."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.tournaments.audits import is_clean
from tests.tournaments.test_event_lists import BEFORE, listed, publish
from tests.web.browsing import Visitor
from tournaments.actions.entrants import entry_rules, player_list, registration
from tournaments.actions.events import lifecycle
from tournaments.actions.events.rating_list import choose_list
from tournaments.actions.federations import sanctions
from tournaments.actions.lists import computing
from tournaments.actions.people import links
from tournaments.eligibility import IneligibleReason
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import InvalidEntryRules, MayEnter, NotEligible
from tournaments.models import Event, EventKind, LogEntry, RatingList, Registration
from tournaments.queries.draws.finish import finish
from tournaments.queries.eligibility import closed_to, entry_check, entry_rules_of, records_of
from tournaments.queries.ratings.histories import history
from tournaments.ratings import UNITS
from tournaments.web.desk.log_lines import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def _capped(**rules: object) -> tuple[Event, RatingList]:
    """An event of the division Novice with these rules and a list."""
    event = factories.event()
    lifecycle.change_event(event, by=None, division="Novice")
    rating_list = listed(event)
    choose_list(event, by=None, rating_list=rating_list)
    entry_rules.set_entry_rules(event, by=None, rules=rules)
    event.refresh_from_db()
    return event, rating_list


def _reasons(event: Event, player: Player) -> list[IneligibleReason]:
    return [refusal.reason for refusal in closed_to(event, [player]).get(player.pk, ())]


@pytest.mark.both_databases
def test_a_strong_player_is_refused_with_every_reason_and_let_in_by_a_director() -> None:
    event, rating_list = _capped(rating_below=1500, official_at_most=1550, unlisted="refused")
    ada, ben, new = factories.player("Ada"), factories.player("Ben"), factories.player("Nina")
    publish(rating_list, date(2025, 12, 1), {ada: "1600.25"})
    publish(rating_list, BEFORE, {ada: 1500, ben: 1499})
    boss, clerk = factories.owner(event.tournament), factories.clerk(event.tournament)

    registration.enter(event, by=clerk, players=[ben])
    with pytest.raises(NotEligible) as refusal:
        registration.enter(event, by=clerk, players=[ada])
    assert str(refusal.value) == (
        "The division Novice is closed: Ada: Novice takes ratings below 1500; this player has 1500. Novice takes official "
        "ratings of at most 1550; this player had 1601 on 1 December 2025. Enter another division, or ask a director, who can "
        "let in with a reason."
    )
    assert _reasons(event, new) == ["unlisted"]
    with pytest.raises(NotEligible):
        registration.walk_in(event, by=boss, name="Nora New")
    assert not Player.objects.filter(name="Nora New").exists()
    with pytest.raises(Forbidden):
        registration.enter(event, by=clerk, players=[ada], let_in="she is ill")

    entrant = registration.enter(event, by=boss, players=[ada], let_in="she is ill")
    check = entry_check(event)
    assert (check.closed, check.let_in) == ({}, {entrant.pk: "she is ill"})
    entry = LogEntry.objects.get(event=event, code="let_in")
    assert log_lines([entry])[0].text == f"Ada was let in to {event.name}: she is ill"
    assert is_clean(event.tournament)
    # Who was let in is let in again after leaving, by whomever.
    registration.withdraw(entrant, by=boss)
    registration.enter(event, by=clerk, players=[ada])


def test_nobody_registers_online_or_by_a_link_where_the_division_is_closed() -> None:
    event, rating_list = _capped(rating_below=1500, unlisted="refused")
    ada = factories.player("Ada", email="ada@example.org")
    publish(rating_list, BEFORE, {ada: 1800})
    lifecycle.set_registration(event, by=None, registration=Registration.OPEN)
    page = Visitor(ada).send("register", event.uid)
    assert page.status == 409
    assert "this player has 1800" in page
    assert "ask a director" in page
    assert "Ratings below 1500." in Visitor(ada).open("event", event.uid)
    link = links.make_registration_link(event, by=factories.owner(event.tournament))[0]
    with pytest.raises(NotEligible, match="Nina"):
        registration.register_by_link(link, name="Nina", email="nina@example.org", agrees=True)
    assert not event.entrants.exists()


def test_an_import_names_to_whom_the_division_is_closed_before_it_enters_anybody() -> None:
    event, rating_list = _capped(rating_below=1500)
    ada, ben = factories.player("Ada Almeida"), factories.player("Ben Brandt")
    publish(rating_list, BEFORE, {ada: 1800, ben: 1400})
    data = b"name\nAda Almeida\nBen Brandt\nCleo Dupuis\n"
    check = player_list.read_player_list(event, data)
    assert [(row.status, row.code) for row in check.rows] == [
        ("refused", "not_eligible"),
        ("exists", ""),
        ("ok", ""),
    ]
    assert check.rows[0].why == "Novice takes ratings below 1500; this player has 1800."
    assert len(player_list.import_players(event, by=None, data=data).entrants) == 2


@pytest.mark.both_databases
def test_winners_stay_away_from_the_divisions_of_their_federation() -> None:
    earlier = factories.drawn_stage(4)
    lifecycle.change_event(earlier.event, by=None, division="novice")
    tournament = earlier.event.tournament
    lifecycle.change_tournament(tournament, by=None, starts_on=date(2025, 12, 6), ends_on=date(2025, 12, 7))
    factories.play_open_matches(earlier)
    factories.play_open_matches(earlier)
    places = {line.name: line.first for line in finish(earlier.event)}
    assert sorted(places.values())[:2] == [1, 2]
    event, rating_list = _capped(lockout_months=4)
    sanction = sanctions.request_sanction(earlier.event, rating_list.federation, by=None)
    people = {
        place.player.name: place.player for place in earlier.event.entrant_players.select_related("player")
    }
    winner = next(people[name] for name, place in places.items() if place == 1)
    second = next(people[name] for name, place in places.items() if place == 2)
    assert _reasons(event, winner) == []
    sanctions.grant_sanction(sanction, by=None)
    assert _reasons(event, winner) == ["recent_win"]
    assert _reasons(event, second) == []
    again = factories.player("Another entry")
    Player.objects.filter(pk=winner.pk).update(merged_into=again)
    assert _reasons(event, again) == ["recent_win"]
    entry_rules.set_entry_rules(event, by=None, rules={"lockout_months": 3})
    event.refresh_from_db()
    assert _reasons(event, again) == []


@pytest.mark.both_databases
def test_rules_are_read_strictly_proved_and_closed_to_who_is_in_already() -> None:
    event, rating_list = _capped()
    ada = factories.player("Ada")
    publish(rating_list, BEFORE, {ada: 1800})
    entrant = registration.enter(event, by=None, players=[ada])
    boss = factories.owner(event.tournament)
    caller, path = Caller(boss), f"events/{event.uid}/"
    for rules in ({"rating_above": 3}, {"rating_below": "many"}, {"rating_below": 1500, "rating_from": 1500}):
        answer = caller.patch(path, {"eligibility": rules})
        assert (answer.status, answer.code) == (400, "invalid_entry_rules")
    with pytest.raises(Forbidden):
        entry_rules.set_entry_rules(event, by=factories.clerk(event.tournament), rules=None)
    with pytest.raises(InvalidEntryRules):
        entry_rules.set_entry_rules(event, by=boss, rules={"version": 2})
    assert (
        caller.patch(path, {"eligibility": {"rating_below": 1500}}).body["eligibility"]["rating_below"]
        == 1500
    )
    [line] = caller.get(f"events/{event.uid}/eligibility/").body
    assert line["closed"][0]["refusal"] == "rating_too_high"
    assert caller.post(f"entrants/{entrant.uid}/let-in/", {"reason": "a beginner again"}).status == 200
    [line] = caller.get(f"events/{event.uid}/eligibility/").body
    assert (line["let_in"], line["closed"]) == ("a beginner again", [])
    with pytest.raises(MayEnter):
        entry_rules.let_in(entrant, by=boss, reason="again")
    assert is_clean(event.tournament)
    Event.objects.filter(pk=event.pk).update(eligibility=None)
    assert not is_clean(event.tournament)


def test_a_pair_enters_with_one_player_where_one_is_enough() -> None:
    event = lifecycle.create_event(factories.tournament(), by=None, name="Doubles", kind=EventKind.DOUBLES)
    rating_list = listed(event)
    choose_list(event, by=None, rating_list=rating_list)
    ada, ben, cleo = (factories.player(name) for name in ("Ada", "Ben", "Cleo"))
    publish(rating_list, BEFORE, {ada: 1800, ben: 1400, cleo: 1700})
    entry_rules.set_entry_rules(event, by=None, rules={"rating_below": 1500})
    with pytest.raises(NotEligible, match="Ada"):
        registration.enter(event, by=None, players=[ada, ben])
    entry_rules.set_entry_rules(
        event, by=None, rules={"rating_below": 1500, "every_member": False, "unlisted": "refused"}
    )
    registration.enter(event, by=None, players=[ada, ben])
    with pytest.raises(NotEligible):
        registration.enter(event, by=None, players=[cleo, factories.player("Dan")])


def test_who_names_a_partner_reads_that_the_division_is_closed_to_them_and_not_why() -> None:
    event = lifecycle.create_event(factories.tournament(), by=None, name="Doubles", kind=EventKind.DOUBLES)
    rating_list = listed(event)
    choose_list(event, by=None, rating_list=rating_list)
    lifecycle.set_registration(event, by=None, registration=Registration.OPEN)
    ada, ben = factories.player("Ada"), factories.player("Ben")
    publish(rating_list, BEFORE, {ada: 1800, ben: 1850})
    entry_rules.set_entry_rules(event, by=None, rules={"rating_below": 1500})
    with pytest.raises(NotEligible) as refusal:
        registration.register_self(event, by=ada, partners=["Ben"])
    assert "Ada: Doubles takes ratings below 1500; this player has 1800. Ben may not enter it." in str(
        refusal.value
    )
    assert "1850" not in str(refusal.value)
    ben_closed = {"player": ben.uid, "reason": "", "words": "Ben may not enter it."}
    details = refusal.value.data["details"]
    assert isinstance(details, list)
    assert details[1:] == [ben_closed]
    with pytest.raises(NotEligible, match="this player has 1850"):
        registration.enter(event, by=factories.clerk(event.tournament), players=[ada, ben])


def test_the_facts_of_many_players_cost_no_more_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event, rating_list = _capped(
        rating_below=1500, peak_at_most=1600, official_at_most=1600, top_positions=3, lockout_months=12
    )
    people = [factories.player(name) for name in factories.names(12)]
    publish(rating_list, BEFORE, {one: 1400 + n for n, one in enumerate(people)})
    event = Event.objects.select_related("tournament").get(pk=event.pk)
    rules = entry_rules_of(event)
    assert rules is not None
    with django_assert_max_num_queries(8):
        records = records_of(event, rules, people)
    assert [records[one.pk].rating for one in people] == [(1400 + n) * UNITS for n in range(12)]


def test_the_desk_reads_every_reason_before_it_enters_and_the_director_gives_one_to_let_in() -> None:
    event, rating_list = _capped(rating_below=1500)
    ada = factories.player("Ada Almeida")
    publish(rating_list, BEFORE, {ada: 1800})
    words = "Novice takes ratings below 1500; this player has 1800."
    boss, clerk = factories.owner(event.tournament), factories.clerk(event.tournament)
    for person in (boss, clerk):
        visitor = Visitor(person)
        assert words in visitor.open("desk_entrants", event.uid, q="Ada Almeida")
        assert words in visitor.open("desk_register", event.tournament.uid, q="Ada Almeida")
        fields = {"q": "Ada Almeida", "for_q": "Ada Almeida", "do": f"enter:{ada.uid}"}
        page = visitor.send("desk_entrants", event.uid, **fields)
        assert page.status == 409
        assert words in page
        assert ("Admit with this reason" in page) is (person == boss)
        assert not event.entrants.exists()
    page = Visitor(boss).send("desk_entrants", event.uid, **fields, let_in="she asked nicely")
    assert event.entrants.count() == 1
    assert "let in" in Visitor(clerk).open("desk_entrants", event.uid)
    entrant = event.entrants.get()
    assert "Admitted by a director: she asked nicely" in Visitor(boss).open("desk_entrant", entrant.uid)

    visitor = Visitor(boss)
    page = visitor.open("desk_ratings", event.uid)
    assert page.form(f"/desk/e/{event.uid}/ratings/")
    visitor.send(
        "desk_ratings", event.uid, do="rules", rating_below="1400", lockout_months="6", lockout_places="2"
    )
    event.refresh_from_db()
    assert event.eligibility["rating_below"] == 1400
    public = Visitor().open("event", event.uid)
    assert "Ratings below 1400." in public
    assert "The first 2 of Novice stay away for 6 months." in public
    visitor.send("desk_ratings", event.uid, do="rules")
    event.refresh_from_db()
    assert event.eligibility is None


def test_the_peak_of_the_matches_before_the_event_counts_and_none_of_its_own_days() -> None:
    event = factories.event()
    rating_list, (ada, ben) = feeds.rating_list(), feeds.players(2)
    days = [(date(2026, 2, 1), 1), (date(2026, 2, 15), 2), (event.tournament.starts_on, 1)]
    feeds.add(
        (
            feeds.row(ada, ben, day=day, winner=winner, event=f"{day}", slot=slot)
            for day, winner in days
            for slot in range(5)
        ),
        rating_list,
    )
    computing.compute(rating_list)
    sanctions.request_sanction(event, rating_list.federation, by=None)
    choose_list(event, by=None, rating_list=rating_list)
    ratings = [match.rating + match.change for match in history(rating_list, ada.pk)]
    peak, last = max(ratings[:10]), ratings[9]
    assert ratings[-1] > last

    def reasons(**rules: int) -> list[IneligibleReason]:
        entry_rules.set_entry_rules(event, by=None, rules=rules)
        event.refresh_from_db()
        return _reasons(event, ada)

    assert reasons(peak_at_most=peak // UNITS) == ["peak_too_high"]
    assert reasons(peak_at_most=peak // UNITS + 1) == []
    assert reasons(peak_at_most=last // UNITS + 1, peak_matches=1) == []
    assert reasons(peak_at_most=peak // UNITS, peak_matches=10) == ["peak_too_high"]
