"""The acts of the desk through the API: each once, with its refusals as problem documents."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from matches.models import Match, Player
from tests import factories
from tests.api.client import Caller
from tests.factories import OpenMatch
from tournaments.access import LINK_IN_SESSION
from tournaments.actions import results
from tournaments.actions.draws import progress
from tournaments.actions.entrants import registration
from tournaments.actions.money import ledger
from tournaments.models import (
    AccessLink,
    Announcement,
    CashBox,
    Entrant,
    Event,
    FeeKind,
    LedgerLine,
    Role,
    RoleKind,
    Stage,
    TableUse,
    Tournament,
)

pytestmark = pytest.mark.django_db


def desk_of(event: Event) -> Caller:
    """The owner of the event's tournament."""
    return Caller(factories.owner(event.tournament))


def final(length: int = 7) -> OpenMatch:
    """A match that a director has decided."""
    game = factories.open_match(length)
    results.report(game.match, by=game.director, score=(length, 3))
    return game


class TestTheLog:
    @pytest.mark.both_databases
    def test_an_act_is_undone_once_by_its_number(self) -> None:
        event = factories.event()
        desk = desk_of(event)
        fee = desk.post(f"events/{event.uid}/fees/", {"kind": "entry", "amount": 5000})
        entries = desk.get(f"tournaments/{event.tournament.uid}/log/").body["results"]
        set_fee = next(entry for entry in entries if entry["subject"] == fee.id)
        assert set_fee["may_undo"]
        body = {"numbers": [set_fee["number"]]}
        answer = desk.post(f"tournaments/{event.tournament.uid}/log/undo/", body, key="u")
        again = desk.post(f"tournaments/{event.tournament.uid}/log/undo/", body, key="u")
        assert (answer.status, answer.body) == (200, again.body)
        assert desk.get(f"events/{event.uid}/fees/").body == []
        french = Caller(factories.owner(event.tournament), language="fr")
        refusal = french.post(f"tournaments/{event.tournament.uid}/log/undo/", body)
        assert (refusal.status, refusal.code) == (409, "already_undone")
        assert "déjà" in refusal.body["detail"]

    def test_all_that_one_act_wrote_is_undone_at_once(self) -> None:
        event = factories.event()
        desk = desk_of(event)
        ledger.set_fee(event, by=factories.owner(event.tournament), kind=FeeKind.ENTRY, amount=50_00)
        before = Tournament.objects.get(pk=event.tournament_id).log_seq
        one = factories.player("Ada Almeida")
        response = desk.post(f"events/{event.uid}/reception/", {"players": [one.uid], "is_paid": True})
        assert response.status == 201
        after = Tournament.objects.get(pk=event.tournament_id).log_seq
        numbers = list(range(before + 1, after + 1))
        answer = desk.post(f"tournaments/{event.tournament.uid}/log/undo/", {"numbers": numbers})
        assert answer.status == 200
        assert Entrant.objects.get(uid=response.id).withdrawn_at is not None

    @pytest.mark.both_databases
    def test_the_log_comes_in_pages_the_newest_first(self) -> None:
        event = factories.event()
        factories.entrants(event, 3)
        desk = desk_of(event)
        first = desk.get(f"tournaments/{event.tournament.uid}/log/?page_size=2").body
        rest = desk.get(first["next"]).body
        numbers = [entry["number"] for entry in first["results"] + rest["results"]]
        assert numbers == sorted(numbers, reverse=True)
        assert len(set(numbers)) == len(numbers)
        assert desk.get(f"tournaments/{event.tournament.uid}/log/?cursor=x").code == "invalid_cursor"


class TestResults:
    def test_a_result_is_taken_back_and_the_match_is_open_again(self) -> None:
        game = final()
        desk = Caller(game.director)
        answer = desk.post(f"matches/{game.match.uid}/result/take-back/", key="t")
        assert (answer.status, answer.body["state"]) == (200, "open")
        assert desk.post(f"matches/{game.match.uid}/result/take-back/", key="t").body == answer.body
        assert desk.post(f"matches/{game.match.uid}/result/take-back/").status == 409

    def test_a_start_is_taken_back(self) -> None:
        game = factories.open_match()
        desk = Caller(game.director)
        desk.post(f"matches/{game.match.uid}/start/")
        answer = desk.post(f"matches/{game.match.uid}/start/take-back/")
        assert (answer.status, answer.body["state"], answer.body["started_at"]) == (200, "open", None)

    @pytest.mark.both_databases
    def test_a_penalty_is_taken_back(self) -> None:
        game = factories.open_match()
        desk = Caller(game.director)
        body = {"to": "one", "points": 2, "reason": "Late."}
        (penalty,) = desk.post(f"matches/{game.match.uid}/penalties/", body).body["penalties"]
        answer = desk.post(f"penalties/{penalty['id']}/take-back/", key="p")
        assert (answer.status, answer.body["penalties"]) == (200, [])


