"""Live fragments: an ETag of log, language and viewer, and 304 while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor, without_tokens
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.web.draws import stages
from tournaments.web.frame.microcache import Recent

# What changed since is read from the log's order.
pytestmark = [pytest.mark.django_db, pytest.mark.both_databases(long=True)]


@pytest.fixture
def game() -> OpenMatch:
    """An open match in a bracket of four."""
    return factories.open_match(n=4)


def _address(kind: str, game: OpenMatch) -> str:
    return {
        "match": f"/m/{game.match.uid}/live/",
        "bracket": f"/s/{game.stage.uid}/bracket/live/",
        "me": "/me/live/",
    }[kind]


def _ask(visitor: Visitor, address: str, etag: str = "", **headers: str) -> Page:
    return visitor.at(address, **({"If-None-Match": etag} if etag else {}), **headers)


@pytest.mark.parametrize("kind", ["match", "bracket", "me"])
class TestEveryFragment:
    """Every live fragment keeps the same contract."""

    def test_it_is_not_sent_again_while_nothing_is_new(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        first = _ask(visitor, _address(kind, game))
        assert first.status == 200
        assert first.response["Cache-Control"] == "private, no-store"
        again = _ask(visitor, _address(kind, game), first.response["ETag"])
        assert again.status == 304
        assert again.html == ""

    def test_every_step_of_the_log_renews_it(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        etag = _ask(visitor, _address(kind, game)).response["ETag"]
        steps: list[Callable[[], object]] = [
            lambda: results.start(game.match, by=game.director),
            lambda: results.report(game.match, by=game.one, score=(7, 2)),
            lambda: results.confirm(game.match.reports.get(), by=game.two),
            lambda: lifecycle.add_tables(game.stage.event.tournament, by=None, names=["9"]),
        ]
        for step in steps:
            step()
            answer = _ask(visitor, _address(kind, game), etag)
            assert answer.status == 200
            etag = answer.response["ETag"]

    def test_another_language_is_another_page(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        etag = _ask(visitor, _address(kind, game)).response["ETag"]
        assert _ask(visitor, _address(kind, game), etag, **{"Accept-Language": "fr"}).status == 200

    def test_another_viewer_is_another_page(self, kind: str, game: OpenMatch) -> None:
        etag = _ask(Visitor(game.one), _address(kind, game)).response["ETag"]
        assert _ask(Visitor(game.two), _address(kind, game), etag).status == 200

    def test_the_page_holds_the_very_fragment_and_its_tag(self, kind: str, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        live = _ask(visitor, _address(kind, game))
        page = visitor.at(_address(kind, game).removesuffix("live/"))
        assert without_tokens(live.html).strip() in without_tokens(page.html)
        assert 'hx-trigger="every 5s' in page.html
        assert "data-live-status" in page.html


def test_an_entry_in_another_tournament_renews_the_own_matches(game: OpenMatch) -> None:
    visitor = Visitor(game.one)
    etag = visitor.at("/me/live/").response["ETag"]
    registration.register_self(factories.event(), by=game.one)
    assert visitor.at("/me/live/", **{"If-None-Match": etag}).status == 200


def test_a_marked_path_is_another_page(game: OpenMatch) -> None:
    address = f"/s/{game.stage.uid}/bracket/live/"
    etag = Visitor().at(address).response["ETag"]
    assert Visitor().at(f"{address}?player=somebody", **{"If-None-Match": etag}).status == 200


class TestWhatHappensElsewhere:
    """A log entry that a page does not show gives 304 with a newer ETag."""

    @pytest.mark.parametrize("kind", ["match", "me"])
    def test_a_result_of_others_renews_nothing(self, kind: str, game: OpenMatch) -> None:
        [_, other] = factories.open_matches(game.stage)
        visitor, address = Visitor(game.one), _address(kind, game)
        first = _ask(visitor, address)
        results.report(other, by=game.director, score=(7, 2))
        unchanged = _ask(visitor, address, first.response["ETag"])
        assert unchanged.status == 304
        assert unchanged.response["ETag"] != first.response["ETag"]
        results.start(game.match, by=game.director)
        assert _ask(visitor, address, unchanged.response["ETag"]).status == 200
        assert _ask(visitor, address, first.response["ETag"]).status == 200

    def test_who_waits_for_an_opponent_is_told_of_every_result(self, game: OpenMatch) -> None:
        [_, other] = factories.open_matches(game.stage)
        results.report(game.match, by=game.director, score=(7, 2))
        winner, loser = Visitor(game.one), Visitor(game.two)
        waiting, out = winner.at("/me/live/"), loser.at("/me/live/")
        assert other.one.name in waiting.html
        results.report(other, by=game.director, score=(7, 2))
        assert _ask(winner, "/me/live/", waiting.response["ETag"]).status == 200
        etag = _ask(winner, "/me/live/").response["ETag"]
        progress.advance(game.stage.event)
        assert _ask(winner, "/me/live/", etag).status == 200
        assert _ask(loser, "/me/live/", out.response["ETag"]).status == 304

    def test_who_waits_for_the_winner_of_a_match_is_told_of_that_match_alone(self) -> None:
        stage = factories.drawn_stage(8)
        matches = factories.open_matches(stage)
        director = factories.owner(stage.event.tournament)
        results.report(matches[0], by=director, score=(7, 2))
        winner = Visitor(matches[0].one.players.get())
        etag = winner.at("/me/live/").response["ETag"]
        for other, status in ((matches[2], 304), (matches[3], 304), (matches[1], 200)):
            results.report(other, by=director, score=(7, 2))
            assert _ask(winner, "/me/live/", etag).status == status

    def test_who_waits_for_a_round_to_be_paired_is_told_when_it_is(self) -> None:
        stage = factories.stage(format="swiss", options={"rounds": 3})
        factories.entrants(stage.event, 8)
        draw.draw(stage, by=None, seed="videau")
        matches = factories.open_matches(stage)
        director = factories.owner(stage.event.tournament)
        results.report(matches[0], by=director, score=(7, 2))
        winner = Visitor(matches[0].one.players.get())
        etag = winner.at("/me/live/").response["ETag"]
        for other in matches[1:]:
            results.report(other, by=director, score=(7, 2))
        assert _ask(winner, "/me/live/", etag).status == 304
        progress.advance(stage.event)
        assert _ask(winner, "/me/live/", etag).status == 200

    def test_a_hundred_who_watch_a_stage_are_shown_what_was_read_a_moment_ago(
        self, game: OpenMatch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stages, "_RECENT", Recent(moment=600.0))
        address, (_, other) = _address("bracket", game), factories.open_matches(game.stage)
        first, second = Visitor(game.one), Visitor(game.two)
        old = [_ask(visitor, address).response["ETag"] for visitor in (first, second)]
        results.report(game.match, by=game.director, score=(7, 2))
        _ask(first, address, old[0])
        results.report(other, by=game.director, score=(7, 5))
        page = _ask(second, address, old[1])
        assert (">2<" in page.html, ">5<" in page.html) == (True, False)
        assert "on-path" in page.html
        assert ">5<" in _ask(second, address, page.response["ETag"]).html

    def test_a_new_pairing_reaches_both_who_play_it_and_no_other(self) -> None:
        stage = factories.stage(format="lives", options={"mode": "continuous"})
        factories.entrants(stage.event, 8)
        draw.draw(stage, by=None, seed="videau")
        everybody = [side for match in factories.open_matches(stage) for side in (match.one, match.two)]
        players = {side.name: side.players.get() for side in everybody}
        etags = {name: Visitor(player).at("/me/live/").response["ETag"] for name, player in players.items()}
        playing = factories.open_matches(stage)[:2]
        for match in playing:
            results.report(match, by=factories.owner(stage.event.tournament), score=(7, 2))
        progress.advance(stage.event)
        names = {side.name for match in playing for side in (match.one, match.two)}
        for name, player in players.items():
            status = _ask(Visitor(player), "/me/live/", etags[name]).status
            assert status == (200 if name in names else 304), name

    def test_the_bracket_of_another_event_stays(self, game: OpenMatch) -> None:
        other = factories.drawn_stage(4, of=factories.event(game.stage.event.tournament, name="Side"))
        address = f"/s/{other.uid}/bracket/live/"
        etag = Visitor().at(address).response["ETag"]
        results.report(game.match, by=game.director, score=(7, 2))
        again = _ask(Visitor(), address, etag)
        assert again.status == 304
        lifecycle.change_tournament(game.stage.event.tournament, by=game.director, name="Renamed")
        assert _ask(Visitor(), address, again.response["ETag"]).status == 200

    def test_made_up_tags_are_no_tags(self, game: OpenMatch) -> None:
        visitor = Visitor(game.one)
        right = _ask(visitor, "/me/live/").response["ETag"]
        stem, _seq, _waits = right.rstrip('"').split(".")
        for seq in ("", "-1", "x", "9" * 18, "0" * 400):
            assert _ask(visitor, "/me/live/", f'{stem}.{seq}."').status == 200

    def test_a_phone_that_asks_again_costs_two_questions(self, game: OpenMatch) -> None:
        _link, token = links.make_player_link(game.stage.event.tournament, game.one, by=game.director)
        phone = Visitor()
        phone.at(f"/l/{token}/")
        for address, most in (("/me/live/", 2), (_address("match", game), 2), (_address("bracket", game), 2)):
            etag = _ask(phone, address).response["ETag"]
            with CaptureQueriesContext(connection) as queries:
                assert _ask(phone, address, etag).status == 304
            assert len(queries) <= most, address
