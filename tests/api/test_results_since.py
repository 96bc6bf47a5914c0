"""`results/`: every row once to whoever follows the cursor, with nobody identified who has no public profile."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.models import Match, Player
from tests import factories
from tests.api.client import ROOT, Caller
from tests.tournaments.feed_twin import refreshed
from tests.tournaments.test_exchange import played_event
from tests.tournaments.test_feed_files import accept, results_elsewhere
from tests.tournaments.test_feed_verdicts import rate
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.actions.exchange import result_files, submissions
from tournaments.actions.federations import members, sanctions
from tournaments.actions.feed import writing
from tournaments.api.pagination import LARGEST_PAGE
from tournaments.models import Federation, FeedRow, Tournament
from tournaments.queries.careers.career import career
from tournaments.tasks import run_due

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def show(tournament: Tournament, visibility: str = "public") -> None:
    lifecycle.change_tournament(tournament, by=factories.owner(tournament), visibility=visibility)


def with_profile(*players: Player) -> None:
    Player.objects.filter(pk__in=[player.pk for player in players]).update(has_profile=True)


@pytest.fixture
def game() -> factories.OpenMatch:
    """A played match of two persons with a profile, in a public tournament."""
    game = factories.open_match(7)
    show(game.stage.event.tournament)
    with_profile(game.one, game.two)
    results.report(game.match, by=game.director, score=(7, 3))
    writing.write_all()
    return game


def answer(query: str = "") -> dict[str, Any]:
    body: dict[str, Any] = Caller().get(f"results/{query}").body
    return body


def rows(query: str = "") -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = answer(query)["results"]
    return results


def followed(page_size: int) -> list[dict[str, Any]]:
    """All rows, as a reader who follows the cursor sees them."""
    results, since, has_more = [], 0, True
    while has_more:
        page = answer(f"?since={since}&page_size={page_size}")
        results += page["results"]
        since, has_more = page["next_since"], page["has_more"]
    return results


class TestRows:
    @pytest.mark.parametrize("visibility", ["unlisted", "draft"])
    def test_a_file_of_an_event_here_is_as_public_as_the_event(self, visibility: str) -> None:
        """Its matches come by their log once the tournament is public; elsewhere nobody names it either."""
        event, federation = played_event(2), factories.federation()
        players = list(Player.objects.filter(entries__event=event))
        with_profile(*players)
        factories.sanction(event, federation)
        submission, _counts = result_files.send_results(
            event, federation, by=factories.owner(event.tournament)
        )
        submissions.accept_results(submission, by=None)
        show(event.tournament, visibility)
        writing.write_all()
        assert rows() == rows(f"?federation={federation.uid}") == []
        assert all(career(person) == [] for person in players)
        unknown = Caller().get("results/?event=unknown")
        assert Caller().get(f"results/?event={event.uid}").status == unknown.status == 400
        show(event.tournament)
        writing.write_all()
        assert {row["source"] for row in rows()} == {"log", "file"}
        assert all(len(career(person)) == 1 for person in players)

    def test_a_row_is_complete_in_itself(self, game: factories.OpenMatch) -> None:
        federation = factories.federation()
        member = factories.member(federation, game.one)
        sanction = sanctions.request_sanction(game.stage.event, federation, by=game.director)
        sanctions.grant_sanction(sanction, by=None, event_class="Main")
        rate(federation, shortest=9)
        [row] = rows(f"?federation={federation.uid}")
        event = game.stage.event
        assert row == {
            "number": 1,
            "change": "final",
            "supersedes": None,
            "match": game.match.uid,
            "source": "log",
            "day": row["day"],
            "tournament": event.tournament.uid,
            "tournament_name": event.tournament.name,
            "event": event.uid,
            "event_name": event.name,
            "event_class": "Main",
            "stage": 0,
            "round": 1,
            "kind": "singles",
            "one_id": game.one.uid,
            "one_number": member.number,
            "one_name": game.one.name,
            "two_id": game.two.uid,
            "two_number": "",
            "two_name": game.two.name,
            "length": 7,
            "one_score": 7,
            "two_score": 3,
            "winner": "one",
            "outcome": "played",
            "confidence": None,
            "is_rated": False,
            "reason": "too_short",
        }
        [alone] = rows()
        assert (alone["is_rated"], alone["reason"], alone["one_number"]) == (None, None, "")

    def test_who_has_no_public_profile_is_not_identified(self, game: factories.OpenMatch) -> None:
        federation = factories.federation()
        for player in (game.one, game.two):
            factories.member(federation, player)
        rate(federation, membership="everybody")
        Player.objects.filter(pk=game.one.pk).update(has_profile=None)
        Player.objects.filter(pk=game.two.pk).update(public_as="initials", public_name="X. Y.")
        response = Caller().get(f"results/?federation={federation.uid}")
        [row] = response.body["results"]
        assert [row[f"one_{name}"] for name in ("id", "number", "name")] == ["", "", ""]
        assert [row[f"two_{name}"] for name in ("id", "number", "name")] == [game.two.uid, "", "X. Y."]
        for form in ("csv", "ndjson"):
            text = Client().get(f"{ROOT}results/?format={form}").getvalue().decode()
            assert game.one.uid not in text
            assert game.one.name not in text
            assert game.two.name not in text
        assert Caller().get(f"results/?player={game.one.uid}").status == 400

    def test_nobody_reads_who_is_no_member(self, game: factories.OpenMatch) -> None:
        federation = factories.federation()
        rate(federation, membership="everybody")
        [row] = rows(f"?federation={federation.uid}")
        assert (row["is_rated"], row["reason"]) == (False, None)

    def test_files_are_there_for_everybody_and_for_who_accepted_them(self, game: factories.OpenMatch) -> None:
        federation, other = factories.federation(), factories.federation("BGF")
        accept(federation, results_elsewhere(federation))
        files = [row for row in rows() if row["source"] == "file"]
        assert len(files) == 2
        assert {(row["tournament"], row["event_class"], row["event_name"] != "") for row in files} == {
            ("", "Main", True)
        }
        assert [row for row in rows(f"?federation={federation.uid}") if row["source"] == "file"] == files
        assert {row["source"] for row in rows(f"?federation={other.uid}")} == {"log"}
        assert rows(f"?event={files[0]['event']}") == files


class TestCursor:
    def test_pages_follow_each_other_and_the_cursor_is_never_null(self, game: factories.OpenMatch) -> None:
        empty = answer("?since=1")
        assert (empty["results"], empty["next_since"], empty["has_more"]) == ([], 1, False)
        for score in ((3, 7), (7, 5), (5, 7)):
            results.correct(refreshed(game.match), by=game.director, score=score, reason="Misread.")
        writing.write_all()
        assert [row["number"] for row in followed(2)] == [1, 2, 3, 4]
        assert [row["supersedes"] for row in followed(3)] == [None, 1, 2, 3]
        for query in ("?since=5", "?since=-1", "?since=x", "?since=", "?since=99999999999999999"):
            assert Caller().get(f"results/{query}").code == "invalid_cursor", query

    def test_what_is_not_public_is_passed_over(self, game: factories.OpenMatch) -> None:
        secret = factories.open_match(5)
        show(secret.stage.event.tournament, "draft")
        results.report(secret.match, by=secret.director, score=(5, 0))
        writing.write_all()
        page = answer()
        assert ([row["number"] for row in page["results"]], page["next_since"]) == ([1], 2)
        for name, uid in (
            ("tournament", secret.stage.event.tournament.uid),
            ("event", secret.stage.event.uid),
        ):
            assert Caller().get(f"results/?{name}={uid}").status == 400

    def test_a_tournament_that_is_made_public_later_comes_again_at_the_end(
        self, game: factories.OpenMatch
    ) -> None:
        secret = factories.open_match(5)
        show(secret.stage.event.tournament, "draft")
        results.report(secret.match, by=secret.director, score=(5, 0))
        writing.write_all()
        since = answer()["next_since"]
        show(secret.stage.event.tournament, "unlisted")
        writing.write_all()
        assert answer(f"?since={since}")["results"] == []
        show(secret.stage.event.tournament)
        run_due()
        writing.write_all()
        [row] = answer(f"?since={since}")["results"]
        assert (row["match"], row["change"], row["one_score"]) == (secret.match.uid, "final", 5)
        results.take_back_result(refreshed(secret.match), by=secret.director)
        writing.write_all()
        last = FeedRow.objects.latest("number")
        assert (last.change, last.supersedes) == ("reopened", row["number"])


class TestFilters:
    def test_they_find_and_refuse(self, game: factories.OpenMatch) -> None:
        federation = factories.federation()
        rate(federation, shortest=9)
        event = game.stage.event
        of_federation = f"?federation={federation.uid}"
        [row] = rows()
        for query in (
            f"?tournament={event.tournament.uid}",
            f"?event={event.uid}",
            f"?player={game.two.uid}",
            f"?first_day={row['day']}",
        ):
            assert rows(query) == [row], query
        assert len(rows(f"{of_federation}&rated=false")) == 1
        assert rows(f"{of_federation}&rated=true") == rows("?first_day=2150-01-01") == []
        for query in (
            "?tournament=nothing",
            "?event=nothing",
            "?player=nobody",
            "?federation=none",
            "?club=none",
            f"{of_federation}&club=none",
            "?first_day=2026-3-7",
            "?first_day=20260307",
            "?rated=true",
            f"{of_federation}&rated=yes",
            "?colour=red",
            "?page_size=501",
            "?format=xml",
        ):
            assert Caller().get(f"results/{query}").status in (400, 404), query

    def test_a_person_is_found_by_every_entry(self, game: factories.OpenMatch) -> None:
        person = factories.player("Ada")
        with_profile(person)
        Player.objects.filter(pk=game.one.pk).update(merged_into=person)
        [row] = rows(f"?player={person.uid}")
        assert (row["one_id"], row["one_name"]) == (person.uid, "Ada")


class TestStreams:
    def test_lines_and_tables_are_the_rows_of_the_pages(self, game: factories.OpenMatch) -> None:
        results.correct(refreshed(game.match), by=game.director, score=(3, 7), reason="Misread.")
        writing.write_all()
        Player.objects.filter(pk=game.one.pk).update(name="=1+1")
        pages = rows()
        text = Client().get(f"{ROOT}results/?format=ndjson").getvalue().decode()
        assert [json.loads(line) for line in text.splitlines()] == pages
        text = Client().get(f"{ROOT}results/?since=1&format=csv").getvalue().decode()
        [row] = csv.DictReader(io.StringIO(text))
        assert (row["number"], row["one_name"], row["two_score"]) == ("2", "'=1+1", "7")
        response = Client().get(f"{ROOT}results/?format=csv&page_size=5")
        assert (response.status_code, response.json()["code"]) == (400, "unknown_parameter")

    def test_a_weekend_of_a_thousand_tournaments_is_read_in_a_minute(self) -> None:
        """A page has so many statements whatever its rows; a stranger has the requests for 150,000 rows and more."""
        federation = factories.federation()
        counts = []
        for n in (4, 16):
            stage = factories.drawn_stage(n)
            show(stage.event.tournament)
            with_profile(*Player.objects.all())
            factories.play_open_matches(stage)
            run_due()
            with CaptureQueriesContext(connection) as statements:
                answer(f"?federation={federation.uid}&page_size={LARGEST_PAGE}")
            counts.append(len(statements))
        assert counts[0] == counts[1] <= 14
        matches_of_a_weekend = 1000 * 150
        requests = matches_of_a_weekend / LARGEST_PAGE
        limit = settings.API_RATES["anonymous"]
        assert limit is not None
        assert requests < limit / 2

    def test_pairs_are_joined(self) -> None:
        federation = factories.federation()
        package = results_elsewhere(federation)
        people = [person.player for person in package.people]
        pair = replace(package.matches[0], winner=tuple(people[:2]), loser=tuple(people[2:]))
        accept(federation, replace(package, matches=(pair,)))
        with_profile(*Player.objects.filter(uid__in=people[:3]))
        members.give_number(federation, Player.objects.get(uid=people[0]), by=None, number="7")
        [row] = rows(f"?federation={federation.uid}")
        assert row["one_id"] == "+".join(people[:2])
        assert (row["one_number"], row["two_id"]) == ("7+", f"{people[2]}+")
        assert Match.objects.filter(uid=row["match"]).count() == 0
        assert Federation.objects.count() == 1
