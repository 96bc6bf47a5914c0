"""Facts of records, compared with counts by hand, a second counter and random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, fields, replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    VARIANTS,
    Ended,
    Entry,
    EntryKind,
    GameRecord,
    Position,
    Result,
    Side,
    Transcript,
    Variant,
    check,
    legal_plays,
)
from rules.facts import MatchFacts, SideFacts, match_facts
from rules.validation import judged_games, replayed_games
from tests.rules.records import CLEAN, DATA, game, mat, set_position, wins
from tests.rules.recount import recount

OPENED = ("31: 8/5 6/5", "52: 13/8 24/22")
CLOSED_OUT = set_position({25: 1, 6: 14}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 7: 3})


def transcript_of(data: bytes) -> Transcript:
    transcript = check(data).transcript
    assert transcript is not None
    return transcript


def facts_of(*lines: tuple[str, str] | str, length: int | None = 7, header: str = "") -> MatchFacts:
    return match_facts(transcript_of(mat(game(*lines), length=length, header=header)))


def nonzero(side: SideFacts) -> dict[str, int]:
    """The counts that are not zero."""
    return {name: count for name, count in asdict(side).items() if count}


class TestByHand:
    """Counts made by hand."""

    def test_a_game_that_ended_with_a_drop(self) -> None:
        facts = match_facts(transcript_of((DATA / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()))
        first = facts.games[0]
        assert nonzero(first.one) == {
            "turns": 10,
            "hits": 4,
            "doubles": 1,
            "redoubles": 1,
            "takes": 1,
            "wins": 1,
            "wins_by_drop": 1,
            "points": 2,
        }
        assert nonzero(first.two) == {
            "turns": 11,
            "dances": 3,
            "bar_dances": 3,
            "hits": 3,
            "doubles": 1,
            "drops": 1,
        }
        assert (first.number, first.turns, first.cube, first.is_crawford) == (1, 21, 2, False)
        assert (first.winner, first.result, first.ended) == (Side.ONE, Result.SINGLE, Ended.DROP)

    def test_a_match(self) -> None:
        facts = match_facts(transcript_of((DATA / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()))
        assert [(each.winner, each.one.points, each.two.points) for each in facts.games] == [
            (Side.ONE, 2, 0),
            (Side.ONE, 2, 0),
            (Side.TWO, 0, 2),
            (Side.ONE, 8, 0),
        ]
        assert (facts.highest_cube, facts.finished_games) == (8, 4)
        assert (facts.one.points, facts.two.points, facts.one.wins_by_drop) == (12, 2, 1)
        assert facts.turns == 74 + 75


@pytest.mark.parametrize("path", CLEAN, ids=lambda path: path.stem)
def test_a_second_count_of_the_text_comes_to_the_same(path: Path) -> None:
    facts = match_facts(transcript_of(path.read_bytes()))
    for each, (one, two) in zip(facts.games, recount(path.read_text()), strict=True):
        for side, again in ((each.one, one), (each.two, two)):
            counts = nonzero(side)
            counts.pop("gammons", None)
            counts.pop("backgammons", None)
            assert counts == {name: count for name, count in again.items() if count}


class TestTurns:
    def test_b9_a_dance_is_a_turn_in_which_no_checker_can_move(self) -> None:
        # From the 8 and from the 7 a six lands on a point that is held.
        block = set_position({8: 8, 7: 7}, {23: 2, 24: 2, 6: 11})
        facts = facts_of(block, ("66:", "65: 24/18 24/19"))
        assert nonzero(facts.one) == {"turns": 1, "dances": 1}

    def test_b10_a_dance_on_the_bar_is_told_apart(self) -> None:
        facts = facts_of(CLOSED_OUT, ("31:", "21: 7/5 7/6"))
        assert nonzero(facts.one) == {"turns": 1, "dances": 1, "bar_dances": 1}

    def test_a_checker_that_enters_while_another_stays_is_no_dance(self) -> None:
        on_the_bar = set_position({25: 2, 6: 13}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 8: 5})
        facts = facts_of(on_the_bar, ("61: 25/24", "21: 8/6 8/7"))
        assert nonzero(facts.one) == {"turns": 1}

    def test_b9_a_false_dance_is_a_turn_and_no_dance(self) -> None:
        facts = facts_of(("31: Cannot Move", "52: 13/8 24/22"))
        assert nonzero(facts.one) == {"turns": 1}

    def test_a_play_that_is_missing_is_no_dance(self) -> None:
        facts = facts_of(("31:", "52: 13/8 24/22"))
        assert nonzero(facts.one) == {"turns": 1}

    def test_a_forced_play_left_out_is_a_turn_with_a_move(self) -> None:
        # The 6 enters, and no 5 can be played.
        position = set_position({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 7: 1, 11: 2, 24: 2})
        assert nonzero(facts_of(position, ("65:", "21: 24/22 24/23")).one) == {"turns": 1}

    def test_dice_that_cannot_be_read_are_a_turn(self) -> None:
        facts = facts_of(OPENED, ("91: 8/5", "52: 13/8 24/22"))
        assert (facts.one.turns, facts.one.dances) == (2, 0)

    def test_a_roll_left_lying_is_no_turn(self) -> None:
        facts = facts_of(OPENED, ("54: ????", ""), wins(1, right=True))
        assert (nonzero(facts.one), facts.two.wins_by_resignation) == ({"turns": 1}, 1)

    def test_a_hit_is_a_checker_sent_to_the_bar(self) -> None:
        two_blots = set_position({8: 1, 7: 1, 6: 13}, {23: 1, 20: 1, 6: 13})
        facts = facts_of(two_blots, ("62: 8/2 7/5", "21: 25/23 25/24"))
        assert facts.one.hits == 2

    def test_the_star_in_the_text_is_not_what_counts(self) -> None:
        assert facts_of(("31: 8/5* 6/5", "")).one.hits == 0


class TestTheCube:
    def test_e2_a_redouble_comes_from_the_owner(self) -> None:
        facts = facts_of(
            OPENED,
            ("Doubles => 2", "Takes"),
            ("31: 6/5 8/5", "Doubles => 4"),
            ("Drops", ""),
            wins(2, right=True),
        )
        assert (facts.one.doubles, facts.one.redoubles, facts.one.drops) == (1, 0, 1)
        assert (facts.two.doubles, facts.two.redoubles, facts.two.takes) == (1, 1, 1)
        assert (facts.games[0].cube, facts.highest_cube, facts.two.wins_by_drop) == (2, 2, 1)

    def test_a_take_left_out_is_counted_because_the_game_went_on(self) -> None:
        facts = facts_of(OPENED, ("Doubles => 2", ""), ("31: 6/5 24/21", ""))
        assert (facts.one.doubles, facts.two.takes, facts.games[0].cube) == (1, 1, 2)

    def test_an_answer_to_no_double_is_not_counted(self) -> None:
        assert facts_of(OPENED, ("", "Takes")).two.takes == 0
        facts = facts_of(OPENED, ("", "Drops"), wins(1))
        assert (facts.two.drops, facts.one.wins_by_drop, facts.one.wins_by_resignation) == (0, 0, 1)

    def test_a_double_answered_by_a_resignation_is_no_take(self) -> None:
        facts = facts_of(OPENED, ("Doubles => 2", ""), wins(1))
        assert (facts.one.doubles, facts.two.takes, facts.two.drops) == (1, 0, 0)
        assert facts.one.wins_by_resignation == 1

    def test_a_double_after_the_end_is_not_counted(self) -> None:
        facts = facts_of(OPENED, ("Doubles => 2", "Drops"), wins(1), ("Doubles => 2", ""))
        assert (facts.one.doubles, facts.two.drops) == (1, 1)

    def test_e5_a_beaver_is_a_take_and_a_beaver(self) -> None:
        facts = facts_of(OPENED, ("Doubles => 2", "Beavers => 4"), ("31: 6/5 24/21", ""), length=0)
        assert (facts.two.takes, facts.two.beavers, facts.games[0].cube) == (1, 1, 4)

    def test_v4_a_raccoon_answers_a_beaver(self) -> None:
        facts = facts_of(
            OPENED,
            ("Doubles => 2", "Beavers => 4"),
            ("Raccoons => 8", "Takes"),
            ("31: 6/5 24/21", ""),
            length=0,
        )
        assert (facts.one.doubles, facts.one.raccoons, facts.one.takes) == (1, 1, 0)
        assert (facts.two.takes, facts.two.beavers, facts.games[0].cube) == (1, 1, 8)

    def test_v4_a_dropped_beaver_is_a_drop_of_who_doubled(self) -> None:
        facts = facts_of(OPENED, ("Doubles => 2", "Beavers => 4"), ("Drops", ""), length=0)
        assert (facts.one.doubles, facts.one.drops, facts.two.wins_by_drop) == (1, 1, 1)
        assert (facts.two.takes, facts.two.beavers, facts.games[0].cube, facts.two.points) == (1, 1, 2, 2)

    def test_m4_a_double_in_the_crawford_game_is_counted_as_it_was_played(self) -> None:
        lines = (OPENED, ("Doubles => 2", "Takes"), wins(1))
        text = mat(game(("31: 8/5 6/5", ""), wins(2)), game(*lines, number=2, score=(2, 0)), length=3)
        second = match_facts(transcript_of(text)).games[1]
        assert (second.is_crawford, second.one.doubles, second.two.takes) == (True, 1, 1)


class TestResults:
    def test_d2_d3_gammons_and_backgammons_are_their_winners(self) -> None:
        text = mat(
            game(("31: 8/5 6/5", ""), wins(2)), game(OPENED, wins(3), number=2, score=(2, 0)), length=9
        )
        facts = match_facts(transcript_of(text))
        assert (facts.one.wins, facts.one.gammons, facts.one.backgammons) == (2, 1, 1)
        assert (facts.one.wins_by_resignation, facts.one.points) == (2, 5)
        assert nonzero(facts.two) == {"turns": 1}

    def test_m6_points_are_the_true_ones(self) -> None:
        text = mat(game(("31: 8/5 6/5", ""), wins(3)), length=1)
        assert match_facts(transcript_of(text)).one.points == 3

    def test_a_game_without_an_end_has_no_winner(self) -> None:
        facts = facts_of(OPENED)
        assert (facts.games[0].winner, facts.games[0].result, facts.games[0].ended) == (None, None, None)
        assert facts.finished_games == 0

    def test_a_match_of_no_games_has_counts_of_nothing(self) -> None:
        facts = match_facts(Transcript(("Ann", "Bob"), 7, ()))
        assert (facts.games, facts.one, facts.highest_cube) == ((), SideFacts(), 1)

    def test_games_after_too_many_problems_are_left_out(self) -> None:
        bad = game(*[("31: 1/24", "31: 1/24")] * 300)
        transcript = transcript_of(mat(game(OPENED, wins(1)), bad, bad))
        assert len(match_facts(transcript).games) == len(judged_games(transcript)) == 1


class TestTime:
    @pytest.mark.parametrize(
        ("tags", "began", "duration"),
        [
            ({}, None, None),
            ({"EventDate": "2026.03.07"}, None, None),
            ({"EventTime": "18.30"}, None, None),
            ({"EventDate": "2026.03.07", "EventTime": "18.30"}, "2026-03-07T18:30:00", None),
            ({"EventDate": "2026-3-7", "EventTime": "18:30:05"}, "2026-03-07T18:30:05", None),
            ({"EventDate": "2026.02.30", "EventTime": "18.30"}, None, None),
            ({"EventDate": "2026.03.07", "EventTime": "24.00"}, None, None),
            ({"EventDate": "2026.03.07", "EventTime": "18.60"}, None, None),
            ({"EventDate": "2026.03.07", "EventTime": "18.30.60"}, None, None),
            ({"EventDate": "7 March", "EventTime": "half past six"}, None, None),
            (
                {"EventDate": "2026.03.07", "EventTime": "18.30", "EndTime": "19.45"},
                "2026-03-07T18:30:00",
                timedelta(hours=1, minutes=15),
            ),
            (
                {"EventDate": "2026.03.07", "EventTime": "23.30", "EndTime": "00.10"},
                "2026-03-07T23:30:00",
                timedelta(minutes=40),
            ),
            (
                {
                    "EventDate": "2026.03.07",
                    "EventTime": "23.30",
                    "EndDate": "2026.03.08",
                    "EndTime": "00.10",
                },
                "2026-03-07T23:30:00",
                timedelta(minutes=40),
            ),
            (
                {
                    "EventDate": "2026.03.07",
                    "EventTime": "23.30",
                    "EndDate": "2026.03.07",
                    "EndTime": "00.10",
                },
                "2026-03-07T23:30:00",
                None,
            ),
        ],
    )
    def test_it_is_what_the_tags_say(
        self, tags: dict[str, str], began: str | None, duration: timedelta | None
    ) -> None:
        facts = match_facts(Transcript(("Ann", "Bob"), 7, (), tags=tags))
        assert (facts.began.isoformat() if facts.began else None, facts.duration) == (began, duration)

    def test_the_day_stands_alone_too(self) -> None:
        header = '; [EventDate "2026.03.07"]'
        assert facts_of(OPENED, header=header).day == date(2026, 3, 7)


# Games whose counts are known because this very test played them.


class RandomMatch:
    """A match played at random by the rules, with its counts kept on the way."""

    def __init__(self, random: Random, variant: Variant, games: int) -> None:
        self.random, self.variant = random, variant
        self.counts = [self._new_counts() for _ in range(games)]
        self.records = tuple(self._game(number, counts) for number, counts in enumerate(self.counts, start=1))
        self.transcript = Transcript(("Ann", "Bob"), None, self.records, variant)

    @staticmethod
    def _new_counts() -> dict[Side, Counter[str]]:
        return {side: Counter() for side in Side}

    def _game(self, number: int, counts: dict[Side, Counter[str]]) -> GameRecord:
        entries: list[Entry] = []
        position, side = Position.start(self.variant), self.random.choice(list(Side))
        owner: Side | None = None

        def note(kind: EntryKind, by: Side, **more: object) -> None:
            entries.append(Entry(kind, by, None, len(entries) + 1, 1, "", **more))  # type: ignore[arg-type]

        for turn in range(self.random.randint(1, 120)):
            if turn and owner is not side.other and self.variant.has_cube and self.random.random() < 0.05:
                note(EntryKind.DOUBLE, side)
                counts[side]["doubles"] += 1
                counts[side]["redoubles"] += owner is side
                if self.random.random() < 0.2:
                    note(EntryKind.DROP, side.other)
                    counts[side.other]["drops"] += 1
                    counts[side] += Counter(wins=1, wins_by_drop=1)
                    break
                note(EntryKind.TAKE, side.other)
                counts[side.other]["takes"] += 1
                owner = side.other
            dice = (self.random.randint(1, 6), self.random.randint(1, 6))
            if not turn and dice[0] == dice[1]:
                dice = (6, 5)
            play = self.random.choice(legal_plays(position, dice, self.variant))
            note(EntryKind.ROLL, side, dice=dice, moves=play.moves)
            counts[side] += Counter(turns=1, hits=sum(play.hits), dances=not play.moves)
            counts[side]["bar_dances"] += bool(not play.moves and position.own[25])
            if play.result.has_won:
                counts[side]["wins"] += 1
                break
            position, side = play.result.swapped(), side.other
        return GameRecord(number, number, ("Ann", "Bob"), None, tuple(entries))


@given(
    st.randoms(use_true_random=False),
    st.sampled_from(list(VARIANTS.values())),
    st.integers(1, 3),
)
def test_a_match_played_at_random_is_counted_as_it_was_played(
    random: Random, variant: Variant, games: int
) -> None:
    match = RandomMatch(random, variant, games)
    facts = match_facts(match.transcript)
    for game_facts, own_counts in zip(facts.games, match.counts, strict=True):
        for side, counts in ((game_facts.one, own_counts[Side.ONE]), (game_facts.two, own_counts[Side.TWO])):
            names = [name for name in nonzero(side) if name not in ("points", "gammons", "backgammons")]
            assert {name: getattr(side, name) for name in names} == dict(+counts)


@st.composite
def partial_records(draw: st.DrawFn) -> Transcript:
    """A real record, broken off somewhere, its sides perhaps exchanged in a game or two."""
    transcript = transcript_of(draw(st.sampled_from(CLEAN)).read_bytes())
    games = list(transcript.games[: draw(st.integers(1, len(transcript.games)))])
    last = games[-1]
    games[-1] = replace(last, entries=last.entries[: draw(st.integers(0, len(last.entries)))])
    indexes = draw(st.sets(st.integers(0, 40), max_size=3))
    games[0] = replace(
        games[0], entries=tuple(entry for at, entry in enumerate(games[0].entries) if at not in indexes)
    )
    return replace(transcript, games=tuple(games))


@given(partial_records())
def test_the_counts_of_any_record_fit_each_other(transcript: Transcript) -> None:
    facts = match_facts(transcript)
    for name in (field.name for field in fields(SideFacts)):
        assert getattr(facts.one, name) == sum(getattr(each.one, name) for each in facts.games)
        assert getattr(facts.two, name) == sum(getattr(each.two, name) for each in facts.games)
    for each, record in zip(facts.games, transcript.games, strict=True):
        for side, other in ((each.one, each.two), (each.two, each.one)):
            assert 0 <= side.bar_dances <= side.dances <= side.turns
            assert side.hits <= 4 * side.turns
            assert side.redoubles <= side.doubles
            assert side.beavers <= side.takes
            assert side.takes + side.drops <= other.doubles <= side.takes + side.drops + 1
            assert side.wins_by_drop == other.drops
            assert side.gammons + side.backgammons <= side.wins <= 1
        if each.result and each.ended is not Ended.RESIGNED:
            assert each.one.points + each.two.points == each.cube * each.result.multiplier
        takes = each.one.takes + each.two.takes
        assert each.cube == record.start_cube << takes
    assert facts.highest_cube == max(each.cube for each in facts.games)


@given(partial_records())
def test_the_counts_change_sides_with_the_players(transcript: Transcript) -> None:
    mirror = replace(
        transcript,
        games=tuple(
            replace(
                each,
                score=each.score[::-1] if each.score else None,
                entries=tuple(entry._replace(side=entry.side.other) for entry in each.entries),
            )
            for each in transcript.games
        ),
    )
    facts, mirror_facts = match_facts(transcript), match_facts(mirror)
    assert (mirror_facts.one, mirror_facts.two) == (facts.two, facts.one)


@given(st.data())
def test_any_text_that_can_be_read_can_be_counted(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from(CLEAN)).read_bytes()[:3000])
    for _ in range(data.draw(st.integers(0, 12))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=9))
    transcript = check(bytes(text)).transcript
    if transcript is not None:
        facts = match_facts(transcript)
        assert len(facts.games) == len(judged_games(transcript))


def test_a_replay_game_by_game_is_the_replay() -> None:
    for path in CLEAN[:6]:
        transcript = transcript_of(path.read_bytes())
        games = replayed_games(transcript)
        assert [game_result for game_result, _ in games] == list(judged_games(transcript))
        for (game_result, steps), record in zip(games, transcript.games, strict=True):
            assert {step.game for step in steps} == {game_result.number}
            assert [step.line for step in steps] == [entry.line for entry in record.entries]


def test_a_replay_game_by_game_does_not_go_by_lines_or_numbers() -> None:
    transcript = transcript_of(mat(game(OPENED, wins(1)), game(OPENED, wins(1), score=(1, 0))))
    games = tuple(
        replace(each, line=0, entries=tuple(entry._replace(line=0) for entry in each.entries))
        for each in transcript.games
    )
    assert [len(steps) for _, steps in replayed_games(replace(transcript, games=games))] == [3, 3]