class TestPrivateLinks:
    @pytest.mark.both_databases
    def test_the_link_of_a_player_opens_their_pages_and_is_revoked(self) -> None:
        entrant = factories.entrant(factories.event())
        desk = desk_of(entrant.event)
        answer = desk.post(f"entrants/{entrant.uid}/links/", {"days": 2})
        assert answer.status == 201
        assert desk.client.get(answer.body["address"]).status_code in (200, 302)
        assert [link["id"] for link in desk.get(f"entrants/{entrant.uid}/links/").body] == [answer.id]
        assert desk.post(f"links/{answer.id}/revoke/").body["revoked_at"] is not None
        assert desk.get(f"entrants/{entrant.uid}/links/").body == []

    def test_the_same_key_shows_the_same_link_and_another_key_makes_another_one(self) -> None:
        entrant = factories.entrant(factories.event())
        desk = desk_of(entrant.event)
        first, again, other = (desk.post(f"entrants/{entrant.uid}/links/", key=key) for key in "aab")
        assert first.body == again.body
        assert other.body["address"] != first.body["address"]
        assert AccessLink.objects.count() == 2
        assert desk.post(f"entrants/{entrant.uid}/links/", key="two words").code == "invalid_idempotency_key"

    @pytest.mark.both_databases
    def test_a_link_is_mailed_and_its_address_is_in_the_mail_alone(self) -> None:
        entrant = factories.entrant(factories.event())
        desk = desk_of(entrant.event)
        refusal = desk.post(f"entrants/{entrant.uid}/links/mail/")
        assert (refusal.status, refusal.code) == (409, "no_mail_address")
        Player.objects.filter(entries__entrant=entrant).update(contact_email="ada@example.org")
        answer = desk.post(f"entrants/{entrant.uid}/links/mail/")
        assert answer.status == 201
        assert "address" not in answer.body

    @pytest.mark.both_databases
    def test_a_registration_link_registers_somebody_without_an_account(self) -> None:
        event = factories.event()
        desk = desk_of(event)
        response = desk.post(f"events/{event.uid}/registration-links/", {})
        assert [link["id"] for link in desk.get(f"events/{event.uid}/registration-links/").body] == [
            response.id
        ]
        stranger = Caller()
        session = stranger.client.session
        session[LINK_IN_SESSION] = response.id
        session.save()
        nameless = stranger.post(f"events/{event.uid}/registration/")
        assert nameless.body["errors"][0]["field"] == "newcomer"
        answer = stranger.post(
            f"events/{event.uid}/registration/", {"newcomer": "Zoe Zimmer", "agrees": True}
        )
        assert (answer.status, answer.body["name"], answer.body["via"]) == (201, "Zoe Zimmer", "link")

    @pytest.mark.both_databases
    def test_the_address_of_a_calendar_is_shown_once_and_not_stored_with_the_key(self) -> None:
        game = factories.open_match()
        tournament = game.match.pairing.stage.event.tournament
        player = Caller(game.one)
        first = player.post(f"tournaments/{tournament.uid}/calendar/", key="c")
        assert player.client.get(first.body["address"]).status_code == 200
        again = player.post(f"tournaments/{tournament.uid}/calendar/", key="c")
        assert (again.id, again.body["address"]) == (first.id, None)
        assert player.post(f"tournaments/{tournament.uid}/calendar/end/").status == 200
        assert AccessLink.objects.get(uid=first.id).revoked_at is not None


