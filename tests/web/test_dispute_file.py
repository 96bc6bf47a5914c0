"""The file of a dispute on its pages: exhibits, hostile uploads, the appeal, votes, the decision, the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from bench.lists import explained
from matches.actions.photos import without_metadata
from matches.models import LARGEST_PHOTO, Appeal, Dispute, Exhibit, Player
from tests import factories
from tests.factories import OpenMatch
from tests.pictures import JPEG, PNG, WEBP
from tests.postgres_plugin import ROOT
from tests.scoresheets import games
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.disputes import appeals, exhibits
from tournaments.actions.records import uploads
from tournaments.models import RoleKind

pytestmark = pytest.mark.django_db
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"
RECORD = (ROOT / "tests/data/records/gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


@pytest.fixture
def game() -> OpenMatch:
    """An open match of a stage of eight."""
    return factories.open_match(7, n=8)


@pytest.fixture
def dispute(game: OpenMatch) -> Dispute:
    """Both say that they have won."""
    report = results.report(game.match, by=game.one, score=(7, 2)).report
    return results.dispute(report, by=game.two, reason="I won, ask anybody.", score=(4, 7))


@pytest.fixture
def ruled(game: OpenMatch, dispute: Dispute) -> Dispute:
    """The same with a ruling for side one."""
    results.rule(dispute, by=game.director, reason="The slip.", clause="TR 5.2", score=(7, 2))
    return Dispute.objects.get(pk=dispute.pk)


def _photo(data: bytes, name: str = "board.jpg", kind: str = "image/jpeg") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type=kind)


def _others(game: OpenMatch, n: int = 3) -> list[Player]:
    """Players of the tournament who do not play this match."""
    event = game.stage.event
    own = [game.one.pk, game.two.pk]
    return list(Player.objects.filter(entries__event=event).exclude(pk__in=own).order_by("pk")[:n])


def _judged(game: OpenMatch, ruled: Dispute, *, votes: str) -> Appeal:
    """An appeal whose committee of three has voted like this: `u` upholds, `o` overturns, `-` has not voted."""
    appeal = appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
    members = _others(game)
    appeals.name_committee(appeal, by=game.director, members=members)
    for member, letter in zip(members, votes, strict=True):
        if letter != "-":
            appeals.vote(appeal, by=member, member=member, vote={"u": "uphold", "o": "overturn"}[letter])
    return appeal


class TestExhibits:
    """What a side puts into the file."""

    def test_a_position_is_drawn(self, game: OpenMatch, dispute: Dispute) -> None:
        page = Visitor(game.one).send("add_exhibit", dispute.uid, kind="position", xgid=XGID, note="My roll")
        assert "It is in the file now" in page
        assert "The position, X below" in page.html
        assert XGID in page
        assert "My roll" in page

    def test_a_position_that_is_none_keeps_what_was_typed(self, game: OpenMatch, dispute: Dispute) -> None:
        page = Visitor(game.one).post("add_exhibit", dispute.uid, kind="position", xgid="XGID=<b>1:2")
        assert page.status == 422
        assert "not a position" in page
        assert "<b>1" not in page.html
        assert not Exhibit.objects.exists()

    def test_clocks_are_read_in_minutes(self, game: OpenMatch, dispute: Dispute) -> None:
        page = Visitor(game.two).send(
            "add_exhibit", dispute.uid, kind="clocks", clock_one="2:05", clock_two=""
        )
        assert "2:05" in page
        exhibit = dispute.exhibits.get()
        assert (exhibit.clock_one, exhibit.clock_two, exhibit.by) == (125, None, game.two)

    @pytest.mark.parametrize(
        "fields", [{}, {"clock_one": "-1"}, {"clock_one": "1:75"}, {"clock_one": "9999"}]
    )
    def test_clocks_that_cannot_be(self, game: OpenMatch, dispute: Dispute, fields: dict[str, str]) -> None:
        assert Visitor(game.two).post("add_exhibit", dispute.uid, kind="clocks", **fields).status == 422

    @pytest.mark.both_databases
    def test_a_record_of_the_match(self, game: OpenMatch, dispute: Dispute) -> None:
        record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=b"nothing")
        page = Visitor(game.one).send("add_exhibit", dispute.uid, kind="record", record=record.uid)
        assert "a.mat" in page
        assert dispute.exhibits.get().record == record

    def test_a_record_of_another_match_is_no_choice(self, game: OpenMatch, dispute: Dispute) -> None:
        other = factories.open_match(7)
        record = uploads.upload(other.match, by=other.one, file_name="b.mat", data=b"other")
        page = Visitor(game.one).post("add_exhibit", dispute.uid, kind="record", record=record.uid)
        assert page.status == 422

    @pytest.mark.parametrize("kind", ["", "letter", "photo"])
    def test_nothing_is_refused(self, game: OpenMatch, dispute: Dispute, kind: str) -> None:
        assert Visitor(game.one).post("add_exhibit", dispute.uid, kind=kind).status == 422

    def test_nothing_is_added_to_a_closed_file_until_somebody_appeals(
        self, game: OpenMatch, ruled: Dispute
    ) -> None:
        fields = {"kind": "position", "xgid": XGID}
        assert Visitor(game.one).post("add_exhibit", ruled.uid, **fields).status == 409
        appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        assert Visitor(game.one).post("add_exhibit", ruled.uid, **fields).status == 302

    def test_others_do_not_add(self, game: OpenMatch, dispute: Dispute) -> None:
        stranger = factories.player(email="s@example.org")
        assert Visitor(stranger).post("add_exhibit", dispute.uid, kind="position", xgid=XGID).status == 403


def _another(number: int) -> bytes:
    """A photo that shows something else."""
    return JPEG.replace(b"PIXELS", b"PIXELS%d" % number)


class TestPhotos:
    """Bytes of a stranger: told by what they are, and never shown from our address."""

    @pytest.mark.parametrize(("data", "kind"), [(JPEG, "jpeg"), (PNG, "png"), (WEBP, "webp")])
    def test_are_saved_not_shown(self, game: OpenMatch, dispute: Dispute, data: bytes, kind: str) -> None:
        Visitor(game.one).send(
            "add_exhibit", dispute.uid, kind="photo", photo=_photo(data, "../x.html", "text/html")
        )
        exhibit = dispute.exhibits.get()
        answer = Visitor(game.two).client.get(reverse("exhibit_photo", args=[dispute.uid, exhibit.uid]))
        assert answer.content == without_metadata(data, f"image/{kind}")
        assert answer["Content-Type"] == f"image/{kind}"
        assert answer["Content-Disposition"].startswith("attachment; filename=")
        assert "x.html" not in answer["Content-Disposition"]
        assert answer["X-Content-Type-Options"] == "nosniff"

    @pytest.mark.parametrize(
        "data",
        [
            b"<svg onload=alert(1)>",
            b"GIF89a" + b"x" * 40,
            b"%PDF-1.7",
            b"\xff\xd8",
            b"RIFFxxxxWAVE",
            b"<html>",
        ],
    )
    def test_are_nothing_else(self, game: OpenMatch, dispute: Dispute, data: bytes) -> None:
        page = Visitor(game.one).post("add_exhibit", dispute.uid, kind="photo", photo=_photo(data))
        assert page.status == 422
        assert "JPEG, PNG or WebP" in page
        assert not Exhibit.objects.exists()

    def test_have_a_limit(self, game: OpenMatch, dispute: Dispute) -> None:
        address = reverse("add_exhibit", args=[dispute.uid])
        huge = {"kind": "photo", "photo": _photo(JPEG + b"x" * 6 * 1024 * 1024)}
        assert Visitor(game.one).client.post(address, huge).status_code == 413
        most = JPEG + b"x" * (LARGEST_PHOTO - len(JPEG))
        page = Visitor(game.one).post("add_exhibit", dispute.uid, kind="photo", photo=_photo(most + b"x"))
        assert page.status == 413
        assert "5 MiB" in page
        assert (
            Visitor(game.one).post("add_exhibit", dispute.uid, kind="photo", photo=_photo(most)).status == 302
        )

    def test_are_few(self, game: OpenMatch, dispute: Dispute) -> None:
        for number in range(8):
            exhibits.add(dispute, by=game.one, kind="photo", photo=_another(number))
        page = Visitor(game.one).post("add_exhibit", dispute.uid, kind="photo", photo=_photo(PNG))
        assert page.status == 409
        exhibits.add(dispute, by=game.one, kind="photo", photo=_another(3))
        assert dispute.exhibits.count() == 8

    def test_are_for_those_who_read_the_file(self, game: OpenMatch, dispute: Dispute) -> None:
        exhibit = exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG)
        address = reverse("exhibit_photo", args=[dispute.uid, exhibit.uid])
        assert Visitor(factories.player(email="s@example.org")).at(address).status == 403
        assert Visitor().client.get(address).status_code in (302, 401)

    def test_of_another_dispute_are_not_found(self, game: OpenMatch, dispute: Dispute) -> None:
        exhibit = exhibits.add(dispute, by=game.one, kind="photo", photo=JPEG)
        other = factories.open_match(7)
        report = results.report(other.match, by=other.one, score=(7, 2)).report
        theirs = results.dispute(report, by=other.two, reason="No.")
        address = reverse("exhibit_photo", args=[theirs.uid, exhibit.uid])
        assert Visitor(other.one).client.get(address).status_code == 404


class TestAppeal:
    """From the reason of a side to the decision of the committee."""

    def test_a_ruling_shows_its_clause(self, game: OpenMatch, dispute: Dispute) -> None:
        fields = {
            "stands": "score",
            "winner": "one",
            "loser_points": "2",
            "reason": "Slip.",
            "clause": "TR 5.2",
        }
        Visitor(game.director).send("desk_dispute", dispute.uid, **fields)
        assert "TR 5.2" in Visitor(game.one).open("dispute", dispute.uid)

    def test_a_player_appeals(self, game: OpenMatch, ruled: Dispute) -> None:
        page = Visitor(game.two).send("appeal", ruled.uid, reason="Nobody asked me.")
        assert "Your appeal is kept" in page
        assert "No committee is named yet" in page

    def test_a_reason_is_asked_for(self, game: OpenMatch, ruled: Dispute) -> None:
        assert Visitor(game.two).post("appeal", ruled.uid, reason=" ").status == 422

    def test_it_is_taken_back(self, game: OpenMatch, ruled: Dispute) -> None:
        appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        assert "The appeal was withdrawn" in Visitor(game.two).send("take_back_appeal", ruled.uid)

    @pytest.mark.both_databases
    def test_the_director_names_a_committee(self, game: OpenMatch, ruled: Dispute) -> None:
        appeal = appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        members = _others(game)
        fields = {f"member_{number}": member.uid for number, member in enumerate(members, start=1)}
        assert "The committee is named" in Visitor(game.director).send("desk_committee", ruled.uid, **fields)
        assert {seat.player for seat in appeal.committee.all()} == set(members)

    def test_nobody_of_the_match_can_be_chosen(self, game: OpenMatch, ruled: Dispute) -> None:
        appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        page = Visitor(game.director).open("desk_committee", ruled.uid)
        for player in (game.one, game.two, game.director):
            assert f'value="{player.uid}"' not in page.html
        fields = {f"member_{number}": game.one.uid for number in range(1, 4)}
        assert Visitor(game.director).post("desk_committee", ruled.uid, **fields).status == 422

    @pytest.mark.postgres
    def test_the_choice_reads_nobody_of_other_tournaments(self, game: OpenMatch, ruled: Dispute) -> None:
        """With entries and offices beside each other under one condition, PostgreSQL joined everybody to theirs."""
        appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        members = _others(game)
        factories.crowd(3000)
        with explained() as plans:
            page = Visitor(game.director).open("desk_committee", ruled.uid)
        assert all(f'value="{member.uid}"' in page.html for member in members)
        assert plans
        for plan in plans:
            assert "Seq Scan on matches_player" not in plan, plan

    def test_club_mates_are_warned_of(self, game: OpenMatch, ruled: Dispute) -> None:
        appeal = appeals.appeal(ruled, by=game.two, reason="Nobody asked me.")
        members = _others(game)
        Player.objects.filter(pk__in=[game.one.pk, members[0].pk]).update(club="Lyon BG")
        fields = {f"member_{number}": member.uid for number, member in enumerate(members, start=1)}
        page = Visitor(game.director).post("desk_committee", ruled.uid, **fields)
        assert page.status == 409
        assert "They sit on the committee anyway" in page
        Visitor(game.director).send(
            "desk_committee", ruled.uid, overrides="club_mates_on_committee", **fields
        )
        assert appeal.committee.count() == 3

    def test_a_member_reads_the_file_and_votes(self, game: OpenMatch, ruled: Dispute) -> None:
        appeal = _judged(game, ruled, votes="---")
        member = appeal.committee.all()[0].player
        assert "You are on the committee" in Visitor(member).open("dispute", ruled.uid)
        assert "Your vote is kept" in Visitor(member).send("vote", ruled.uid, vote="overturn")
        assert "Choose what you vote for" in Visitor(member).send("vote", ruled.uid, vote="both")
        assert appeal.committee.get(player=member).vote == "overturn"

    def test_the_sides_do_not_see_how_somebody_votes_before_the_end(
        self, game: OpenMatch, ruled: Dispute
    ) -> None:
        appeal = _judged(game, ruled, votes="uu-")
        page = Visitor(game.two).open("dispute", ruled.uid)
        assert "has voted" in page
        assert "the ruling stands" not in page
        appeals.decide(appeal, by=game.director, reason="Clear.")
        assert "the ruling stands" in Visitor(game.two).open("dispute", ruled.uid)

    def test_the_desk_enters_votes_and_the_decision(self, game: OpenMatch, ruled: Dispute) -> None:
        appeal = _judged(game, ruled, votes="---")
        desk = Visitor(game.director)
        assert "no majority yet" in desk.open("desk_decision", ruled.uid)
        votes = {seat.player.uid: "overturn" for seat in appeal.committee.all()}
        assert "The ruling is overturned" in desk.send("desk_votes", ruled.uid, **votes)
        page = desk.carry_out(
            "desk_decision", ruled.uid, stands="score", winner="two", loser_points="4", reason="The video."
        )
        assert "The decision is kept" in page
        game.match.refresh_from_db()
        assert game.match.winner == "two"
        assert "The result is now" in page

    def test_the_result_may_stay(self, game: OpenMatch, ruled: Dispute) -> None:
        _judged(game, ruled, votes="oo-")
        page = Visitor(game.director).send("desk_decision", ruled.uid, stands="stays", reason="Too late.")
        assert "The result was left as it is" in page

    def test_an_upheld_ruling_has_no_other_result(self, game: OpenMatch, ruled: Dispute) -> None:
        _judged(game, ruled, votes="uu-")
        fields = {"stands": "score", "winner": "two", "loser_points": "4", "reason": "Hm."}
        assert Visitor(game.director).post("desk_decision", ruled.uid, **fields).status == 422

    def test_without_an_appeal_there_is_nothing_to_judge(self, game: OpenMatch, ruled: Dispute) -> None:
        for name in ("desk_committee", "desk_decision"):
            assert Visitor(game.director).open(name, ruled.uid).status == 404

    def test_the_desk_office_alone_does_not_judge(self, game: OpenMatch, ruled: Dispute) -> None:
        _judged(game, ruled, votes="uuu")
        helper = factories.player(email="h@example.org")
        game.stage.event.tournament.roles.create(player=helper, kind=RoleKind.DESK)
        for name in ("desk_committee", "desk_decision"):
            assert Visitor(helper).open(name, ruled.uid).status == 403


class TestPaper:
    """The whole file on one page."""

    def test_holds_everything(self, game: OpenMatch, ruled: Dispute) -> None:
        appeal = _judged(game, ruled, votes="u-u")
        exhibits.add(ruled, by=game.two, kind="position", xgid=XGID)
        exhibits.add(ruled, by=game.two, kind="clocks", clocks=(61, 0))
        appeals.decide(appeal, by=game.director, reason="It is clear.")
        page: Page = Visitor(game.one).open("dispute_paper", ruled.uid)
        for words in (
            "I won, ask anybody.",
            "The slip.",
            "TR 5.2",
            XGID,
            "1:01",
            "Nobody asked me.",
            "It is clear.",
        ):
            assert words in page

    def test_is_for_those_who_read_the_file(self, ruled: Dispute) -> None:
        assert Visitor(factories.player(email="s@example.org")).open("dispute_paper", ruled.uid).status == 403


def test_no_page_of_the_file_asks_the_database_more_than_15_times(
    game: OpenMatch, ruled: Dispute, django_assert_max_num_queries: object
) -> None:
    appeal = _judged(game, ruled, votes="uu-")
    for number in range(6):
        exhibits.add(ruled, by=game.one, kind="clocks", clocks=(number, 7))
    member = appeal.committee.all()[0].player
    for who, name in (
        (game.two, "dispute"),
        (game.director, "dispute"),
        (member, "dispute"),
        (game.director, "dispute_paper"),
        (game.director, "desk_dispute"),
        (game.director, "desk_committee"),
        (game.director, "desk_decision"),
        (game.two, "add_exhibit"),
    ):
        visitor = Visitor(who)
        # The bar of the desk takes one more.
        most = 16 if name.startswith("desk_") else 15
        with django_assert_max_num_queries(most):  # type: ignore[operator]
            assert visitor.open(name, ruled.uid).status == 200


@pytest.mark.parametrize("votes", ["oou", "uuo"])
def test_a_file_with_all_that_it_can_hold_asks_no_more(
    game: OpenMatch, votes: str, run_jobs: Callable[[], int], django_assert_max_num_queries: Any
) -> None:
    report = results.report(game.match, by=game.one, games=games("1g4")).report
    file = results.dispute(report, by=game.two, reason="I won.", games=games("2b2 2s1"))
    record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=RECORD)
    run_jobs()
    results.add_statement(file, by=game.one, text="No.")
    exhibits.add(file, by=game.one, kind="record", record=record)
    exhibits.add(file, by=game.two, kind="position", xgid=XGID)
    exhibits.add(file, by=game.two, kind="photo", photo=JPEG)
    results.rule(file, by=game.director, reason="The slip.", clause="TR 5.2", games=games("1g4"))
    appeal = _judged(game, Dispute.objects.select_related("match").get(), votes=votes)
    result: dict[str, Any] = {"games": games("2b2 2s1")} if votes == "oou" else {}
    appeals.decide(appeal, by=game.director, reason="Two of three.", **result)
    for who in (game.one, game.two, game.director, _others(game)[0]):
        for name in ("dispute", "dispute_paper"):
            visitor = Visitor(who)
            with django_assert_max_num_queries(15):
                page = visitor.open(name, file.uid)
            assert ("The result is now" in page) == (votes == "oou")
