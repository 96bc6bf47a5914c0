"""An officer never rates, merges or corrects themself alone: every operation of a federation and every form of its office."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from matches.models import Player
from tests import factories
from tests.api import test_federations
from tests.api.client import Caller, _address, _answer
from tests.api.test_parity import OFFICE
from tests.exchange.examples import RESULTS
from tests.exchange.test_archives import table
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.actions.exchange import archives, submissions
from tournaments.actions.federations import merging, sanctions
from tournaments.actions.lists import keeping
from tournaments.actions.people import claims
from tournaments.exchange import write_results
from tournaments.models import (
    Archive,
    ArchiveState,
    Federation,
    FederationEntry,
    ListOrigin,
    Member,
    Membership,
    OfficeKind,
    Submission,
    SubmissionState,
)

pytestmark = pytest.mark.django_db

Body = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OwnCases:
    """A president, and everything in the federation that concerns them, by the names of addresses."""

    federation: Federation
    officer: Player
    ids: dict[str, str]
    ratings: bytes

    def address(self, route: str) -> str:
        """An address of the API with what concerns the officer."""
        return route.replace("<slug:uid>", self.ids.get(route.split("/")[0], ""))


@pytest.fixture
def cases() -> OwnCases:
    """Olga presides, plays, has a number and namesakes, and stands in files, tables and lists."""
    officer = factories.player("Olga Officer", email="olga@example.org")
    federation = factories.federation(president=officer)
    factories.officer(federation, OfficeKind.RATING_OFFICER)
    member = factories.member(federation, officer)
    merged, twin = (factories.member(federation, factories.player("Olga Officer")).player for _ in range(2))
    merge = factories.merge(federation, merged, into=officer)
    namesake = factories.member(federation, factories.player("Olga Officer")).player
    apart = merging.tell_apart(federation, officer, other=namesake, by=None)
    event = factories.event()
    sanction = sanctions.request_sanction(event, federation, by=None)
    registration.enter(event, by=None, players=[officer])
    walk_in = factories.entrant(factories.event(event.tournament), "Olga O.").side.players.get()
    claim, code = claims.make_code(event.tournament, walk_in, by=None)
    claims.claim_player(claims.find(code), by=officer)
    of_files = keeping.create_list(federation, by=None, name="Uploaded", origin=ListOrigin.UPLOADED)
    computed = keeping.create_list(federation, by=None, name="Computed", formula="fibs")
    return OwnCases(
        federation,
        officer,
        {
            "federations": federation.uid,
            "members": member.uid,
            "memberships": member.memberships.get().uid,
            "merges": merge.uid,
            "sanctions": sanction.uid,
            "submissions": _submission(federation, officer).uid,
            "claims": claim.uid,
            "different-people": apart.uid,
            "officers": officer.offices.get().uid,
            "uploaded": of_files.uid,
            "computed": computed.uid,
            "entered": _archive(federation, officer, by=officer).uid,
            "archives": archives.import_archive(_archive(federation, merged, by=None, day=3), by=None).uid,
            "officer": officer.uid,
            "twin": twin.uid,
            "number": twin.numbers.get().number,
        },
        f"uid,rating\n{officer.uid},1800\n".encode(),
    )


def _submission(federation: Federation, played: Player) -> Submission:
    """A file in which the officer played."""
    head = replace(RESULTS.head, federation=federation.uid, federation_code=federation.code)
    data = write_results(replace(RESULTS, head=head))
    row = submissions.submit_results(federation, by=None, data=data)
    first, *others = RESULTS.people
    row = submissions.name_person(row, by=None, person=first.player, player=played)
    for person in others:
        row = submissions.name_person(row, by=None, person=person.player)
    return row


def _archive(federation: Federation, played: Player, *, by: Player | None, day: int = 2) -> Archive:
    """A table in which the officer stands, under their name or as the duplicate that was merged into them."""
    row = archives.enter_archive(
        federation, by=by, data=table(f"Olga,Ben,7,1998-05-0{day},Open"), kind="matches", source="Book"
    )
    row = archives.name_in_archive(row, by=by, person="Olga", player=played)
    return archives.name_everybody(row, by=by)


# What the officer would do for or against themself: the address, and what is sent to it.
REFUSED: dict[str, Callable[[OwnCases], tuple[str, Body]]] = {
    "post federations/<slug:uid>/members/": lambda cases: (
        "",
        {"player": cases.ids["officer"], "number": "FR-1"},
    ),
    "patch members/<slug:uid>/": lambda _: ("", {"number": "FR-9999"}),
    "post members/<slug:uid>/memberships/": lambda _: (
        "",
        {"starts_on": "2020-01-01", "ends_on": "2020-12-31"},
    ),
    "patch memberships/<slug:uid>/": lambda _: ("", {"kind": "honorary"}),
    "post federations/<slug:uid>/names/": lambda cases: (
        "",
        {"player": cases.ids["officer"], "name": "Olga Best"},
    ),
    "post federations/<slug:uid>/merges/check/": lambda cases: (
        "",
        {"player": cases.ids["twin"], "into": cases.ids["officer"]},
    ),
    "post federations/<slug:uid>/merges/": lambda cases: (
        "",
        {"player": cases.ids["twin"], "into": cases.ids["officer"], "number": cases.ids["number"]},
    ),
    "post merges/<slug:uid>/undo/": lambda _: ("", {}),
    "post federations/<slug:uid>/different-people/": lambda cases: (
        "",
        {"one": cases.ids["twin"], "other": cases.ids["officer"]},
    ),
    "post different-people/<slug:uid>/take-back/": lambda _: ("", {}),
    "post federations/<slug:uid>/claims/undo/": lambda cases: ("", {"claim": cases.ids["claims"]}),
    "post sanctions/<slug:uid>/grant/": lambda _: ("", {"weight": "9"}),
    "post sanctions/<slug:uid>/refuse/": lambda _: ("", {"reason": "I lost."}),
    "post submissions/<slug:uid>/accept/": lambda _: ("", {}),
    "post submissions/<slug:uid>/refuse/": lambda _: ("", {"reason": "I lost."}),
    "post archives/<slug:uid>/import/": lambda cases: (f"archives/{cases.ids['entered']}/import/", {}),
    "post archives/<slug:uid>/undo/": lambda _: ("", {}),
}
# Files in which one row is about the officer: the row is refused, and with it the file.
ROWS_REFUSED = {"post lists/<slug:uid>/uploads/": "uploaded", "post lists/<slug:uid>/openings/": "computed"}
# A list of members, of which such a row alone is left out.
LIST_OF_MEMBERS = "post federations/<slug:uid>/members/import/"
# What decides on nobody's numbers, by the reason.
HARMLESS = {
    "post federations/": "It needs who runs the installation.",
    "patch federations/<slug:uid>/": "It is about the federation.",
    "post federations/<slug:uid>/invitations/": "Whoever accepts it gets the office.",
    "post federations/<slug:uid>/numbers/": "Whoever accepts it gets the number, and no officer their own.",
    "post officers/<slug:uid>/end/": "Everybody may lay down an office.",
    "post federations/<slug:uid>/clubs/": "It is about a club.",
    "patch clubs/<slug:uid>/": "It is about a club.",
    "post clubs/<slug:uid>/merge/": "It is about clubs.",
    "post clubs/<slug:uid>/part/": "It is about a club.",
    "post merge-proposals/<slug:uid>/withdraw/": "It decides on nothing.",
    "post merge-proposals/<slug:uid>/agree/": "The persons concerned agree, whoever they are.",
    "post merge-proposals/<slug:uid>/decline/": "Nobody becomes somebody else against their will.",
    "post federations/<slug:uid>/counting-rules/": "Rules hold for everybody alike.",
    "post sanctions/<slug:uid>/withdraw/": "It is the director's.",
    "post federations/<slug:uid>/seasons/": "Terms hold for everybody alike.",
    "patch seasons/<slug:uid>/": "Terms hold for everybody alike.",
    "post seasons/<slug:uid>/close/": "The table follows from results alone.",
    "post federations/<slug:uid>/archives/": "Nothing of a table counts before its import.",
    "post federations/<slug:uid>/archives/check/": "It stores nothing.",
    "post archives/<slug:uid>/people/": "It decides on nothing before the import.",
    "post archives/<slug:uid>/people/all/": "It decides on nothing before the import.",
    "post federations/<slug:uid>/submissions/": "Nothing of a file counts before it is accepted.",
    "post federations/<slug:uid>/submissions/check/": "It stores nothing.",
    "post submissions/<slug:uid>/people/": "It decides on nothing before the file is accepted.",
    "post submissions/<slug:uid>/ask-back/": "The file comes again, and another officer decides.",
    "post federations/<slug:uid>/directory/": "It writes what is known.",
    "post directories/": "It needs who runs the installation.",
    "post federations/<slug:uid>/lists/": "A list is computed from results alone.",
    "patch lists/<slug:uid>/": "Its terms hold for everybody alike.",
    "post lists/<slug:uid>/computation/": "A list is computed from results alone.",
    "post lists/<slug:uid>/official/": "A list is computed from results alone.",
    "post lists/<slug:uid>/official/check/": "It stores nothing.",
    "post lists/<slug:uid>/variations/": "It changes no list.",
    "post lists/<slug:uid>/compare/": "It changes no list.",
}
# A claim has a refusal of its own, because directors undo claims too.
CODES = {"post federations/<slug:uid>/claims/undo/": (409, "own_claim")}


def test_every_operation_that_writes_is_in_one_of_the_tables() -> None:
    written = {f"{method} {route}" for method, route in test_federations.ALLOWED if method != "get"}
    tables = [*REFUSED, *ROWS_REFUSED, LIST_OF_MEMBERS, *HARMLESS]
    assert written == set(tables)
    assert len(tables) == len(set(tables))


def test_no_operation_decides_on_the_officer_alone(cases: OwnCases) -> None:
    caller, entries = Caller(cases.officer), FederationEntry.objects.count()
    wrong = []
    for operation, call in REFUSED.items():
        method, route = operation.split()
        address, body = call(cases)
        answer = caller.ask(method, address or cases.address(route), body=body)
        if (answer.status, answer.code) != CODES.get(operation, (403, "own_case")):
            wrong.append((operation, answer.status, answer.body))
    assert wrong == []
    for operation, name in ROWS_REFUSED.items():
        address = operation.split()[1].replace("<slug:uid>", cases.ids[name])
        source = {"source": "Old"} if "openings" in operation else {}
        form = {
            "file": SimpleUploadedFile("ratings.csv", cases.ratings),
            "as_of": "2026-01-01",
            **source,
        }
        answer = _answer(caller.client.post(_address(address), form, format="multipart"))
        assert [row["code"] for row in answer.body["refused"]] == ["own_rating"], (answer.status, answer.body)
    form = {"file": SimpleUploadedFile("members.csv", _member_list(cases))}
    address = _address(cases.address(LIST_OF_MEMBERS.split()[1]))
    answer = _answer(caller.client.post(address, form, format="multipart"))
    assert [row["code"] for row in answer.body["refused"]] == ["own_case"], (answer.status, answer.body)
    assert FederationEntry.objects.count() == entries
    _require_nothing_changed(cases)


def _member_list(cases: OwnCases) -> bytes:
    """A list by which the officer would renew the own membership."""
    number = Member.objects.get(uid=cases.ids["members"]).number
    return f"number;name;to\n{number};Olga Officer;2099-12-31\n".encode()


# The forms of the office that send the same, by the name of the address: its places, and its fields.
FORMS: dict[str, Callable[[OwnCases], list[tuple[tuple[str, ...], Body]]]] = {
    "office_member": lambda cases: [((cases.ids["members"],), {"number": "FR-9999"})],
    "office_add_membership": lambda cases: [
        ((cases.ids["members"],), {"starts_on": "2020-01-01", "ends_on": "2020-12-31", "kind": "full"})
    ],
    "office_import_members": lambda _cases: [((), {"do": do}) for do in ("check", "import")],
    "office_membership": lambda cases: [
        ((cases.ids["memberships"],), {"starts_on": "2020-01-01", "kind": "honorary"})
    ],
    "office_name": lambda cases: [
        ((cases.ids["officer"],), {"name": "Olga Best", "club": "", "country": ""})
    ],
    "office_duplicates": lambda cases: [
        ((), {"do": "into_two", "one": cases.ids["twin"], "two": cases.ids["officer"]}),
        ((), {"do": "apart", "one": cases.ids["twin"], "two": cases.ids["officer"]}),
        ((), {"undo": cases.ids["merges"]}),
        ((), {"claim": cases.ids["claims"]}),
        ((), {"take_back": cases.ids["different-people"]}),
    ],
    "office_sanction": lambda cases: [
        ((cases.ids["sanctions"],), {"do": "grant", "weight": "9", "event_class": ""}),
        ((cases.ids["sanctions"],), {"do": "refuse", "reason": "I lost."}),
    ],
    "office_submission": lambda cases: [
        ((cases.ids["submissions"],), {"do": "accept"}),
        ((cases.ids["submissions"],), {"do": "refuse", "refusal-reason": "I lost."}),
    ],
    "office_archive": lambda cases: [
        ((cases.ids["entered"],), {"do": "import"}),
        ((cases.ids["archives"],), {"do": "undo"}),
    ],
    "office_upload_ratings": lambda cases: [
        ((cases.ids[name],), {"do": do, "as_of": "2026-01-01", "source": "Old"})
        for name in ("uploaded", "computed")
        for do in ("check", "store")
    ],
}
# The forms that decide on nobody's numbers, as their operations above.
HARMLESS_FORMS = {
    "office_club",
    "office_clubs",
    "office_give_number",
    "office_offer_number",
    "office_merge_club",
    "office_part_club",
    "office_directory",
    "office_end_office",
    "office_change_season",
    "office_close_season",
    "office_change_list",
    "office_compare_list",
    "office_compute_list",
    "office_name_person",
    "office_name_in_archive",
    "office_new_list",
    "office_new_season",
    "office_officers",
    "office_publish_list",
    "office_set_rules",
    "office_upload_results",
    "office_upload_archive",
    "office_settings",
    "office_variations",
}
_REFUSALS = ("This concerns you. Ask another officer", "This is your own rating", "This is your own claim")


def test_no_form_of_the_office_decides_on_the_officer_alone(cases: OwnCases) -> None:
    assert {*FORMS, *HARMLESS_FORMS} == OFFICE.keys()
    visitor, entries = Visitor(cases.officer), FederationEntry.objects.count()
    wrong = []
    for name, forms in FORMS.items():
        for places, fields in forms(cases):
            if name == "office_upload_ratings":
                fields["file"] = SimpleUploadedFile("ratings.csv", cases.ratings)
            if name == "office_import_members":
                fields["file"] = SimpleUploadedFile("members.csv", _member_list(cases))
            with transaction.atomic():
                page = visitor.send(name, cases.federation.uid, *places, **fields)
            if not any(words in page for words in _REFUSALS):
                wrong.append((name, fields, page.status, page.words[:600]))
    assert wrong == []
    merge_page = visitor.open(
        "office_merge", cases.federation.uid, player=cases.ids["twin"], into=cases.ids["officer"]
    )
    assert "This concerns you. Ask another officer" in merge_page
    assert FederationEntry.objects.count() == entries
    _require_nothing_changed(cases)


def test_another_officer_does_each_of_them(cases: OwnCases) -> None:
    other = factories.officer(cases.federation, OfficeKind.PRESIDENT)
    caller = Caller(other)
    left = {
        operation
        for operation in REFUSED
        if not operation.endswith(("refuse/", "federations/<slug:uid>/different-people/", "/members/"))
    }
    for operation in sorted(left, key=list(REFUSED).index):
        method, route = operation.split()
        address, body = REFUSED[operation](cases)
        answer = caller.ask(method, address or cases.address(route), body=body)
        assert answer.status < 300, (operation, answer.body)


def _require_nothing_changed(cases: OwnCases) -> None:
    """Nothing that the officer tried is stored."""
    officer = Player.objects.get(pk=cases.officer.pk)
    twin = Player.objects.get(uid=cases.ids["twin"])
    assert (officer.name, twin.merged_into) == ("Olga Officer", None)
    assert Submission.objects.get().state == SubmissionState.SUBMITTED
    states = dict(Archive.objects.values_list("uid", "state"))
    assert states == {
        cases.ids["entered"]: ArchiveState.WAITING,
        cases.ids["archives"]: ArchiveState.IMPORTED,
    }
    assert not cases.federation.rating_lists.exclude(officials=None).exists()
    assert Member.objects.get(player=officer).number != "FR-9999"
    assert date(2020, 1, 1) not in Membership.objects.values_list("starts_on", flat=True)
