"""The display in the hall, the ceremony of a draw, and what the desk announces."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.models import name_key
from tests import factories
from tests.remembered import remembered
from tests.tournaments import team_matches
from tests.web.browsing import Page
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.actions.hall.announcements import announce, take_down
from tournaments.errors.common import Forbidden
from tournaments.models import Announcement, LogEntry, Stage, Table, Visibility
from tournaments.queries.hall import screen
from tournaments.queries.results.matches import open_matches

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def stage() -> Stage:
    stage = factories.drawn_stage(6)
    tournament = stage.event.tournament
    lifecycle.change_tournament(tournament, by=None, visibility=Visibility.PUBLIC)
    lifecycle.add_tables(tournament, by=None, names=["10", "9"])
    return stage


def _call(stage: Stage) -> None:
    """Call the open matches to the tables there are."""
    for match, table in zip(factories.open_matches(stage), Table.objects.all(), strict=False):
        calling.assign(match, by=None, table=table)


def _turn(client: Client, address: str, times: int) -> list[str]:
    """The pages of the display in the order in which it turns them over."""
    keys: list[str] = []
    following = ""
    for _ in range(times):
        page = client.get(address, {"slide": following}).context
        keys.append(page["slide"].key)
        following = page["slide"].following
    return keys


class TestTheDisplay:
    def test_it_needs_no_sign_in_and_knows_no_draft(self, client: Client, stage: Stage) -> None:
        tournament = stage.event.tournament
        address = reverse("hall", args=[tournament.uid])
        assert client.get(address).status_code == 200
        lifecycle.change_tournament(tournament, by=None, visibility=Visibility.DRAFT)
        assert client.get(address).status_code == 404

    def test_it_goes_round_through_everything_that_has_something_to_say(
        self, client: Client, stage: Stage
    ) -> None:
        _call(stage)
        announce(stage.event.tournament, by=None, text="Coffee is ready.")
        keys = _turn(client, reverse("hall_live", args=[stage.event.tournament.uid]), 6)
        kinds = [key.partition("~")[0].partition(".")[0] for key in keys]
        assert kinds == ["calls", "tables", "pairings", "bracket", "news", "calls"]

    @pytest.mark.parametrize("view", ["calls", "tables"])
    def test_the_hall_names_event_and_length_beside_each_match(
        self, client: Client, stage: Stage, view: str
    ) -> None:
        tournament = stage.event.tournament
        other = factories.event(tournament, name="Speedgammon")
        factories.drawn_stage(2, length=3, of=other)
        _call(stage)
        [table] = lifecycle.add_tables(tournament, by=None, names=["11"])
        [match] = factories.open_matches(other.stages.get())
        calling.assign(match, by=None, table=table)
        page = client.get(reverse("hall", args=[tournament.uid]), {"views": view}).content.decode()
        words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
        count = 2 if view == "calls" else 1
        assert len(re.findall(r"Speedgammon · (?:[^·]+ · )?to 3", words)) == count
        assert len(re.findall(rf"{stage.event.name} · (?:[^·]+ · )?to 7", words)) == 2 * count

    def test_the_hall_names_the_teams_of_a_board(self, client: Client) -> None:
        match, boards = team_matches.match_with_boards()
        tournament = factories.around(match).stage.event.tournament
        lifecycle.change_tournament(tournament, by=None, visibility=Visibility.PUBLIC)
        [table] = lifecycle.add_tables(tournament, by=None, names=["1"])
        calling.assign(boards[0], by=None, table=table)
        page = Page(client.get(reverse("hall", args=[tournament.uid]), {"views": "calls"})).html
        assert page.count(f"{match.one.name} – {match.two.name}") == 2

    def test_only_what_the_address_asks_for_is_shown(self, client: Client, stage: Stage) -> None:
        address = reverse("hall", args=[stage.event.tournament.uid])
        page = client.get(f"{address}?views=bracket&views=nonsense&seconds=1&theme=light").context
        assert page["slide"].kind == "bracket"
        assert page["slide"].following == page["slide"].key
        assert (page["wanted"].seconds, page["wanted"].is_light) == (5, True)

    def test_a_page_that_has_nothing_to_show_any_more_is_passed_over(
        self, client: Client, stage: Stage
    ) -> None:
        address = reverse("hall_live", args=[stage.event.tournament.uid])
        assert client.get(address, {"slide": "calls~1"}).context["slide"].kind == "pairings"

    def test_an_empty_tournament_says_what_will_appear(self, client: Client) -> None:
        tournament = factories.tournament()
        lifecycle.change_tournament(tournament, by=None, visibility=Visibility.PUBLIC)
        page = client.get(reverse("hall", args=[tournament.uid]))
        assert "Nothing is drawn yet." in page.content.decode()

    def test_a_result_changes_its_tag_and_nothing_new_is_304(self, client: Client, stage: Stage) -> None:
        address = reverse("hall_live", args=[stage.event.tournament.uid])
        first = client.get(address)
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
        factories.play_open_matches(stage)
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200

    def test_no_page_asks_more_with_more_entrants(
        self, client: Client, django_assert_max_num_queries: object
    ) -> None:
        for entrants in (6, 40):
            stage = factories.drawn_stage(entrants)
            lifecycle.change_tournament(stage.event.tournament, by=None, visibility=Visibility.PUBLIC)
            for view in ("calls", "tables", "pairings", "bracket", "standings", "news"):
                with django_assert_max_num_queries(15):  # type: ignore[operator]
                    client.get(reverse("hall", args=[stage.event.tournament.uid]), {"views": view})

    def test_a_large_bracket_is_shown_in_windows_of_eight_matches(self, client: Client) -> None:
        stage = factories.drawn_stage(32)
        lifecycle.change_tournament(stage.event.tournament, by=None, visibility=Visibility.PUBLIC)
        address = reverse("hall", args=[stage.event.tournament.uid])
        first = client.get(address, {"views": "bracket"}).context["slide"]
        assert (first.page, first.pages) == (1, 2)
        assert [len(slots) for _of, slots in first.content["columns"]] == [8, 4, 2]


class TestCalls:
    def test_each_player_finds_the_own_name_and_the_table(self, stage: Stage) -> None:
        _call(stage)
        lines = open_matches(stage.event.tournament)
        calls = screen.called(lines, now=timezone.now())
        assert [line.name for line in calls] == sorted((line.name for line in calls), key=name_key)
        assert len(calls) == 2 * sum(bool(line.table) for line in lines) > 0
        assert {line.opponent for line in calls} == {line.name for line in calls}

    def test_a_match_that_has_begun_long_ago_is_no_call(self, stage: Stage) -> None:
        _call(stage)
        for match in factories.open_matches(stage):
            results.start(match, by=None)
        lines = open_matches(stage.event.tournament)
        assert screen.called(lines, now=timezone.now())
        assert not screen.called(lines, now=timezone.now() + timedelta(minutes=6))

    def test_tables_with_numbers_stand_in_the_order_of_numbers(self, stage: Stage) -> None:
        _call(stage)
        lines = screen.at_tables(open_matches(stage.event.tournament))
        assert [line.table for line in lines] == ["9", "10"]


class TestTheCeremony:
    def test_it_says_who_is_in_and_what_was_promised_then_reveals_line_by_line(self, client: Client) -> None:
        event = factories.event()
        factories.entrants(event, 5)
        waiting = factories.stage(event)
        lifecycle.change_tournament(event.tournament, by=None, visibility=Visibility.PUBLIC)
        live = reverse("ceremony_live", args=[waiting.uid])
        assert client.get(live).context["of"].entrants == 5
        promise = draw.commit(waiting, by=factories.owner(event.tournament))
        page = client.get(reverse("ceremony", args=[waiting.uid])).content.decode()
        assert promise.digest in page
        assert "Waiting for the draw." in page
        assert "data-reveal" not in page
        record = draw.draw(waiting, by=factories.owner(event.tournament))
        page = client.get(live).content.decode()
        assert "The draw is made. This screen reveals it line by line." in page
        assert "director" not in page
        assert "data-seconds" not in page
        assert 'data-seconds="60"' in client.get(live, {"seconds": "900"}).content.decode()
        for words in (promise.digest, record.seed, reverse("draw", args=[waiting.uid])):
            assert words in page

    def test_every_pairing_is_revealed_the_byes_last(self, client: Client, stage: Stage) -> None:
        slots = client.get(reverse("ceremony", args=[stage.uid])).context["of"].slots
        seated = [bool(slot.one.entrant and slot.two.entrant) for slot in slots]
        assert seated.count(True) == 2
        assert seated == sorted(seated, reverse=True)

    def test_a_draw_that_pairs_nobody_reveals_the_numbers(self, client: Client) -> None:
        ladder = factories.stage(factories.event(), format="ladder")
        factories.entrants(ladder.event, 3)
        record = draw.draw(ladder, by=None)
        lifecycle.change_tournament(ladder.event.tournament, by=None, visibility=Visibility.PUBLIC)
        names = dict(ladder.event.entrants.values_list("uid", "side__full_name"))
        of = client.get(reverse("ceremony", args=[ladder.uid])).context["of"]
        assert of.numbers == [names[uid] for uid in record.placement]

    def test_what_is_shown_already_is_304(self, client: Client, stage: Stage) -> None:
        address = reverse("ceremony_live", args=[stage.uid])
        first = client.get(address)
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


class TestAnnouncements:
    def test_the_desk_announces_and_takes_down(self, client: Client, stage: Stage) -> None:
        tournament = stage.event.tournament
        client.force_login(factories.owner(tournament))
        address = reverse("desk_hall", args=[tournament.uid])
        client.post(address, {"text": "  Round 2   at 15:00 ", "minutes": "10", "counts_down": "on"})
        announcement = Announcement.objects.get()
        assert (announcement.text, announcement.counts_down_to) == ("Round 2 at 15:00", announcement.until)
        assert "Round 2 at 15:00" in client.get(reverse("hall", args=[tournament.uid])).content.decode()
        client.post(reverse("desk_end_announcement", args=[tournament.uid, announcement.uid]))
        assert screen.announcements(tournament, now=timezone.now()) == ()
        codes = (
            LogEntry.objects.filter(subject=announcement.uid).order_by("seq").values_list("code", flat=True)
        )
        assert list(codes) == ["announced", "announcement_ended"]

    @pytest.mark.both_databases
    def test_of_a_double_tap_one_is_announced_and_later_it_may_be_said_again(self, stage: Stage) -> None:
        tournament = stage.event.tournament
        first = announce(tournament, by=None, text="Round 2")
        assert announce(tournament, by=None, text=" Round  2") == first
        assert announce(tournament, by=None, text="Round 3") != first
        Announcement.objects.update(at=timezone.now() - timedelta(minutes=1))
        assert announce(tournament, by=None, text="Round 3").pk > first.pk + 1

    def test_what_is_over_stays_over(self, stage: Stage) -> None:
        announcement = announce(stage.event.tournament, by=None, text="Break")
        closed_announcement = take_down(announcement, by=None)
        assert take_down(closed_announcement, by=None).until == closed_announcement.until

    def test_a_countdown_needs_its_minutes_and_keeps_what_was_typed(
        self, client: Client, stage: Stage
    ) -> None:
        tournament = stage.event.tournament
        client.force_login(factories.owner(tournament))
        page = client.post(
            reverse("desk_hall", args=[tournament.uid]), {"text": "Break", "counts_down": "on"}
        )
        assert page.status_code == 422
        assert 'value="Break"' in page.content.decode()

    def test_a_stranger_announces_nothing(self, client: Client, stage: Stage) -> None:
        with pytest.raises(Forbidden):
            announce(stage.event.tournament, by=factories.player("Stranger"), text="Free beer")
        client.force_login(factories.player("Other", email="other@example.org"))
        address = reverse("desk_hall", args=[stage.event.tournament.uid])
        assert client.post(address, {"text": "Free beer"}).status_code in {403, 404}
