"""The verdicts of counting rules on the feed: by version and body, and again when a body says something else."""

from __future__ import annotations

from datetime import date

import pytest

from matches.models import Match
from tests import factories
from tests.tournaments.feed_twin import refreshed
from tests.tournaments.team_matches import say
from tournaments.actions import results
from tournaments.actions.events import rating_terms
from tournaments.actions.federations import clubs, members, merging, sanctions
from tournaments.actions.feed import judging
from tournaments.errors.federations import NotAnOfficer, OtherFederation, WrongCountingRules
from tournaments.management.commands.tick import Command as Tick
from tournaments.models import CountingRule, Federation, FeedRow, FeedVerdict, OfficeKind
from tournaments.queries.feed.verdicts import facts_of_rows, verdicts_on
from tournaments.queries.ratings.match_facts import facts_of_matches
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


def rate(federation: Federation, **rules: object) -> CountingRule:
    """Put rules in force as a rating officer, and give the verdicts."""
    officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
    rule = judging.set_counting_rules(federation, by=officer, rules={"version": 1, **rules})
    run_due()
    rule.refresh_from_db()
    return rule


def reasons(rule: CountingRule) -> list[str]:
    """The reason of each verdict, in order of the feed."""
    run_due()
    return list(FeedVerdict.objects.filter(rule=rule).order_by("row").values_list("reason", flat=True))


def played(length: int = 7) -> factories.OpenMatch:
    game = factories.open_match(length)
    say(game.match, (length, 0))
    return game


def test_every_row_has_one_verdict_of_every_version_in_force(federation: Federation) -> None:
    game = played(5)
    first = rate(federation, shortest=7)
    assert reasons(first) == ["too_short"]
    assert FeedVerdict.objects.get().body == federation.uid
    second = rate(federation, shortest=5)
    first.refresh_from_db()
    assert (second.version, first.ended_at is None, second.ended_at) == (2, False, None)
    assert (reasons(first), reasons(second)) == (["too_short"], [""])
    results.correct(refreshed(game.match), by=game.director, score=(0, 5), reason="Mixed up.")
    # The version that has ended gives no verdicts any more.
    assert (reasons(first), reasons(second)) == (["too_short"], ["", ""])


def test_the_same_rules_again_are_the_same_version(federation: Federation) -> None:
    assert rate(federation, shortest=7) == rate(federation, shortest=7)


@pytest.mark.both_databases
def test_a_club_rates_on_top_of_its_federation(federation: Federation) -> None:
    played(5)
    club = clubs.add_club(federation, by=None, name="Nantes")
    rate(federation, shortest=7)
    rule = judging.set_counting_rules(federation, by=None, club=club, rules={"version": 1})
    assert reasons(rule) == ["too_short"]
    rate(federation)
    rule.refresh_from_db()
    assert (reasons(rule), rule.revision) == ([""], 1)
    other = factories.federation("BGF")
    with pytest.raises(OtherFederation):
        judging.set_counting_rules(other, by=None, club=club, rules={"version": 1})


def test_rules_with_a_name_are_tried_beside_those_in_force(federation: Federation) -> None:
    played(5)
    rule = rate(federation, shortest=7)
    trial = judging.set_counting_rules(federation, by=None, name="Looser", rules={"version": 1})
    assert (reasons(rule), reasons(trial)) == (["too_short"], [""])
    rule.refresh_from_db()
    assert rule.ended_at is None


def test_a_sanction_that_comes_late_changes_the_verdicts_on_the_event(federation: Federation) -> None:
    game = played()
    rule = rate(federation, must_be_sanctioned=True)
    assert reasons(rule) == ["unsanctioned"]
    sanction = sanctions.request_sanction(game.stage.event, federation, by=game.director)
    sanctions.grant_sanction(sanction, by=None)
    # The log of the tournament is read by the writer of the feed.
    Tick().handle()
    assert reasons(rule) == [""]
    sanctions.refuse_sanction(sanction, by=None, reason="Too small.")
    Tick().handle()
    assert reasons(rule) == ["unsanctioned"]


def test_an_event_declared_unrated_late_changes_its_verdicts(federation: Federation) -> None:
    game = played()
    rule = rate(federation)
    rating_terms.set_rating_terms(game.stage.event, by=game.director, is_unrated=True, reason="Cards.")
    Tick().handle()
    assert reasons(rule) == ["declared_unrated"]


def test_a_membership_that_comes_late_and_a_merge_change_the_verdicts(federation: Federation) -> None:
    game = played()
    rule = rate(federation, membership="everybody")
    assert reasons(rule) == ["not_a_member"]
    factories.member(federation, game.one)
    member = members.give_number(federation, game.two, by=None, number="2")
    membership = members.add_membership(member, by=None, starts_on=date(2020, 1, 1))
    assert reasons(rule) == [""]
    members.change_membership(membership, by=None, ends_on=date(2020, 12, 31))
    assert reasons(rule) == ["lapsed"]
    known = factories.member(federation).player
    merge = factories.merge(federation, game.two, into=known)
    assert reasons(rule) == [""]
    merging.undo_merge(merge, by=None)
    assert reasons(rule) == ["lapsed"]


def test_only_officers_of_ratings_set_rules_that_can_be_read(federation: Federation) -> None:
    registrar = factories.officer(federation, OfficeKind.REGISTRAR)
    with pytest.raises(NotAnOfficer):
        judging.set_counting_rules(federation, by=registrar, rules={"version": 1})
    with pytest.raises(WrongCountingRules, match="shortest"):
        judging.set_counting_rules(federation, by=None, rules={"version": 1, "shortest": "five"})


def test_the_facts_of_a_row_are_those_of_its_match(federation: Federation) -> None:
    game = factories.open_match(7, n=4)
    other = factories.open_matches(game.stage)[1]
    factories.member(federation, game.one)
    sanction = sanctions.request_sanction(game.stage.event, federation, by=game.director)
    sanctions.grant_sanction(sanction, by=None, event_class="Main")
    results.penalise(game.match, by=game.director, to="one", points=1, reason="Late.")
    say(refreshed(game.match), (7, 3))
    results.forfeit(other, by=game.director, loser="one", outcome="retired", reason="Ill.")
    Tick().handle()
    rows = list(FeedRow.objects.order_by("number"))
    matches = [Match.objects.get(uid=row.match_uid) for row in rows]
    facts = facts_of_matches([match.pk for match in matches])
    assert len(rows) == 2
    assert facts_of_rows(rows) == [facts[match.pk] for match in matches]
    rule = rate(federation, must_be_sanctioned=True)
    assert [one.is_rated for one in verdicts_on(rows, rule)] == [True, False]