class TestTheFrame:
    @pytest.mark.both_databases
    def test_an_officer_is_invited_accepts_and_is_dismissed(self) -> None:
        event = factories.event()
        desk, uid = desk_of(event), event.tournament.uid
        clerk = factories.player("Cleo Clerk", email="cleo@example.org")
        code = desk.post(f"tournaments/{uid}/invitations/", {"kind": "desk"}).body["code"]
        assert Caller().get(f"invitation-codes/{code}/").body["office"] == "desk"
        assert not Role.objects.filter(player=clerk).exists()
        assert Caller(clerk).post(f"invitation-codes/{code}/accept/").status == 200
        other = Caller(factories.player("Olaf Other", email="olaf@example.org"))
        assert other.post(f"invitation-codes/{code}/accept/").body["code"] == "invitation_not_valid"
        content = desk.get(f"tournaments/{uid}/officers/").body
        assert {row["player"]["name"]: row["kind"] for row in content}["Cleo Clerk"] == "desk"
        answer = desk.post(f"tournaments/{uid}/officers/dismissals/", {"player": clerk.uid})
        assert answer.body["name"] == "Cleo Clerk"
        assert not Role.objects.filter(player=clerk, kind=RoleKind.DESK).exists()

    def test_an_invitation_answers_the_same_for_every_address(self) -> None:
        event = factories.event()
        factories.player("Cleo Clerk", email="cleo@example.org")
        path = f"tournaments/{event.tournament.uid}/invitations/"
        owner = Caller(factories.owner(event.tournament))
        known, unknown = (
            owner.post(path, {"email": email, "kind": "desk"})
            for email in ("cleo@example.org", "nobody@example.org")
        )
        assert (known.status, known.body["code"]) == (unknown.status, unknown.body["code"]) == (201, None)
        differs = {name for name in known.body if known.body[name] != unknown.body[name]}
        assert differs <= {"id", "address", "made_at", "expires_at"}

    def test_the_lengths_of_all_rounds_are_set_before_and_after_the_draw(self) -> None:
        stage = factories.stage(factories.event())
        desk = desk_of(stage.event)
        answer = desk.post(f"stages/{stage.uid}/lengths/", {"lengths": [11, 9, 7]})
        assert (answer.status, answer.body["lengths"]) == (200, [11, 9, 7])
        drawn_stage = factories.drawn_stage(4)
        answer = desk_of(drawn_stage.event).post(f"stages/{drawn_stage.uid}/lengths/", {"lengths": [5]})
        assert (answer.status, answer.body["lengths"]) == (200, [5])

    @pytest.mark.both_databases
    def test_a_stage_that_was_never_drawn_is_removed(self) -> None:
        event = factories.event()
        first, second = factories.stage(event), factories.stage(event)
        answer = desk_of(event).post(f"stages/{second.uid}/remove/", key="r")
        assert (answer.status, [row["id"] for row in answer.body]) == (200, [first.uid])
        assert not Stage.objects.filter(uid=second.uid).exists()

    def test_the_currency_is_set_while_there_is_no_amount(self) -> None:
        event = factories.event()
        desk, path = desk_of(event), f"tournaments/{event.tournament.uid}/currency/"
        assert desk.post(path, {"currency": "chf"}).body["currency"] == "CHF"
        desk.post(f"events/{event.uid}/fees/", {"kind": "entry", "amount": 5000})
        assert desk.post(path, {"currency": "EUR"}).code == "currency_in_use"

    @pytest.mark.both_databases
    def test_the_payout_is_set_and_taken_away(self) -> None:
        event = factories.event()
        desk, path = desk_of(event), f"events/{event.uid}/payout/"
        set_ = desk.post(path, {"structure": "winner", "percent": 90}).body
        assert (set_["structure"], set_["percent"]) == ("winner", 90)
        assert desk.post(path, {"structure": None}).body["structure"] is None

    def test_players_register_by_a_list_after_a_look_at_it(self) -> None:
        event = factories.event()
        desk, path = desk_of(event), f"events/{event.uid}/entrants/import/"
        data = b"name,club\nAda Almeida,Nantes\n,Nobody\n"
        form = {"file": SimpleUploadedFile("list.csv", data), "is_check": "true"}
        look = desk.client.post(f"/api/v1/{path}", form, format="multipart").json()
        assert [row["status"] for row in look["rows"]] == ["ok", "refused"]
        assert (look["entrants"], event.entrants.count()) == ([], 0)
        answer = desk.upload(path, data, name="list.csv", key="i")
        again = desk.upload(path, data, name="list.csv", key="i")
        assert (len(answer.body["entrants"]), again.body) == (1, answer.body)
        assert event.entrants.get().uid in answer.body["entrants"]

    @pytest.mark.both_databases
    def test_a_program_answers_who_is_meant_and_reads_what_is_not_used(self) -> None:
        event, known = factories.event(), factories.player("Anna Lund")
        desk, path = desk_of(event), f"/api/v1/events/{event.uid}/entrants/import/"

        def send(**form: str) -> dict[str, Any]:
            file = SimpleUploadedFile("list.csv", "Wer;Sitz\nAnne Lund;3\nHanne Bæk;4\n".encode("cp1252"))
            answer: dict[str, Any] = desk.client.post(path, {"file": file, **form}, format="multipart").json()
            return answer

        assert send()["code"] == "list_unreadable"
        columns = {"columns.1": "name", "is_check": "true"}
        look = send(**columns)
        assert [row["status"] for row in look["rows"]] == ["similar", "ok"]
        assert [row["may_be_answered"] for row in look["rows"]] == [True, False]
        assert (look["unused_columns"], look["encoding"], look["heading_line"]) == (["Sitz"], "cp1252", 1)
        assert [column["field"] for column in look["columns"]] == ["name", None]
        [candidate] = look["rows"][0]["candidates"]
        assert send(**columns, **{"answers.2": "nobody"})["code"] == "list_answer_unknown"
        assert send(**columns, **{"answers.x": "new"})["errors"][0]["code"] == "invalid_key"
        answer = send(**{"columns.1": "name", "answers.2": candidate["id"]})
        assert [row["status"] for row in answer["rows"]] == ["exists", "ok"]
        assert event.entrants.filter(side__members__player=known).exists()


