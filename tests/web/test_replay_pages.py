"""A recorded match as players read it: each play on the board before it, mistakes, and questions."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.core.cache import cache
from django.urls import reverse
from pytest_django import Settings

from matches.models import GameRecord
from rules import EntryKind, Side
from rules.notation import xgid
from tests import factories
from tests.analyses import analyse
from tests.web.browsing import Page, Visitor
from tournaments.actions.records import uploads
from tournaments.queries.records.analyses import RecordedMistake, shown_analysis
from tournaments.queries.records.replays import ReplayedGame, read_game
from tournaments.web.records.analysis_words import MistakeInWords
from tournaments.web.records.mistake_chart import HIGHEST, STEP_WIDTH, mistake_chart
from tournaments.web.records.replay import BoardView, game_replay

pytestmark = pytest.mark.django_db

_FILE = Path(__file__).parent.parent / "data/records/gnubg/m004_07pt_s1004_n0.0.mat"


@pytest.fixture
def record() -> GameRecord:
    """A checked record of seven points, not analysed."""
    game = factories.open_match(7)
    row = uploads.upload(game.match, by=game.one, file_name="match.mat", data=_FILE.read_bytes())
    uploads.check(row.pk)
    return GameRecord.objects.get(pk=row.pk)


@pytest.fixture
def mistakes(record: GameRecord) -> list[RecordedMistake]:
    """The mistakes of the record once it is analysed, in the order of the file."""
    analyse(record)
    analysis = shown_analysis(GameRecord.objects.get(pk=record.pk))
    assert analysis is not None
    return sorted(analysis.mistakes, key=lambda mistake: (mistake.game, mistake.step))


def step_of(record: GameRecord, game: int, step: int) -> Page:
    return Visitor().open("replay", record.uid, game, step)


def board(page: Page) -> str:
    """The drawing of the board of a page."""
    drawing = re.search(r"<svg[^>]*class=.board.*?</svg>", page.html)
    assert drawing is not None
    return drawing[0]


def link(page: Page, ident: str) -> str:
    """The address of a link."""
    address = re.search(rf'<a [^>]*id="{ident}"[^>]*href="([^"#]*)', page.html)
    assert address is not None
    return unescape(address[1])


def game_of(record: GameRecord, index: int) -> ReplayedGame:
    game = read_game(bytes(record.data), index)
    assert game is not None
    return game


class TestReplay:
    def test_a_play_is_drawn_on_the_board_before_it_with_an_arrow_for_each_move(
        self, record: GameRecord
    ) -> None:
        steps = game_of(record, 1).steps
        number = next(n for n, step in enumerate(steps, start=1) if step.moves)
        page = step_of(record, 1, number)
        before, _, after = page.html.partition('id="after-title"')
        assert before.count('class="arrow"') == len(steps[number - 1].moves)
        assert 'class="die ' in before
        assert after
        assert 'class="arrow"' not in after

    def test_the_start_and_a_double_have_no_board_after_them(self, record: GameRecord) -> None:
        steps = game_of(record, 1).steps
        double = next(n for n, step in enumerate(steps, start=1) if step.kind is EntryKind.DOUBLE)
        for number in (0, double):
            assert "after-title" not in step_of(record, 1, number).html

    def test_the_position_is_there_to_be_copied_into_other_programs(self, record: GameRecord) -> None:
        step = game_of(record, 1).steps[2]
        [text] = re.findall(r'value="(XGID=[^"]+)"', step_of(record, 1, 3).html)
        assert xgid.decode(text).position == step.state.position

    def test_a_mistake_is_said_at_its_step_with_what_it_costs_and_the_better_play(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        first = mistakes[0]
        page = step_of(record, first.game, first.step)
        assert f"Blunder {first.played} instead of {first.best} −0.250" in page
        assert 'id="best-title"' in page.html
        assert page.html.count('class="is-blunder"') == 1
        assert "Blunder" not in step_of(record, first.game, first.step + 2)

    def test_one_mistake_leads_to_the_next_from_game_to_game(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        places = [(mistake.game, mistake.step) for mistake in mistakes]
        assert len({game for game, _ in places}) > 1
        walk, page = [], step_of(record, 1, 0)
        while links := re.findall(r'data-key="n"\s+href="/g/\w+/replay/(\d+)/(\d+)/', page.html):
            [(game, step)] = links
            walk.append((int(game), int(step)))
            page = step_of(record, *walk[-1])
        assert walk == places
        [back] = re.findall(r'data-key="p"\s+href="/g/\w+/replay/(\d+)/(\d+)/', page.html)
        assert tuple(map(int, back)) == places[-2]

    def test_without_an_analysis_it_speaks_of_no_mistakes(self, record: GameRecord) -> None:
        page = step_of(record, 1, 3)
        assert "mistake" not in page.html.casefold()


class TestMistakeChart:
    """The mistakes of a game as bars: of whom, where, and how much each cost."""

    def test_each_mistake_has_a_bar_at_its_step_on_the_side_of_its_player(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        number = mistakes[0].game
        for view in (BoardView(), BoardView(Side.TWO)):
            names = dict(zip(Side, game_of(record, number).players, strict=True))
            by_step = {
                one.step: MistakeInWords(one, names[Side(one.side)], "")
                for one in mistakes
                if one.game == number
            }
            chart = mistake_chart(game_replay(game_of(record, number), by_step, view=view))
            assert chart is not None
            assert [bar.left // STEP_WIDTH + 1 for bar in chart.bars] == sorted(by_step)
            for bar in chart.bars:
                is_below = Side(bar.mistake.mistake.side) is view.bottom
                assert (bar.top if is_below else bar.top + bar.height) == HIGHEST
            highest = max(chart.bars, key=lambda bar: bar.height)
            assert highest.mistake.mistake.lost == max(one.mistake.mistake.lost for one in chart.bars)

    def test_a_page_says_what_they_cost_and_leads_to_each(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        first = mistakes[0]
        page = step_of(record, first.game, first.step)
        assert "Mistakes in this game: " in page
        chart = re.search(r'<figure class="mistake-chart">.*?</figure>', page.html)
        assert chart is not None
        steps = [one.step for one in mistakes if one.game == first.game]
        assert [int(step) for step in re.findall(r"/(\d+)/#replay", chart[0])] == steps

    def test_a_game_without_mistakes_has_none(self, record: GameRecord) -> None:
        assert "mistake-chart" not in step_of(record, 1, 1).html


class TestView:
    """Boards as the reader looks at them: from either side, borne off on either hand."""

    def test_the_board_is_turned_and_mirrored_and_stays_so_from_step_to_step(
        self, record: GameRecord
    ) -> None:
        page = step_of(record, 1, 1)
        _one, two = game_of(record, 1).players
        turned = Visitor().at(link(page, "turn"))
        assert f"{two} below" in turned.html
        assert f"{two} below" not in page.html
        both = Visitor().at(link(turned, "mirror"))
        following = reverse("replay", args=[record.uid, 1, 2])
        assert f'href="{following}?bottom=two&amp;home=left#replay"' in both.html
        assert step_of(record, 1, 1).html == page.html
        back = Visitor().at(link(Visitor().at(link(both, "turn")), "mirror"))
        assert board(back) == board(page)

    def test_from_either_side_the_same_checkers_stand_on_the_same_points(self, record: GameRecord) -> None:
        for step in (0, 1, 2, 3):
            path = reverse("replay", args=[record.uid, 1, step])
            below, above = (board(Visitor().at(f"{path}{query}")) for query in ("", "?bottom=two"))
            assert below != above
            assert sorted(re.findall(r">(\d+)</text>", below)) == sorted(re.findall(r">(\d+)</text>", above))

    def test_another_view_than_these_is_the_usual_one(self, record: GameRecord) -> None:
        path = reverse("replay", args=[record.uid, 1, 1])
        assert board(Visitor().at(f"{path}?bottom=three&home=up")) == board(Visitor().at(path))


class TestQuestions:
    def test_the_costliest_decision_is_asked_first_and_its_answer_is_folded(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        costliest = max(mistakes, key=lambda mistake: mistake.lost)
        dice = game_of(record, costliest.game).steps[costliest.step - 1].dice
        assert dice is not None
        page = Visitor().open("question", record.uid, 1)
        open_part, _, answer = page.html.partition('<details class="answer">')
        assert f"has rolled {dice[0]}-{dice[1]}. Your play?" in page
        assert 'class="arrow"' not in open_part
        for words in (costliest.best, costliest.played):
            assert words not in open_part
            assert words in answer
        assert f"/g/{record.uid}/replay/{costliest.game}/{costliest.step}/#replay" in page.links
        assert f"/g/{record.uid}/question/1/#replay" in Visitor().open("record", record.uid).links

    def test_at_the_cube_no_dice_are_shown_and_the_question_is_that_of_the_side_that_decides(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        pages = [Visitor().open("question", record.uid, number) for number in range(1, len(mistakes) + 1)]
        doubles = [page for page in pages if "is on roll. Double or roll?" in page]
        takes = [page for page in pages if "is doubled. Take or drop?" in page]
        assert doubles
        assert takes
        for page in (*doubles, *takes):
            assert 'class="die ' not in page.html
            [text] = re.findall(r'value="(XGID=[^"]+)"', page.html)
            assert xgid.decode(text).dice is None

    def test_every_mistake_is_asked_once_and_there_is_none_beyond(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        count = len(mistakes)
        assert f"Decision {count} of {count}" in Visitor().open("question", record.uid, count)
        for number in (0, count + 1):
            assert Visitor().open("question", record.uid, number).status == 404

    def test_without_an_analysis_nothing_is_asked(self, record: GameRecord) -> None:
        assert Visitor().open("question", record.uid, 1).status == 404
        assert "/question/" not in Visitor().open("record", record.uid).html

    @pytest.mark.usefixtures("same_minute", "mistakes")
    def test_a_stranger_is_asked_only_so_often_a_minute(self, record: GameRecord, settings: Settings) -> None:
        settings.PAGE_RATES = {"replay": 2, "replay_read": None}
        cache.clear()
        stranger = Visitor()
        answers = [stranger.open("question", record.uid, number).status for number in (1, 2, 3)]
        assert answers == [200, 200, 429]


class TestCards:
    """The board as a picture, for a shared address and to be saved."""

    def test_a_step_and_the_start_have_their_board(self, record: GameRecord) -> None:
        cards = {step: Visitor().open("replay_card", record.uid, 1, step).response for step in (0, 1)}
        assert all(card.content.startswith(b"\x89PNG") for card in cards.values())
        assert cards[0].content != cards[1].content
        page = Visitor().open("replay", record.uid, 1, 1)
        assert reverse("replay_card", args=[record.uid, 1, 1]) in page.html

    def test_a_step_past_the_end_has_none(self, record: GameRecord) -> None:
        assert Visitor().open("replay_card", record.uid, 1, 5000).status == 404
        assert Visitor().open("replay_card", record.uid, 99, 0).status == 404

    def test_the_card_of_a_question_has_no_answer(
        self, record: GameRecord, mistakes: list[RecordedMistake]
    ) -> None:
        costliest = max(mistakes, key=lambda one: one.lost)
        question = Visitor().open("question_card", record.uid, 1).response.content
        answer = Visitor().open("replay_card", record.uid, costliest.game, costliest.step).response.content
        assert question.startswith(b"\x89PNG")
        assert question != answer
        assert Visitor().open("question_card", record.uid, len(mistakes) + 1).status == 404

    @pytest.mark.usefixtures("same_minute")
    def test_a_stranger_has_only_so_many_drawn_a_minute(self, record: GameRecord, settings: Settings) -> None:
        settings.PAGE_RATES = {"replay": None, "replay_read": None, "card": 2}
        cache.clear()
        stranger = Visitor()
        answers = [stranger.open("replay_card", record.uid, 1, step).status for step in (0, 1, 2)]
        assert answers == [200, 200, 429]
