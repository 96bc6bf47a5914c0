"""The office of a federation: which visitor may open and send which page."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.db import transaction

from matches.models import Player
from tests import factories
from tests.effort import is_long
from tests.tournaments.whole_federation import larger_federation
from tests.web.browsing import Visitor
from tournaments.actions.entrants import registration
from tournaments.models import (
    Archive,
    Club,
    CountingRule,
    Federation,
    FederationEntry,
    ListVariation,
    Member,
    OfficeKind,
    PointsSeason,
    RatingList,
    Sanction,
    Submission,
)
from tournaments.web.federations.urls import urlpatterns

pytestmark = pytest.mark.django_db

_STRANGER, _ACCOUNT, _SUPERUSER = "stranger", "account", "superuser"
_OTHERS, _MEMBER, _DIRECTOR = "president elsewhere", "the member", "director of the event"
_PRESIDENT, _RATINGS, _REGISTRAR, _TREASURER, _AUDITOR = map(str, OfficeKind)
_READERS = {_SUPERUSER, _PRESIDENT, _RATINGS, _REGISTRAR, _TREASURER, _AUDITOR}
_PRESIDENTS = {_SUPERUSER, _PRESIDENT}
_RATERS = _PRESIDENTS | {_RATINGS}
_REGISTRARS = _PRESIDENTS | {_REGISTRAR}
_NOBODY: set[str] = set()

# Who may open each page, and who may send its form.
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "office": (_READERS, _NOBODY),
    "office_sanctions": (_READERS, _NOBODY),
    "office_sanction": (_READERS, _RATERS),
    "office_submissions": (_READERS, _NOBODY),
    "office_upload_results": (_RATERS, _RATERS),
    "office_directory": (_NOBODY, _RATERS),
    "office_submission": (_READERS, _RATERS),
    "office_name_person": (_NOBODY, _RATERS),
    "office_archives": (_READERS, _NOBODY),
    "office_archive_example": (_READERS, _NOBODY),
    "office_upload_archive": (_RATERS, _RATERS),
    "office_archive": (_READERS, _RATERS),
    "office_name_in_archive": (_NOBODY, _RATERS),
    "office_lists": (_READERS, _NOBODY),
    "office_new_list": (_RATERS, _RATERS),
    "office_list": (_READERS, _NOBODY),
    "office_change_list": (_RATERS, _RATERS),
    "office_compute_list": (_NOBODY, _RATERS),
    "office_compare_list": (_NOBODY, _RATERS),
    "office_publish_list": (_RATERS, _RATERS),
    "office_upload_ratings": (_RATERS, _RATERS),
    "office_rules": (_READERS, _NOBODY),
    "office_set_rules": (_RATERS, _RATERS),
    "office_rule": (_READERS, _NOBODY),
    "office_seasons": (_READERS, _NOBODY),
    "office_new_season": (_RATERS, _RATERS),
    "office_season": (_READERS, _NOBODY),
    "office_change_season": (_RATERS, _RATERS),
    "office_close_season": (_NOBODY, _RATERS),
    "office_duplicates": (_REGISTRARS, _REGISTRARS),
    "office_signals": (_RATERS, _NOBODY),
    "office_merge": (_REGISTRARS, _NOBODY),
    "office_members": (_READERS, _NOBODY),
    "office_import_members": (_REGISTRARS, _REGISTRARS),
    "office_member": (_READERS, _REGISTRARS),
    "office_add_membership": (_NOBODY, _REGISTRARS),
    "office_membership": (_REGISTRARS, _REGISTRARS),
    "office_give_number": (_NOBODY, _REGISTRARS),
    "office_offer_number": (_NOBODY, _REGISTRARS),
    "office_name": (_REGISTRARS, _REGISTRARS),
    "office_clubs": (_READERS, _REGISTRARS),
    "office_club": (_REGISTRARS, _REGISTRARS),
    "office_merge_club": (_NOBODY, _REGISTRARS),
    "office_part_club": (_NOBODY, _REGISTRARS),
    "office_officers": (_READERS, _PRESIDENTS),
    "office_end_office": (_NOBODY, _PRESIDENTS | {_AUDITOR}),
    "office_variations": (_READERS, _RATERS),
    "office_variation": (_READERS, _NOBODY),
    "office_variation_file": (_READERS, _NOBODY),
    "office_settings": (_PRESIDENTS, _PRESIDENTS),
    "office_log": (_READERS, _NOBODY),
}


@dataclass(frozen=True, slots=True)
class Matrix:
    """A federation, what its addresses name, and everybody who may call."""

    federation: Federation
    names: dict[str, str]
    visitors: dict[str, Visitor]

    def address(self, route: str) -> str:
        """The address of a route with the names of this federation."""
        for name, value in self.names.items():
            route = route.replace(f"<str:{name}>", value)
        return f"/{route}"

    def status(self, who: str, method: str, route: str) -> int:
        """The status of a page, or of its form sent empty, whose effect is undone."""
        client = self.visitors[who].client
        with transaction.atomic():
            response = (
                client.get(self.address(route)) if method == "get" else client.post(self.address(route))
            )
            transaction.set_rollback(True)
        return response.status_code


@pytest.fixture
def matrix() -> Matrix:
    """A federation with an officer of each kind, a member with an account, and an event that was submitted."""
    federation = larger_federation()
    officers = {kind: factories.officer(federation, kind) for kind in OfficeKind}
    person = factories.player("Mia Member", email="mia@example.org")
    factories.member(federation, person)
    member = Member.objects.filter(federation=federation).order_by("pk")[0]
    sanction = Sanction.objects.get(state="requested")
    entrant = Player.objects.get(sides=factories.entrant(sanction.event).side)
    elsewhere = factories.event()
    registration.enter(elsewhere, by=None, players=[entrant])
    factories.sanction(elsewhere, federation)
    people: dict[str, Player | None] = {
        _STRANGER: None,
        _ACCOUNT: factories.player("Ada", email="ada@example.org"),
        _SUPERUSER: factories.player("Root", email="root@example.org", is_superuser=True),
        _OTHERS: factories.federation("BGF").officers.get().player,
        _MEMBER: person,
        _DIRECTOR: factories.owner(sanction.event.tournament),
        **{str(kind): officer for kind, officer in officers.items()},
    }
    return Matrix(
        federation,
        {
            "uid": federation.uid,
            "sanction": sanction.uid,
            "submission": Submission.objects.get(federation=federation, state="submitted").uid,
            "archive": Archive.objects.get(federation=federation, state="waiting").uid,
            "season": PointsSeason.objects.get(name="Season 2150").uid,
            "rating_list": RatingList.objects.get(name="National").uid,
            "rule": CountingRule.objects.filter(federation=federation).latest("pk").uid,
            "member": member.uid,
            "membership": member.memberships.order_by("pk")[0].uid,
            "player": entrant.uid,
            "club": Club.objects.get(name="Sud").uid,
            "variation": ListVariation.objects.get(federation=federation).uid,
            "officer": officers[OfficeKind.AUDITOR].offices.get().uid,
        },
        {name: Visitor(player) for name, player in people.items()},
    )


def test_every_page_of_the_office_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == ALLOWED.keys()


_TURNS = 1 if is_long() else 3


def test_everybody_opens_and_sends_what_the_table_says_and_nothing_else(matrix: Matrix) -> None:
    wrong = []
    for number, pattern in enumerate(urlpatterns):
        for method, people in zip(("get", "post"), ALLOWED[str(pattern.name)], strict=True):
            for turn, who in enumerate(matrix.visitors):
                # In a landing everybody is refused who must be, and those who may take turns.
                if who in people and (number + turn) % _TURNS:
                    continue
                status = matrix.status(who, method, str(pattern.pattern))
                # A form leads on, or is shown again with its faults; strangers are led to sign in.
                is_allowed = status in {200, 422} or (status == 302 and who != _STRANGER)
                if is_allowed is not (who in people) or status >= 500:
                    wrong.append((who, method, pattern.name, status))
    assert wrong == []


@pytest.mark.both_databases
def test_no_row_of_another_federation_is_shown_at_an_address(matrix: Matrix) -> None:
    other = factories.federation("DBGF")
    root = matrix.visitors[_SUPERUSER]
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        if route.count("<str:") > 1:
            address = matrix.address(route).replace(matrix.federation.uid, other.uid)
            statuses = {root.client.post(address).status_code, root.client.get(address).status_code}
            assert statuses in ({404}, {404, 405}), pattern.name


def test_looking_writes_nothing(matrix: Matrix) -> None:
    before = FederationEntry.objects.count()
    for pattern in urlpatterns:
        matrix.status(_SUPERUSER, "get", str(pattern.pattern))
    assert FederationEntry.objects.count() == before
