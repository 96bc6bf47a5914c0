"""Accepted result files in the feed: counted by the federation that accepted them, once, and as the last file says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction

from matches.models import Player, new_uid
from tests import factories
from tests.tournaments.test_exchange import correct_one, played_event
from tests.tournaments.test_feed_verdicts import rate
from tournaments.actions.exchange import result_files, submissions
from tournaments.actions.federations import members
from tournaments.actions.feed import judging, writing
from tournaments.errors.exchange import OnePersonTwice
from tournaments.errors.federations import BothPlayed
from tournaments.exchange import EventResults, read_results, write_results
from tournaments.models import (
    CountingRule,
    Event,
    Federation,
    FeedMember,
    FeedRow,
    FeedVerdict,
    OfficeKind,
    Submission,
)
from tournaments.queries.exchange.results import latest_day
from tournaments.queries.feed.facts import FeedFacts
from tournaments.queries.feed.verdicts import facts_of_rows
from tournaments.queries.people.duplicates import likely_duplicates
from tournaments.tasks import run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


def results_elsewhere(federation: Federation, n: int = 4) -> EventResults:
    """The results of an event whose matches are unknown here, as a laptop would send them."""
    event = played_event(n)
    file = result_files.make_result_file(event, federation, by=None)
    package = read_results(bytes(file.content), today=latest_day(file.made_at)).results
    return replace(
        package,
        head=replace(package.head, event=new_uid(), division="Main"),
        matches=tuple(replace(row, match=new_uid()) for row in package.matches),
        positions=(),
    )


def met_elsewhere(federation: Federation) -> tuple[EventResults, tuple[str, str]]:
    """The results of people who are unknown here and have one name, with the uids of two who met."""
    results = results_elsewhere(federation)
    uids = {person.player: new_uid() for person in results.people}
    people = tuple(
        replace(person, player=uids[person.player], number="", name="Jean Martin")
        for person in results.people
    )
    matches = tuple(
        replace(
            row,
            winner=tuple(uids[one] for one in row.winner),
            loser=tuple(uids[one] for one in row.loser),
        )
        for row in results.matches
    )
    return replace(results, people=people, matches=matches), (matches[0].winner[0], matches[0].loser[0])


def later(results: EventResults, **changes: Any) -> EventResults:
    """The next file of the event."""
    head = replace(results.head, number=results.head.number + 1)
    return replace(results, head=head, **changes)


def turned_round(results: EventResults, place: int = 0) -> EventResults:
    """The next file, in which the loser of a match has won it."""
    rows = list(results.matches)
    row = rows[place]
    rows[place] = replace(row, winner=row.loser, loser=row.winner)
    return later(results, matches=tuple(rows))


def submit(federation: Federation, results: EventResults) -> Submission:
    head = replace(results.head, federation=federation.uid)
    return submissions.submit_results(
        federation, by=None, data=write_results(replace(results, head=head, positions=()))
    )


def accept(federation: Federation, results: EventResults) -> Submission:
    return submissions.accept_results(submit(federation, results), by=None)


def rows_from_files(federation: Federation) -> list[FeedRow]:
    return list(FeedRow.objects.filter(federation=federation).order_by("number"))


def reasons_on_files(rule: CountingRule) -> list[str]:
    """The reason of each verdict on a row of a file."""
    run_due()
    verdicts = FeedVerdict.objects.filter(rule=rule).exclude(row__source="")
    return list(verdicts.order_by("row").values_list("reason", flat=True))


class TestRows:
    def test_nothing_is_in_the_feed_before_a_file_is_accepted(self, federation: Federation) -> None:
        results = results_elsewhere(federation)
        first = submit(federation, results)
        submissions.ask_back_results(first, by=None, reason="Who is Ben?")
        second = submit(federation, later(results))
        submissions.refuse_results(second, by=None, reason="Not sanctioned.")
        assert rows_from_files(federation) == []
        submission = accept(federation, later(later(results)))
        rows = rows_from_files(federation)
        assert {row.match_uid for row in rows} == {row.match for row in results.matches}
        assert {row.source for row in rows} == {f"file:{submission.uid}"}
        assert [row.number for row in rows] == [1, 2]

    def test_a_row_says_what_that_of_a_log_here_would_say(self, federation: Federation) -> None:
        event = played_event()
        file = result_files.make_result_file(event, federation, by=None)
        submissions.accept_results(
            submissions.submit_results(federation, by=None, data=bytes(file.content)), by=None
        )
        writing.write_all()
        own = {row.match_uid: row for row in FeedRow.objects.filter(federation=None)}
        assert len(own) == 2
        for row in rows_from_files(federation):
            twin = own[row.match_uid]
            same = ("day", "event_uid", "stage", "round", "slot", "board", "kind", "length", "ending")
            assert [getattr(row, name) for name in same] == [getattr(twin, name) for name in same]
            assert {row.one_id, row.two_id} == {twin.one_id, twin.two_id}
            assert row.one_id == (twin.one_id if twin.winner == 1 else twin.two_id)
            assert (row.score_one, row.score_two) == (
                max(twin.score_one, twin.score_two),
                min(twin.score_one, twin.score_two),
            )
            here, there = facts_of_rows([twin, row])
            assert replace(there, is_repeated=False, score=here.score, sanctions=()) == here

    def test_later_files_correct_drop_and_bring_back_matches(self, federation: Federation) -> None:
        results = results_elsewhere(federation)
        accept(federation, results)
        same = later(results)
        accept(federation, same)
        assert len(rows_from_files(federation)) == 2, "what says the same is no row"
        correction = turned_round(same)
        accept(federation, correction)
        shorter = later(correction, matches=correction.matches[1:])
        accept(federation, shorter)
        accept(federation, later(shorter))
        back = later(later(shorter), matches=correction.matches)
        accept(federation, back)
        uid = results.matches[0].match
        chain = [row for row in rows_from_files(federation) if row.match_uid == uid]
        assert [row.change for row in chain] == ["final", "final", "reopened", "final"]
        assert [row.supersedes for row in chain] == [None, *(row.number for row in chain[:-1])]
        assert chain[1].one_id == chain[0].two_id
        unrated = later(back)
        accept(federation, replace(unrated, head=replace(unrated.head, is_unrated=True)))
        newest = rows_from_files(federation)[-2:]
        assert all(FeedFacts.from_dict(row.facts).declared.is_unrated for row in newest)  # type: ignore[union-attr]

    def test_pairs_have_their_players_as_members(self, federation: Federation) -> None:
        results = results_elsewhere(federation)
        people = [person.player for person in results.people]
        pairs = replace(results.matches[0], winner=tuple(people[:2]), loser=tuple(people[2:]))
        accept(federation, replace(results, matches=(pairs,)))
        [row] = rows_from_files(federation)
        assert (row.kind, row.one_id, FeedMember.objects.filter(row=row).count()) == ("doubles", None, 4)
        reverse = replace(pairs, winner=pairs.loser, loser=pairs.winner)
        accept(federation, later(results, matches=(reverse,)))
        assert len(rows_from_files(federation)) == 2

    def test_what_fails_after_the_rows_leaves_neither_rows_nor_acceptance(
        self, federation: Federation
    ) -> None:
        submission = submit(federation, results_elsewhere(federation))
        with transaction.atomic():
            submissions.accept_results(submission, by=None)
            transaction.set_rollback(True)
        submission.refresh_from_db()
        assert (submission.state, rows_from_files(federation)) == ("submitted", [])
        submissions.accept_results(submission, by=None)
        assert len(rows_from_files(federation)) == 2

    def test_one_player_never_meets_themself(self, federation: Federation) -> None:
        results = results_elsewhere(federation)
        row = results.matches[0]
        stranger = replace(results.people[0], player=new_uid(), number="")
        matches = (replace(row, winner=(stranger.player,), loser=(row.loser[0],)),)
        submission = submit(federation, replace(results, people=(*results.people, stranger), matches=matches))
        loser = Player.objects.get(uid=row.loser[0])
        submissions.name_person(submission, by=None, person=stranger.player, player=loser)
        with pytest.raises(OnePersonTwice):
            submissions.accept_results(submission, by=None)
        submissions.name_person(submission, by=None, person=stranger.player)
        submissions.accept_results(submission, by=None)
        assert len(rows_from_files(federation)) == 1

    def test_two_people_of_a_file_who_were_merged_meanwhile_never_meet(self, federation: Federation) -> None:
        results, (one, two) = met_elsewhere(federation)
        submission = submit(federation, results)
        for person in results.people:
            submissions.name_person(submission, by=None, person=person.player)
        players = [Player.objects.get(uid=uid) for uid in (one, two)]
        for player in players:
            members.give_number(federation, player, by=None, number=player.uid[:8])
        factories.merge(federation, players[0], into=players[1], number=one[:8])
        with pytest.raises(OnePersonTwice):
            submissions.accept_results(submission, by=None)

    def test_who_played_in_one_event_of_a_file_are_two_people(self, federation: Federation) -> None:
        results, uids = met_elsewhere(federation)
        submission = submit(federation, results)
        for person in results.people:
            submissions.name_person(submission, by=None, person=person.player)
        players = [Player.objects.get(uid=uid) for uid in uids]
        for player in players:
            members.give_number(federation, player, by=None, number=player.uid[:8])
        assert [{pair.one, pair.two} for pair in likely_duplicates(federation)] == [set(players)]
        submission = submissions.accept_results(submission, by=None)
        assert likely_duplicates(federation) == ()
        with pytest.raises(BothPlayed) as refusal:
            factories.merge(federation, players[0], into=players[1], number=uids[0][:8])
        assert submission.event_name in str(refusal.value)
        without = later(results, matches=results.matches[1:])
        accept(federation, without)
        assert len(likely_duplicates(federation)) == 1, "what a later file leaves out was not played"


class TestVerdicts:
    def test_the_federation_that_accepted_counts_them_and_no_other(self, federation: Federation) -> None:
        other = factories.federation("BGF")
        strict = rate(federation, must_be_sanctioned=True, sanction_classes=["Main"])
        theirs = rate(other)
        results = results_elsewhere(federation)
        accept(federation, results)
        assert (reasons_on_files(strict), reasons_on_files(theirs)) == (["", ""], ["not_accepted"] * 2)
        accept(other, results)
        assert (reasons_on_files(strict), reasons_on_files(theirs)) == (
            ["", "", "not_accepted", "not_accepted"],
            ["not_accepted", "not_accepted", "", ""],
        )

    def test_membership_is_that_on_the_day(self, federation: Federation) -> None:
        rule = rate(federation, membership="everybody")
        results = results_elsewhere(federation)
        accept(federation, results)
        assert reasons_on_files(rule) == ["not_a_member"] * 2
        played = results.matches[0]
        for uid in (played.winner[0], played.loser[0]):
            member = members.give_number(federation, Player.objects.get(uid=uid), by=None, number=uid[:8])
            members.add_membership(member, by=None, starts_on=played.played_on)
        assert reasons_on_files(rule) == ["", "not_a_member"]

    @pytest.mark.parametrize(
        ("head", "row", "reason"),
        [
            ({"variant": "nackgammon"}, {}, "variant"),
            ({"is_unrated": True}, {}, "declared_unrated"),
            ({"division": "Beginners"}, {}, "sanction_class"),
            ({}, {"length": 3, "winner_score": 3, "loser_score": 0}, "too_short"),
            ({}, {"outcome": "forfeit"}, "forfeit"),
            ({}, {"outcome": "retired", "both_moved": False}, "before_both_moved"),
            ({}, {"start_score": (0, 2)}, "start_score"),
            ({}, {"paired_by": "choice"}, "self_chosen"),
        ],
    )
    def test_what_a_file_says_is_judged(
        self, federation: Federation, head: dict[str, Any], row: dict[str, Any], reason: str
    ) -> None:
        rule = rate(federation, shortest=5, must_be_sanctioned=True, sanction_classes=["Main"])
        results = results_elsewhere(federation)
        first, second = results.matches
        change = replace(results, head=replace(results.head, **head), matches=(replace(first, **row), second))
        accept(federation, change)
        assert reasons_on_files(rule)[0] == reason

    @pytest.mark.parametrize("is_written_first", [True, False])
    def test_a_match_with_a_log_here_counts_by_its_log_alone(
        self, federation: Federation, is_written_first: bool
    ) -> None:
        rule = rate(federation)
        event = played_event()
        if is_written_first:
            run_due()
        accept_own_file(event, federation)
        if not is_written_first:
            FeedVerdict.objects.all().delete()
            rule.judged = 0
            rule.save()
        run_due()
        by_source = {
            (row.row.source != "", row.reason)
            for row in FeedVerdict.objects.filter(rule=rule).select_related("row")
        }
        assert by_source == {(False, ""), (True, "repeated")}
        correct_one(event)
        accept_own_file(event, federation)
        run_due()
        current = FeedVerdict.objects.filter(rule=rule, reason="").exclude(
            row__in=FeedRow.objects.exclude(supersedes=None).values("supersedes")
        )
        assert current.count() == 2

    @pytest.mark.both_databases
    def test_a_log_that_comes_after_its_file_takes_over(self, federation: Federation) -> None:
        rule = rate(federation)
        event = played_event()
        accept_own_file(event, federation)
        # The rows of the file are judged before the writer has come to the log of the tournament.
        judging.judge_all()
        assert set(FeedVerdict.objects.filter(rule=rule).values_list("reason", flat=True)) == {""}
        writing.write_all()
        run_due()
        assert FeedVerdict.objects.filter(rule=rule, reason="").count() == 2
        assert FeedVerdict.objects.filter(rule=rule, reason="repeated").count() == 2


def accept_own_file(event: Event, federation: Federation) -> None:
    """Accept the file of an event that is played here."""
    file = result_files.make_result_file(event, federation, by=None)
    officer = factories.officer(federation, OfficeKind.RATING_OFFICER)
    submissions.accept_results(
        submissions.submit_results(federation, by=officer, data=bytes(file.content)), by=officer
    )