class TestTheHall:
    @pytest.mark.both_databases
    def test_the_hall_is_told_something_until_it_is_taken_down(self) -> None:
        tournament = factories.tournament()
        desk, path = Caller(factories.owner(tournament)), f"tournaments/{tournament.uid}/announcements/"
        body = {"text": "Round 2 begins.", "minutes": 15, "counts_down": True}
        answer = desk.post(path, body, key="a")
        assert desk.post(path, body, key="a").id == answer.id
        assert answer.body["until"] is not None
        assert answer.body["counts_down_to"] == answer.body["until"]
        assert [row["text"] for row in Caller().get(path).body] == ["Round 2 begins."]
        desk.post(f"announcements/{answer.id}/end/")
        assert Caller().get(path).body == []
        until = Announcement.objects.get().until
        assert until is not None
        assert until <= timezone.now()

    @pytest.mark.parametrize(("language", "words"), [("en", "How many minutes"), ("fr", "Combien")])
    def test_what_is_counted_down_has_an_end(self, language: str, words: str) -> None:
        tournament = factories.tournament()
        caller = Caller(factories.owner(tournament), language=language)
        answer = caller.post(
            f"tournaments/{tournament.uid}/announcements/", {"text": "Lunch.", "counts_down": True}
        )
        (fault,) = answer.body["errors"]
        assert (answer.status, fault["field"]) == (400, "minutes")
        assert fault["detail"].startswith(words)

    @pytest.mark.both_databases
    def test_a_table_takes_the_match_whose_turn_it_is(self) -> None:
        stage = factories.drawn_stage(4)
        desk = desk_of(stage.event)
        uid = stage.event.tournament.uid
        (table, _other) = desk.post(f"tournaments/{uid}/tables/", {"names": ["1", "2"]}).body
        answer = desk.post(f"tables/{table['id']}/next/")
        assert (answer.status, answer.body["match"] is not None) == (200, True)
        waiting = Match.objects.exclude(uid=answer.body["match"]).get(cancelled_at=None)
        response = desk.post(f"matches/{waiting.uid}/table/lowest/", {})
        assert response.body["table"] == TableUse.objects.get(match=waiting).table.uid


