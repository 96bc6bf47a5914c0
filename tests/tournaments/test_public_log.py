"""Anybody checks the log of a tournament with a file of their own, and reads nothing of persons in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import CharField, TextField
from django.utils import timezone

from matches.models import Player, Report
from tests import factories
from tests.scoresheets import games
from tests.tournaments.whole_federation import larger_federation
from tests.tournaments.whole_tournament import larger_tournament
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.acts import ACTS
from tournaments.models import Entrant, LogEntry, Scores, Tournament
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.proof.verify import check
from tournaments.queries.audit.public_log import PUBLIC, public_log
from tournaments.queries.publicity import public_persons

pytestmark = pytest.mark.django_db
_PRIVATE = (
    "line_",
    "fee_",
    "cash_",
    "claim",
    "link_",
    "public_name",
    "player_",
    "message",
    "vote",
    "kept_apart",
    "let_in",
)


def _lines(tournament: Tournament) -> list[dict[str, Any]]:
    return [json.loads(line) for line in public_log(tournament)]


def _by_code(tournament: Tournament) -> dict[str, dict[str, Any]]:
    return {line["code"]: line for line in _lines(tournament) if "code" in line}


def _typed() -> Iterator[str]:
    """Yield what anybody has typed: every value of a column that is more than one word, and every name."""
    for model in apps.get_models():
        columns = [
            one.attname
            for one in model._meta.concrete_fields
            if isinstance(one, CharField | TextField) and one.name not in {"seed", "dice", "text_hash"}
        ]
        for row in model._default_manager.order_by().values_list(*columns) if columns else ():
            yield from (value for value in row if value and (" " in value or "@" in value))
    yield from Player.objects.values_list("name", flat=True)


class TestWhatIsNotInIt:
    @pytest.mark.both_databases
    def test_no_name_no_address_and_no_text_of_a_federation_is_in_a_public_log(self) -> None:
        larger_tournament()
        larger_federation()
        minor = factories.player("Mia Minor", email="mia@example.org")
        minor.birth_year = timezone.now().year - 12
        minor.save()
        event = factories.event()
        registration.enter(event, players=[minor], by=factories.owner(event.tournament))
        log = "\n".join(line for row in Tournament.objects.all() for line in public_log(row))
        assert len(log.splitlines()) > 100
        assert [text for text in set(_typed()) if text in log] == []
        others = Player.objects.exclude(pk__in=public_persons().values("pk"))
        assert minor in others
        assert [uid for uid in others.values_list("uid", flat=True) if uid in log] == []

    def test_kinds_of_acts_about_persons_and_money_are_there_by_their_hash_alone(self) -> None:
        assert ACTS.keys() >= PUBLIC
        assert [code for code in PUBLIC if code.startswith(_PRIVATE)] == []
        codes = {line.get("code") for line in _lines(larger_tournament())}
        assert codes - {None} <= PUBLIC

    def test_a_score_that_is_hidden_comes_with_the_result(self) -> None:
        game = factories.open_match()
        event = game.stage.event
        event.scores = Scores.HIDDEN
        event.save()
        results.report(game.match, by=game.one, score=(7, 3))
        assert "reported" not in _by_code(event.tournament)
        results.confirm(Report.objects.get(), by=game.two)
        assert _by_code(event.tournament)["reported"]["data"]["score"] == [7, 3]
        assert check(_lines(event.tournament)).faults == []

    def test_who_acted_is_a_digest_that_the_service_alone_can_prove(self) -> None:
        game = factories.open_match()
        results.report(game.match, by=game.two, score=(7, 3))
        line, entry = _by_code(game.stage.event.tournament)["reported"], LogEntry.objects.get(code="reported")
        assert game.two.uid not in json.dumps(line)
        assert (entry.by, len(entry.salt), len(line["by"])) == (game.two, 32, 64)

    def test_a_seed_that_a_director_typed_is_a_text(self) -> None:
        stage = factories.drawn_stage(4, seed="Ann wins")
        assert "drawn" not in _by_code(stage.event.tournament)
        assert check(_lines(stage.event.tournament)).checked[1].startswith("draws: 0 repeated")


class TestWhatIsChecked:
    def test_everything_of_a_whole_tournament(self) -> None:
        report = check(_lines(larger_tournament()))
        assert report.faults == []
        draws, lots, scores = report.checked[1:]
        assert draws == "draws: 1 repeated, 0 in part as some are kept apart, 0 made by hand"
        assert lots in {f"lots: {number} links of 1 chains" for number in (2, 3)}
        assert scores == "scores: 3 reports, 1 added up from their games"

    def test_an_entry_that_was_changed_left_out_or_added(self) -> None:
        lines = _lines(factories.open_match().stage.event.tournament)
        lines[2]["data"]["grace_minutes"] = 99
        assert check(lines).faults == ["entry 2 was changed: its hash is another one"]
        lines = _lines(Tournament.objects.get())
        assert "entry 3 is missing, 4 stands there" in check([*lines[:3], *lines[4:]]).faults
        assert check([*lines, lines[-1]]).faults != []

    @pytest.mark.both_databases
    def test_points_of_head_starts_and_penalties_are_part_of_the_sum(self) -> None:
        game = factories.open_match(7)
        game.match.start_two = 1
        game.match.save()
        results.penalise(game.match, by=game.director, to="one", points=2, reason="Late")
        results.report(game.match, by=game.two, games=games("1g1 2s1 1s2 1s1"))
        line = _by_code(game.stage.event.tournament)["reported"]["data"]
        assert (line["length"], line["added"]) == (7, [2, 1])
        assert line["games"] == [[2, 0], [0, 1], [2, 0], [1, 0]]
        assert check(_lines(game.stage.event.tournament)).checked[-1] == (
            "scores: 1 reports, 1 added up from their games"
        )

    def test_a_score_that_does_not_add_up_and_one_with_which_nobody_has_won(self) -> None:
        game = factories.open_match(7)
        results.report(game.match, by=game.two, games=games("1g2 2s1 1s2 1s1"))
        lines = _lines(game.stage.event.tournament)
        [line] = [line for line in lines if line.get("code") == "reported"]
        line["data"]["score"] = [7, 2]
        assert f"entry {line['seq']}: the games add up to [7, 1]" in check(lines).faults
        line["data"]["score"] = [6, 1]
        assert f"entry {line['seq']}: nobody has won [6, 1]" in check(lines).faults

    def test_a_draw_whose_lines_are_not_those_of_its_seed(self) -> None:
        stage = factories.stage()
        factories.entrants(stage.event, 6)
        row = draw.draw(stage, by=None)
        lines = _lines(stage.event.tournament)
        assert check(lines).checked[1].startswith("draws: 1 repeated")
        drop_triggers(connection)
        row.placement = row.placement[::-1]
        row.save()
        create_triggers(connection)
        assert check(_lines(stage.event.tournament)).faults == [f"draw {row.uid} is not the one in the log"]

    def test_a_link_of_the_lots_that_does_not_lead_to_the_one_before(self) -> None:
        stage = factories.stage(factories.event(), format="swiss")
        factories.entrants(stage.event, 6)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        lines = _lines(stage.event.tournament)
        assert check(lines).checked[2] == "lots: 2 links of 1 chains"
        last = [line for line in lines if "link" in line.get("data", {})][-1]
        last["data"]["link"] = "0" * 64
        assert f"entry {last['seq']}: the link does not follow from its chain" in check(lines).faults


def test_entrants_typed_by_a_desk_enter_by_their_hash_alone_and_others_by_name() -> None:
    """A person with an account and no other public name is in the log by the id that the list of entrants shows."""
    event = factories.event()
    typed, known = factories.player("Tim Typed"), factories.player("Kim Known", email="kim@example.org")
    for person in (typed, known):
        registration.enter(event, players=[person], by=factories.owner(event.tournament))
    entered = [line for line in _lines(event.tournament) if line.get("code") == "entered"]
    assert [line["data"]["players"] for line in entered] == [[known.uid]]
    assert Entrant.objects.count() == 2
