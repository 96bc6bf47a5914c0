"""The pages of members and clubs in the office of a federation: an afternoon of a registrar."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from matches.models import Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.models import Club, Federation, Member, OfficeKind, OpeningRating, RatingList

pytestmark = pytest.mark.django_db

_LED_ON, _WRONG = 302, 422


@pytest.fixture
def federation() -> Federation:
    return factories.federation()


@pytest.fixture
def registrar(federation: Federation) -> Visitor:
    return Visitor(factories.officer(federation, OfficeKind.REGISTRAR))


def entered(federation: Federation, name: str = "Paul Player") -> Player:
    """A player of an event that the federation sanctioned."""
    event = factories.event()
    factories.sanction(event, federation)
    return Player.objects.get(sides=factories.entrant(event, name).side)


def test_a_registrar_checks_a_list_of_members_and_loads_it_with_one_more_button(
    federation: Federation, registrar: Visitor
) -> None:
    address = reverse("office_import_members", args=[federation.uid])
    text = "number;name;rating\nFR-1;Ada Almeida;1500\nFR-1;Boris Brandt;1500"
    form = {"do": "check", "file": SimpleUploadedFile("members.csv", text.encode())}
    page = registrar.client.post(address, form).content.decode()
    assert "1 new, 0 known, 1 refused" in " ".join(page.split())
    assert "The ratings are left out: the federation has no computed rating list yet." in page
    assert "Line 2 of this list has the same number." in page
    assert not Member.objects.exists()
    fields = dict(re.findall(r'name="(kept|kept_name)" value="([^"]+)"', page))
    page = registrar.client.post(address, fields | {"do": "import"}).content.decode()
    assert "1 member of the list is here." in page
    assert "Line 2 of this list has the same number." in page
    assert Member.objects.get().player.name == "Ada Almeida"


def test_the_ratings_of_the_file_begin_a_list_that_is_chosen_on_the_same_page(
    federation: Federation, registrar: Visitor
) -> None:
    address = reverse("office_import_members", args=[federation.uid])
    row = RatingList.objects.create(federation=federation, name="National", formula="fibs")
    assert 'name="list"' not in registrar.at(address).html, "a registrar alone rates nobody"
    file = SimpleUploadedFile("members.csv", b"number;name;rating\nFR-1;Ada Almeida;1500")
    page = registrar.client.post(address, {"do": "check", "file": file}).content.decode()
    assert "the president takes them, or a registrar who is rating officer too" in page
    president = Visitor(federation.officers.get(kind=OfficeKind.PRESIDENT).player)
    text = "number;name;rating\nFR-1;Ada Almeida;1500\nFR-2;Boris Brandt;9000"
    form = {"do": "check", "list": row.uid, "as_of": "2026-12-31", "source": "The old list"}
    file = SimpleUploadedFile("members.csv", text.encode())
    page = president.client.post(address, form | {"file": file}).content.decode()
    assert "1 rating for “National”." in " ".join(page.split())
    assert "left out" not in page
    assert "A rating is from 0 to 5000." in page
    assert not OpeningRating.objects.exists()
    [form_of_page] = re.findall(r'<form[^>]*class="card next".*?</form>', page, re.DOTALL)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form_of_page))
    president.client.post(address, fields | {"do": "import"})
    assert OpeningRating.objects.get(list=row).player.name == "Ada Almeida"
    row.refresh_from_db()
    assert (row.starts_on, row.opening_source) == (date(2026, 12, 31), "The old list")


@pytest.mark.both_databases
def test_a_registrar_gives_a_number_and_a_membership(federation: Federation, registrar: Visitor) -> None:
    player = entered(federation)
    assert (
        "Players without a number"
        in registrar.at(reverse("office_members", args=[federation.uid]) + "?q=paul").words
    )
    give = reverse("office_give_number", args=[federation.uid, player.uid])
    response = registrar.client.post(give, {"number": "no number!"})
    assert response.status_code == _WRONG
    assert "no number!" in response.content.decode()
    registrar.client.post(give, {"number": "FR-7"})
    member = Member.objects.get(player=player)
    at = reverse("office_add_membership", args=[federation.uid, member.uid])
    registrar.client.post(at, {"starts_on": "2026-01-01", "ends_on": "", "kind": "youth"})
    overlap = registrar.client.post(at, {"starts_on": "2026-05-01", "kind": "full"})
    assert overlap.status_code == _WRONG
    [period] = member.memberships.all()
    change = reverse("office_membership", args=[federation.uid, period.uid])
    registrar.client.post(
        change, {"starts_on": "2026-01-01", "ends_on": "2026-12-31", "kind": "full", "club": ""}
    )
    period.refresh_from_db()
    assert (str(period.ends_on), period.kind) == ("2026-12-31", "full")
    number = reverse("office_member", args=[federation.uid, member.uid])
    registrar.client.post(number, {"number": "FR-8"})
    assert "FR-8" in registrar.at(reverse("office_members", args=[federation.uid]) + "?q=fr-8").words


@pytest.mark.both_databases
def test_a_registrar_keeps_clubs(federation: Federation, registrar: Visitor) -> None:
    uid, at = federation.uid, reverse("office_clubs", args=[federation.uid])
    values = {
        "name": "Club d’Étretat",
        "kind": "local",
        "city": "Étretat",
        "region": "Normandie",
        "other_names": "BC Etretat\n\nÉtretat BC",
    }
    assert registrar.client.post(at, values).status_code == _LED_ON
    club = Club.objects.get(name="Club d’Étretat")
    assert (club.names.count(), club.region) == (3, "Normandie")
    assert "Étretat · Normandie" in " ".join(registrar.at(at).words.split())
    again = registrar.client.post(at, values)
    assert again.status_code == _WRONG
    assert "BC Etretat" in again.content.decode()
    registrar.client.post(
        reverse("office_club", args=[uid, club.uid]), {**values, "city": "Fécamp", "region": "Pays de Caux"}
    )
    registrar.client.post(at, {"name": "Nantes", "kind": "local"})
    nantes = Club.objects.get(name="Nantes")
    registrar.client.post(reverse("office_merge_club", args=[uid, club.uid]), {"into": nantes.uid})
    club.refresh_from_db()
    assert (club.city, club.region, club.merged_into) == ("Fécamp", "Pays de Caux", nantes)
    registrar.client.post(reverse("office_part_club", args=[uid, club.uid]))
    assert Club.objects.get(pk=club.pk).merged_into is None
    many = "\n".join(f"Name {number}" for number in range(21))
    assert registrar.client.post(at, {**values, "other_names": many}).status_code == _WRONG


def test_a_name_is_corrected_in_every_tournament(federation: Federation, registrar: Visitor) -> None:
    player = entered(federation)
    at = reverse("office_name", args=[federation.uid, player.uid])
    values = {"name": "Renée Duval", "club": "Nantes", "country": "FR"}
    assert registrar.client.post(at, {**values, "name": ""}).status_code == _WRONG
    registrar.client.post(at, values)
    assert Player.objects.get(pk=player.pk).name == "Renée Duval"


def test_lists_go_on_on_further_pages(federation: Federation, registrar: Visitor) -> None:
    for _ in range(51):
        factories.member(federation)
    page = registrar.at(reverse("office_members", args=[federation.uid]) + "?page=2")
    assert page.html.count("/office/members/") >= 1
    assert "Page 2 of 2" in page.words


def test_pages_ask_a_fixed_number_of_queries(
    federation: Federation, registrar: Visitor, django_assert_max_num_queries: object
) -> None:
    member = factories.member(federation, factories.player("Zoé Martin"))
    factories.member(federation, factories.player("Zoe Martin"))
    for at in (
        reverse("office_members", args=[federation.uid]) + "?q=zo",
        reverse("office_member", args=[federation.uid, member.uid]),
        reverse("office_clubs", args=[federation.uid]),
    ):
        registrar.at(at)
        with django_assert_max_num_queries(15):  # type: ignore[operator]
            assert registrar.at(at).status == 200


@pytest.mark.parametrize(("language", "words"), [("en", "No member yet"), ("fr", "Aucun membre")])
def test_empty_pages_say_so(federation: Federation, registrar: Visitor, language: str, words: str) -> None:
    page = registrar.at(reverse("office_members", args=[federation.uid]), **{"Accept-Language": language})
    assert words in page.words