class TestTheRegistrationDesk:
    def test_everybody_is_checked_in_at_once(self) -> None:
        event = factories.event()
        factories.entrants(event, 3)
        desk, path = desk_of(event), f"events/{event.uid}/check-in/"
        assert desk.post(path).body == {"checked_in": 3}
        assert desk.post(path).body == {"checked_in": 0}

    def test_somebody_new_is_entered_is_here_and_pays_at_once(self) -> None:
        event = factories.event()
        desk = desk_of(event)
        desk.post(f"events/{event.uid}/fees/", {"kind": "entry", "amount": 5000})
        body = {"players": ["Ada Almeida"], "country": "FR", "is_paid": True}
        answer = desk.post(f"events/{event.uid}/reception/", body, key="w")
        assert (answer.status, answer.body["checked_in_at"] is not None) == (201, True)
        assert desk.post(f"events/{event.uid}/reception/", body, key="w").id == answer.id
        assert desk.get(f"entrants/{answer.id}/ledger/").body["due"] == 0
        assert CashBox.objects.filter(tournament=event.tournament).count() == 1
        similar = desk.post(f"events/{event.uid}/reception/", {"players": ["Ada Almeida"]})
        assert similar.code == "similar_players"

    def test_a_pair_comes_with_a_partner_whom_nobody_knows(self) -> None:
        event = factories.event(kind="doubles")
        first = factories.player("Ada Almeida")
        body = {"players": [first.uid, "Boris Brandt"], "is_here": False}
        answer = desk_of(event).post(f"events/{event.uid}/reception/", body)
        assert [player["name"] for player in answer.body["players"]] == ["Ada Almeida", "Boris Brandt"]
        assert answer.body["checked_in_at"] is None

    def test_a_player_arrives_and_pays_in_every_event(self) -> None:
        event = factories.event()
        tournament = event.tournament
        other = factories.event(tournament, name="Side")
        player = factories.player("Ada Almeida")
        owner = factories.owner(tournament)
        for one in (event, other):
            ledger.set_fee(one, by=owner, kind=FeeKind.ENTRY, amount=20_00)
            registration.enter(one, by=owner, players=[player])
        desk = Caller(owner)
        body = {"player": player.uid}
        arrivals = desk.post(f"tournaments/{tournament.uid}/reception/arrivals/", body)
        assert [row["checked_in_at"] is not None for row in arrivals.body] == [True, True]
        answer = desk.post(f"tournaments/{tournament.uid}/reception/payments/", body, key="p")
        assert (answer.status, [line["amount"] for line in answer.body]) == (201, [2000, 2000])
        assert (
            desk.post(f"tournaments/{tournament.uid}/reception/payments/", body, key="p").body == answer.body
        )
        assert desk.post(f"tournaments/{tournament.uid}/reception/payments/", body).code == "nothing_due"

    def test_an_entrant_comes_pays_and_is_paid_back_what_was_seen_to_be_due(self) -> None:
        entrant = factories.entrant(factories.event())
        desk, path = desk_of(entrant.event), f"entrants/{entrant.uid}/reception"
        desk.post(f"events/{entrant.event.uid}/fees/", {"kind": "entry", "amount": 5000})
        assert desk.post(f"{path}/arrival/").body["checked_in_at"] is not None
        assert desk.post(f"{path}/payment/", {"amount": 5000, "due_seen": 5000}).status == 201
        twice = desk.post(f"{path}/payment/", {"amount": 5000, "due_seen": 5000})
        assert (twice.status, twice.code) == (409, "booked_meanwhile")
        desk.post(f"{path}/departure/")
        assert desk.post(f"{path}/refund/", {"amount": 5000, "due_seen": -5000}).status == 201
        assert desk.get(f"entrants/{entrant.uid}/ledger/").body["due"] == 0

    def test_prizes_are_paid_out_and_not_twice(self) -> None:
        game = final()
        event = game.stage.event
        progress.advance(event)
        desk = Caller(factories.owner(event.tournament))
        desk.post(f"events/{event.uid}/payout/", {"structure": "winner", "added": 9000, "unit": 100})
        winner = event.entrants.get(entrant_players__player=game.one)
        path = f"entrants/{winner.uid}/reception"
        part = desk.post(f"{path}/prize/", {"amount": 3000, "is_short_allowed": True})
        assert part.status == 201
        rest = desk.post(f"{path}/prizes/", {"is_short_allowed": True}, key="z")
        assert rest.body["amount"] in (6000, -6000)
        assert desk.post(f"{path}/prizes/", {"is_short_allowed": True}, key="z").body == rest.body
        assert desk.post(f"{path}/prizes/", {}).code == "nothing_due"
        assert LedgerLine.objects.filter(entrant=winner, kind="prize").count() == 2

    def test_an_entrant_leaves_at_one_press(self) -> None:
        entrant = factories.entrant(factories.event())
        answer = desk_of(entrant.event).post(f"entrants/{entrant.uid}/reception/departure/")
        assert (answer.status, answer.body["withdrawn_at"] is not None) == (200, True)
