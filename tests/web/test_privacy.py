"""Private pages, tokens and photos reveal nothing to others."""

from __future__ import annotations

from struct import pack

import pytest
from django.urls import reverse

from matches.actions.photos import without_metadata
from matches.errors import InvalidExhibit
from matches.models import Player
from tests import factories, showcase
from tests.api.client import Caller
from tests.browser.pages import ACTIONS, FRAGMENTS, address, routes
from tests.pictures import JPEG, PNG, WEBP
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.disputes import exhibits
from tournaments.actions.people import links, tokens

pytestmark = pytest.mark.django_db


class TestPagesAreNotKept:
    def test_no_page_of_the_desk_or_of_a_dispute_may_be_stored(self) -> None:
        example = showcase.show()
        visitor = Visitor(example.director)
        storable = {
            at
            for name, route in routes().items()
            if route.startswith(("desk/", "d/", "me/")) and name not in ACTIONS | FRAGMENTS
            if (response := visitor.client.get(at := address(route, example.samples))).status_code == 200
            if "no-store" not in response.headers.get("Cache-Control", "")
            if response.headers["Content-Type"].startswith("text/html")
        }
        assert storable == set()

    def test_a_stranger_may_store_what_everybody_sees(self) -> None:
        response = Visitor().client.get("/")
        assert "no-store" not in response.headers.get("Cache-Control", "")

    def test_signing_out_empties_the_cache_of_the_browser(self) -> None:
        visitor = Visitor(factories.player("Ada Director", email="ada@example.org"))
        visitor.client.get("/")
        response = visitor.client.post(reverse("account_logout"))
        assert response.headers["Clear-Site-Data"] == '"cache"'


class TestTokens:
    def test_a_new_password_ends_the_tokens_made_under_the_old_one(self) -> None:
        player = Player.objects.create_user("ada@example.org", "the first password", name="Ada Director")
        api = Caller(player)
        assert api.get("me/").status == 200
        player.set_password("another password")
        player.save()
        assert api.get("me/").status == 401
        assert not tokens.valid_tokens(player).exists()


class TestLinks:
    @pytest.mark.both_databases
    def test_a_session_that_holds_the_link_of_a_calendar_acts_as_nobody(self) -> None:
        game = factories.open_match(7)
        link, _token = links.make_calendar_link(game.stage.event.tournament, game.one, by=game.one)
        visitor = Visitor()
        session = visitor.client.session
        session["private_link"] = link.uid
        session.save()
        assert visitor.post("report", game.match.uid, winner="one", loser_points="3").status in {302, 403}
        assert not game.match.reports.exists()


class TestPhotos:
    """EXIF data is removed from photos; the picture stays as it was taken."""

    @pytest.mark.parametrize(
        ("photo", "kind"), [(JPEG, "image/jpeg"), (PNG, "image/png"), (WEBP, "image/webp")]
    )
    def test_place_and_device_are_gone_and_the_picture_stays(self, photo: bytes, kind: str) -> None:
        clean = without_metadata(photo, kind)
        assert b"48.8566 N" in photo
        assert b"48.8566 N" not in clean
        assert b"PIXELS" in clean
        assert without_metadata(clean, kind) == clean

    def test_a_photo_taken_sideways_is_still_turned(self) -> None:
        clean = without_metadata(JPEG, "image/jpeg")
        assert pack(">HHIHH", 0x0112, 3, 1, 6, 0) in clean

    def test_a_film_behind_the_picture_is_gone(self) -> None:
        assert without_metadata(JPEG + b"film with 48.8566 N", "image/jpeg") == without_metadata(
            JPEG, "image/jpeg"
        )

    @pytest.mark.parametrize("kind", ["image/jpeg", "image/png", "image/webp"])
    def test_a_photo_cut_anywhere_is_refused_not_kept(self, kind: str) -> None:
        photo = {"image/jpeg": JPEG, "image/png": PNG, "image/webp": WEBP}[kind]
        end = photo.rindex(b"\xff\xd9") + 1 if kind == "image/jpeg" else len(photo) - 1
        for length in range(12, end):
            with pytest.raises(ValueError, match="photo"):
                without_metadata(photo[:length], kind)

    def test_what_is_kept_in_a_dispute_is_without_metadata(self) -> None:
        game = factories.open_match(7)
        report = results.report(game.match, by=game.one, score=(7, 2)).report
        dispute = results.dispute(report, by=game.two, reason="I won.", score=(4, 7))
        exhibit = exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG)
        assert b"48.8566 N" not in bytes(exhibit.photo or b"")
        with pytest.raises(InvalidExhibit, match="damaged"):
            exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG[:60])
