"""Federations over the API: who may do what, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from matches.models import Player
from tests import factories
from tests.api.client import Answer, Caller
from tests.effort import is_long
from tests.tournaments.whole_federation import larger_federation
from tournaments.actions.federations import merging
from tournaments.models import (
    Archive,
    Club,
    ClubName,
    Federation,
    FederationEntry,
    LogEntry,
    Member,
    OfficeKind,
    OfficialRow,
    Recomputation,
    Sanction,
)

pytestmark = pytest.mark.django_db

_STRANGER, _ACCOUNT, _SUPERUSER = "stranger", "account", "superuser"
_OTHERS, _MEMBER, _DIRECTOR = "president elsewhere", "the member", "director of the event"
_PRESIDENT, _RATINGS, _REGISTRAR, _TREASURER, _AUDITOR = map(str, OfficeKind)
_OFFICERS = {_PRESIDENT, _RATINGS, _REGISTRAR, _TREASURER, _AUDITOR}
_EVERYBODY = {_STRANGER, _ACCOUNT, _SUPERUSER, _OTHERS, _MEMBER, _DIRECTOR, *_OFFICERS}
_REGISTRARS = {_SUPERUSER, _PRESIDENT, _REGISTRAR}
_RATERS = {_SUPERUSER, _PRESIDENT, _RATINGS}
_READERS = {_SUPERUSER, *_OFFICERS}

ALLOWED: dict[tuple[str, str], set[str]] = {
    ("get", "federations/"): _EVERYBODY,
    ("post", "federations/"): {_SUPERUSER},
    ("get", "federations/<slug:uid>/"): _EVERYBODY,
    ("patch", "federations/<slug:uid>/"): {_SUPERUSER, _PRESIDENT},
    ("get", "federations/<slug:uid>/officers/"): _EVERYBODY,
    ("get", "federations/<slug:uid>/invitations/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/invitations/"): {_SUPERUSER, _PRESIDENT},
    ("post", "federations/<slug:uid>/numbers/"): _REGISTRARS,
    ("post", "officers/<slug:uid>/end/"): {_SUPERUSER, _PRESIDENT, _AUDITOR},
    ("get", "federations/<slug:uid>/clubs/"): _EVERYBODY,
    ("post", "federations/<slug:uid>/clubs/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/claims/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/claims/undo/"): _REGISTRARS,
    ("get", "clubs/"): _EVERYBODY,
    ("get", "clubs/<slug:uid>/"): _EVERYBODY,
    ("get", "federations/<slug:uid>/records/"): _EVERYBODY,
    ("get", "clubs/<slug:uid>/players/"): _EVERYBODY,
    ("get", "clubs/<slug:uid>/rankings/"): _EVERYBODY,
    ("patch", "clubs/<slug:uid>/"): _REGISTRARS,
    ("post", "clubs/<slug:uid>/merge/"): _REGISTRARS,
    ("post", "clubs/<slug:uid>/part/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/members/"): _READERS,
    ("post", "federations/<slug:uid>/members/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/members/import/"): _REGISTRARS,
    ("get", "members/<slug:uid>/"): {*_READERS, _MEMBER},
    ("patch", "members/<slug:uid>/"): _REGISTRARS,
    ("post", "members/<slug:uid>/memberships/"): _REGISTRARS,
    ("patch", "memberships/<slug:uid>/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/names/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/merges/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/merges/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/merges/check/"): _REGISTRARS,
    ("post", "merges/<slug:uid>/undo/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/merge-proposals/"): _REGISTRARS,
    ("post", "merge-proposals/<slug:uid>/withdraw/"): _REGISTRARS,
    ("post", "merge-proposals/<slug:uid>/agree/"): {_MEMBER},
    ("post", "merge-proposals/<slug:uid>/decline/"): {_MEMBER},
    ("get", "federations/<slug:uid>/duplicates/"): _REGISTRARS,
    ("post", "federations/<slug:uid>/different-people/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/different-people/"): _REGISTRARS,
    ("post", "different-people/<slug:uid>/take-back/"): _REGISTRARS,
    ("get", "federations/<slug:uid>/signals/"): _RATERS,
    ("get", "federations/<slug:uid>/counting-rules/"): _EVERYBODY,
    ("post", "federations/<slug:uid>/counting-rules/"): _RATERS,
    ("get", "federations/<slug:uid>/sanctions/"): _EVERYBODY,
    ("post", "sanctions/<slug:uid>/grant/"): _RATERS,
    ("post", "sanctions/<slug:uid>/refuse/"): _RATERS,
    ("post", "sanctions/<slug:uid>/withdraw/"): {_SUPERUSER, _DIRECTOR},
    ("get", "federations/<slug:uid>/seasons/"): _EVERYBODY,
    ("post", "federations/<slug:uid>/seasons/"): _RATERS,
    ("get", "seasons/<slug:uid>/"): _EVERYBODY,
    ("patch", "seasons/<slug:uid>/"): _RATERS,
    ("post", "seasons/<slug:uid>/close/"): _RATERS,
    ("get", "federations/<slug:uid>/log/"): _READERS,
    ("get", "federations/<slug:uid>/archives/"): _READERS,
    ("post", "federations/<slug:uid>/archives/"): _RATERS,
    ("post", "federations/<slug:uid>/archives/check/"): _RATERS,
    ("get", "archives/<slug:uid>/check/"): _READERS,
    ("get", "archives/<slug:uid>/positions/"): _EVERYBODY,
    ("post", "archives/<slug:uid>/people/"): _RATERS,
    ("post", "archives/<slug:uid>/people/all/"): _RATERS,
    ("post", "archives/<slug:uid>/import/"): _RATERS,
    ("post", "archives/<slug:uid>/undo/"): _RATERS,
    ("get", "federations/<slug:uid>/submissions/"): _READERS,
    ("post", "federations/<slug:uid>/submissions/"): _RATERS,
    ("post", "federations/<slug:uid>/submissions/check/"): _RATERS,
    ("get", "submissions/<slug:uid>/"): _READERS,
    ("get", "submissions/<slug:uid>/check/"): _READERS,
    ("post", "submissions/<slug:uid>/people/"): _RATERS,
    ("post", "submissions/<slug:uid>/accept/"): _RATERS,
    ("post", "submissions/<slug:uid>/ask-back/"): _RATERS,
    ("post", "submissions/<slug:uid>/refuse/"): _RATERS,
    ("post", "federations/<slug:uid>/directory/"): _RATERS,
    ("post", "directories/"): {_SUPERUSER},
    ("get", "federations/<slug:uid>/lists/"): _EVERYBODY,
    ("post", "federations/<slug:uid>/lists/"): _RATERS,
    ("get", "lists/<slug:uid>/"): _EVERYBODY,
    ("patch", "lists/<slug:uid>/"): _RATERS,
    ("get", "lists/<slug:uid>/computation/"): _EVERYBODY,
    ("post", "lists/<slug:uid>/computation/"): _RATERS,
    ("get", "lists/<slug:uid>/official/"): _EVERYBODY,
    ("post", "lists/<slug:uid>/official/"): _RATERS,
    ("get", "lists/<slug:uid>/variations/"): _READERS,
    ("post", "lists/<slug:uid>/variations/"): _RATERS,
    ("get", "lists/<slug:uid>/what-if/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/stronger/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/compare/"): _EVERYBODY,
    ("post", "lists/<slug:uid>/compare/"): _RATERS,
    ("get", "lists/<slug:uid>/compare/lines/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/compare/sheet/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/past/matches/"): _RATERS,
    ("get", "lists/<slug:uid>/past/ratings/"): _RATERS,
    ("get", "lists/<slug:uid>/past/openings/"): _RATERS,
    ("get", "variations/<slug:uid>/"): _READERS,
    ("get", "variations/<slug:uid>/moves/"): _READERS,
    ("get", "variations/<slug:uid>/moves/sheet/"): _READERS,
    ("post", "lists/<slug:uid>/official/check/"): _RATERS,
    ("post", "lists/<slug:uid>/uploads/"): _RATERS,
    ("post", "lists/<slug:uid>/openings/"): _RATERS,
    ("get", "lists/<slug:uid>/official/<int:number>/ratings/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/changes/"): _EVERYBODY,
    ("get", "changes/<slug:uid>/moves/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/sheet/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/official/<int:number>/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/official/<int:number>/sheet/"): _EVERYBODY,
    ("get", "lists/<slug:uid>/players/<slug:player>/"): _EVERYBODY,
}


@dataclass(frozen=True, slots=True)
class Office:
    """A federation with everybody who may call, and the ids of what is in it by the first part of the address."""

    federation: Federation
    ids: dict[str, str]
    callers: dict[str, Caller]

    def ask(self, who: str, method: str, route: str) -> Answer:
        """The answer to a call with an empty body, whose effect is undone."""
        address = route.replace("<slug:uid>", self.ids.get(route.split("/")[0], ""))
        address = address.replace("<slug:player>", self.ids["players"]).replace("<int:number>", "1")
        with transaction.atomic():
            answer = self.callers[who].ask(method, address, body={})
            transaction.set_rollback(True)
        return answer


def _entered(federation: Federation, name: str) -> Player:
    """Somebody who has entered an event that the federation sanctioned."""
    event = factories.event()
    factories.sanction(event, federation)
    return factories.entrant(event, name).side.players.get()


def _proposed(federation: Federation, *, into: Player) -> str:
    """The id of a merge into an account that has not agreed."""
    walk_in = factories.member(federation, factories.player(into.name)).player
    number = into.numbers.get(federation=federation).number
    registrar = factories.officer(federation)
    return merging.merge_players(federation, walk_in, into=into, by=registrar, number=number).uid


@pytest.fixture
def office() -> Office:
    """A federation with an officer of each kind, a member with an account, and an event that was submitted."""
    federation = larger_federation()
    officers = {kind: factories.officer(federation, kind) for kind in OfficeKind}
    person = factories.player("Mia Member", email="mia@example.org")
    member = factories.member(federation, person)
    sanction = Sanction.objects.get(state="requested")
    outsiders = {
        _ACCOUNT: factories.player("Ada", email="ada@example.org"),
        _SUPERUSER: factories.player("Root", email="root@example.org", is_superuser=True),
        _OTHERS: factories.federation("BGF").officers.get().player,
        _MEMBER: person,
        _DIRECTOR: factories.owner(sanction.event.tournament),
    }
    people: dict[str, Player] = {**{str(kind): officers[kind] for kind in officers}, **outsiders}
    return Office(
        federation,
        {
            "federations": federation.uid,
            "officers": officers[OfficeKind.AUDITOR].offices.get().uid,
            "clubs": Club.objects.get(name="Sud").uid,
            "members": member.uid,
            "memberships": member.memberships.get().uid,
            "merges": federation.merges.filter(undone_at=None)[0].uid,
            "merge-proposals": _proposed(federation, into=person),
            "different-people": federation.no_duplicates.get().uid,
            "sanctions": sanction.uid,
            "submissions": federation.submissions.get(state="submitted").uid,
            "archives": Archive.objects.get(federation=federation, kind="positions").uid,
            "lists": federation.rating_lists.get(name="National").uid,
            "variations": federation.variations.get().uid,
            "changes": Recomputation.objects.create(
                list=federation.rating_lists.get(name="National"),
                number=1,
                causes={"late": 1},
                moved=0,
                touched=1,
                moves=b"",
            ).uid,
            "players": _listed_person(federation).uid,
            "seasons": federation.points_seasons.get(name="Season 2150").uid,
        },
        {_STRANGER: Caller(), **{name: Caller(player) for name, player in people.items()}},
    )


def _listed_person(federation: Federation) -> Player:
    """Somebody with a public profile in the official list."""
    row = OfficialRow.objects.filter(official__list__name="National")[0]
    Player.objects.filter(uid=row.uid).update(has_profile=True)
    return Player.objects.get(uid=row.uid)


_TURNS = 1 if is_long() else 3


def test_every_office_does_what_the_table_says_and_nothing_else(office: Office) -> None:
    wrong = []
    for number, ((method, route), offices) in enumerate(ALLOWED.items()):
        for turn, who in enumerate(sorted(_EVERYBODY)):
            # In a landing everybody is refused who must be, and those who may take turns.
            if who in offices and (number + turn) % _TURNS:
                continue
            status = office.ask(who, method, route).status
            is_refused = status in {401, 403, 404}
            if is_refused is (who in offices) or status >= 500:
                wrong.append((who, method, route, status))
    assert wrong == []


def test_who_is_a_member_is_unknown_to_everybody_else(office: Office) -> None:
    for who in (_STRANGER, _ACCOUNT, _OTHERS, _DIRECTOR):
        assert office.ask(who, "get", "members/<slug:uid>/").status == 404
        assert office.ask(who, "patch", "memberships/<slug:uid>/").status == 404


def test_whether_a_private_row_is_there_is_told_to_nobody_who_may_not_read_it(office: Office) -> None:
    """Officers of another federation, and strangers, get the same answer for its id and for one that nobody has."""
    # Everybody reads who holds an office, with its id.
    public = {route.split("/")[0] for (_method, route), who in ALLOWED.items() if _STRANGER in who} | {
        "officers"
    }
    differing = []
    for method, route in ALLOWED:
        kind = route.split("/")[0]
        if "<slug:uid>" in route and kind not in public:
            nobody = Office(office.federation, {**office.ids, kind: "nosuchthing"}, office.callers)
            # The director reads what became of the own event.
            knows = ALLOWED[method, route] | ({_DIRECTOR} if kind == "sanctions" else set())
            for who in {_STRANGER, _ACCOUNT, _OTHERS, _DIRECTOR} - knows:
                real, invented = (place.ask(who, method, route).status for place in (office, nobody))
                if real != invented:
                    differing.append((who, method, route, real, invented))
    assert differing == []


def test_a_refusal_names_the_right_that_is_missing(office: Office) -> None:
    refusal = office.ask(_AUDITOR, "post", "federations/<slug:uid>/clubs/")
    assert refusal.code == "not_an_officer"
    assert "keep members, clubs and duplicates" in refusal.body["detail"]


def test_a_registrar_keeps_the_list_of_members(office: Office) -> None:
    registrar = office.callers[_REGISTRAR]
    root = f"federations/{office.federation.uid}"
    club = registrar.post(f"{root}/clubs/", {"name": "Backgammon Lille", "other_names": ["BCL"]})
    assert (club.status, club.body["other_names"]) == (201, ["BCL"])
    person = _entered(office.federation, "Zoé Zimmer")
    member = registrar.post(f"{root}/members/", {"player": person.uid, "number": "FR-7"})
    assert (member.status, member.body["player"]["name"]) == (201, "Zoé Zimmer")
    body = {"starts_on": "2026-01-01", "club": club.id}
    membership = registrar.post(f"members/{member.id}/memberships/", body)
    assert (membership.status, membership.body["kind"], membership.body["club"]) == (201, "full", club.id)
    response = registrar.patch(f"memberships/{membership.id}/", {"ends_on": "2026-06-30"})
    assert (response.body["starts_on"], response.body["ends_on"]) == ("2026-01-01", "2026-06-30")
    rows = {row["number"]: row for row in registrar.get(f"{root}/members/").body["results"]}
    assert rows["FR-7"]["memberships"] == [response.body]


def test_a_director_sends_results_and_is_answered_what_they_hold(office: Office) -> None:
    stage = factories.drawn_stage(2)
    factories.play_open_matches(stage)
    director = Caller(factories.owner(stage.event.tournament))
    address, body = f"events/{stage.event.uid}/submissions/", {"federation": office.federation.uid}
    assert director.post(address, body).code == "not_sanctioned"
    factories.sanction(stage.event, office.federation)
    answer = director.post(address, body)
    counts = {name: answer.body[name] for name in ("state", "matches", "people", "numbered")}
    assert (answer.status, counts) == (
        201,
        {"state": "submitted", "matches": 1, "people": 2, "numbered": 0},
    )
    assert {"id", "rated", "not_rated"} <= answer.body.keys()
    assert director.post(address, body).id == answer.id
    assert office.callers[_RATINGS].get(f"submissions/{answer.id}/").status == 200


def test_a_list_of_members_is_checked_then_loaded_and_its_members_are_found(office: Office) -> None:
    registrar, root = office.callers[_REGISTRAR], f"federations/{office.federation.uid}/members/"
    text = "number;name;rating;to\nAB-1;Bjørn Ødegård;1500;2099-12-31\nAB-1;Ben Bär;1500;\n"

    def loaded(**fields: str) -> dict[str, Any]:
        form = {"file": SimpleUploadedFile("members.csv", text.encode()), **fields}
        response = registrar.client.post(f"/api/v1/{root}import/", form, format="multipart")
        body: dict[str, Any] = response.json()
        return body

    checked = loaded(is_check="true")
    [refusal] = checked.pop("refused")
    assert (refusal["row"], refusal["code"]) == (3, "listed_twice")
    counts = {"rows": 2, "new": 1, "known": 0, "ratings": 0}
    assert checked == {**counts, "warnings": [], "unused_columns": ["rating"]}
    assert not Member.objects.filter(number="AB-1").exists()
    assert loaded()["new"] == 1
    assert loaded()["known"] == 1
    for query in ("number=AB-1", "number=ab-1", "q=ab-1", "q=bjorn odeg"):
        [row] = registrar.get(f"{root}?{query}").body["results"]
        assert (row["number"], row["player"]["name"]) == ("AB-1", "Bjørn Ødegård")
    assert registrar.get(f"{root}?number=ab").body["results"] == []


def test_a_name_of_another_club_is_refused_at_the_name(office: Office) -> None:
    root = f"federations/{office.federation.uid}/clubs/"
    refusal = office.callers[_REGISTRAR].post(root, {"name": "SUD"})
    assert [(one["field"], one["detail"]) for one in refusal.body["errors"]] == [
        ("name", "A club of this federation has this name already.")
    ]


def test_the_same_number_and_a_second_number_are_refused_by_code(office: Office) -> None:
    registrar = office.callers[_REGISTRAR]
    address = f"federations/{office.federation.uid}/members/"
    ann, ben = (_entered(office.federation, name) for name in ("Ann", "Ben"))
    stranger = factories.player("Sam Stranger").uid
    assert registrar.post(address, {"player": stranger, "number": "A1"}).code == "number_needs_consent"
    assert registrar.post(address, {"player": ann.uid, "number": "A1"}).status == 201
    assert registrar.post(address, {"player": ben.uid, "number": "A1"}).code == "number_taken"
    assert registrar.post(address, {"player": ann.uid, "number": "A2"}).code == "has_number"


def test_an_event_is_submitted_and_sanctioned(office: Office) -> None:
    event = factories.event()
    director = Caller(factories.owner(event.tournament))
    answer = director.post(f"events/{event.uid}/sanctions/", {"federation": office.federation.uid})
    assert (answer.status, answer.body["state"]) == (201, "requested")
    rater = office.callers[_RATINGS]
    sanctioned = rater.post(f"sanctions/{answer.id}/grant/", {"event_class": "Main", "weight": "1.5"})
    assert sanctioned.body["weight"] == "1.500"
    [row] = Caller().get(f"events/{event.uid}/sanctions/").body
    assert (row["state"], row["event_class"]) == ("granted", "Main")
    assert director.post(f"sanctions/{answer.id}/withdraw/").code == "sanction_decided"


@pytest.mark.parametrize("weight", ["much", "NaN", "1e9", "-1", "1.2345"])
def test_a_weight_that_is_none_is_refused(office: Office, weight: str) -> None:
    sanction = office.ids["sanctions"]
    refusal = office.callers[_RATINGS].post(f"sanctions/{sanction}/grant/", {"weight": weight})
    assert (refusal.status, refusal.code) == (400, "invalid")


@pytest.mark.both_databases
def test_the_public_reads_what_is_sanctioned_and_officers_what_waits(office: Office) -> None:
    address = f"federations/{office.federation.uid}/sanctions/"
    states = [row["state"] for row in Caller().get(address).body["results"]]
    assert states == ["granted"]
    waiting = {row["state"] for row in office.callers[_AUDITOR].get(address).body["results"]}
    assert waiting == {"requested", "granted", "refused", "withdrawn"}


def test_a_federation_that_has_not_changed_is_not_sent_again(office: Office) -> None:
    address = f"federations/{office.federation.uid}/"
    first = Caller().get(address)
    etag = first.headers["ETag"]
    assert Caller().get(address, **{"If-None-Match": etag}).status == 304
    office.callers[_PRESIDENT].patch(address, {"name": "Another"})
    assert Caller().get(address, **{"If-None-Match": etag}).body["name"] == "Another"
    refusal = Caller().get(address, **{"If-Match": etag})
    assert (refusal.status, refusal.code) == (412, "version_changed")


def test_the_log_says_who_did_what(office: Office) -> None:
    rows = office.callers[_AUDITOR].get(f"federations/{office.federation.uid}/log/").body["results"]
    entries = FederationEntry.objects.filter(federation=office.federation).order_by("-seq")
    assert [row["number"] for row in rows] == [entry.seq for entry in entries[: len(rows)]]
    assert rows[0]["code"] == "merge_proposed"
    page = office.callers[_AUDITOR].get(f"federations/{office.federation.uid}/log/?page_size=2").body
    later = office.callers[_AUDITOR].get(page["next"]).body
    assert page["results"] + later["results"] == rows[:4]
    refusal = office.callers[_AUDITOR].get(f"federations/{office.federation.uid}/log/?cursor=x")
    assert (refusal.status, refusal.code) == (400, "invalid_cursor")


def test_the_classes_that_count_are_set_and_changed(office: Office) -> None:
    rater = office.callers[_RATINGS]
    body = {"name": "2151", "starts_on": "2151-01-01", "ends_on": "2151-12-31", "scheme": "neu-isenburg"}
    season = rater.post(
        f"federations/{office.federation.uid}/seasons/",
        {**body, "classes": [{"name": "Main", "division": 2}]},
    )
    main = {"class": "Main", "division": 2, "weight": None}
    assert (season.status, season.body["terms"]["classes"]) == (201, [main])
    changed = rater.patch(f"seasons/{season.id}/", {"classes": [{"name": "Open"}]})
    assert [one["class"] for one in changed.body["terms"]["classes"]] == ["Open"]


@pytest.mark.both_databases
def test_a_club_is_known_by_its_former_name(office: Office) -> None:
    club = Club.objects.get(name="Club du Nord")
    renamed = office.callers[_REGISTRAR].patch(f"clubs/{club.uid}/", {"name": "Nord"})
    assert (renamed.body["name"], renamed.body["other_names"]) == ("Nord", ["Club du Nord"])
    assert ClubName.objects.get(federation=office.federation, name_key="club du nord").club == club


def test_likely_duplicates_are_merged_and_parted(office: Office) -> None:
    registrar = office.callers[_REGISTRAR]
    root = f"federations/{office.federation.uid}"
    one, two = (factories.member(office.federation, factories.player("Léa Petit")).player for _ in range(2))
    pairs = registrar.get(f"{root}/duplicates/").body
    own = [pair for pair in pairs if pair["one"]["id"] == one.uid]
    assert [(pair["two"]["id"], pair["likeness"]) for pair in own] == [(two.uid, ["name"])]
    pair = {"player": two.uid, "into": one.uid}
    assert registrar.post(f"{root}/merges/", pair).code == "both_numbered"
    assert registrar.post(f"{root}/merges/", {**pair, "number": "N-x"}).code == "number_of_neither"
    number = two.numbers.get().number
    merge = registrar.post(f"{root}/merges/", {**pair, "number": number})
    assert merge.body["number"] == number
    assert (merge.status, merge.body["undone_at"]) == (201, None)
    assert registrar.post(f"{root}/merges/", {"player": two.uid, "into": one.uid}).code == "player_merged"
    assert registrar.post(f"merges/{merge.id}/undo/").body["undone_at"]
    assert registrar.post(f"merges/{merge.id}/undo/").code == "merge_over"
    apart = registrar.post(f"{root}/different-people/", {"one": two.uid, "other": one.uid})
    assert [pair for pair in registrar.get(f"{root}/duplicates/").body if pair["one"]["id"] == one.uid] == []
    assert registrar.get(f"{root}/different-people/").body["results"][0] == apart.body
    assert registrar.post(f"different-people/{apart.id}/take-back/").body == apart.body
    assert [pair for pair in registrar.get(f"{root}/duplicates/").body if pair["one"]["id"] == one.uid] == own
    assert registrar.post(f"different-people/{apart.id}/take-back/").status == 404


def test_a_registrar_corrects_a_name_everywhere(office: Office) -> None:
    stage = factories.drawn_stage(2)
    player = stage.event.entrants.order_by("pk")[0].side.players.get()
    factories.member(office.federation, player)
    address = f"federations/{office.federation.uid}/names/"
    body = {"player": player.uid, "name": "Élodie Corrigée", "country": "FR"}
    answer = office.callers[_REGISTRAR].post(address, body)
    assert (answer.status, answer.body["name"], answer.body["club"]) == (200, "Élodie Corrigée", "")
    assert stage.event.entrants.order_by("pk")[0].name == "Élodie Corrigée"
    log = LogEntry.objects.filter(tournament=stage.event.tournament)
    assert log.filter(subject=player.uid, code="player_corrected").exists()
    outsider = {"player": factories.player("Ann").uid, "name": "Anna"}
    assert office.callers[_REGISTRAR].post(address, outsider).code == "not_in_federation"
