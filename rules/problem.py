"""The problems of a record, as codes and data that a caller puts into words."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from .judgement import PlayFault, PlayVerdict
from .match import Side


class Severity(StrEnum):
    """The severity of a finding.

    >>> [severity.value for severity in Severity]
    ['problem', 'gap', 'remark']
    """

    PROBLEM = "problem"
    """A rule is broken or the record contradicts itself."""
    GAP = "gap"
    """Something is missing: the record is incomplete, and wrong in nothing."""
    REMARK = "remark"
    """Worth knowing and no fault: the record can be clean all the same."""


class Finding(StrEnum):
    """Every finding of a check except those about a play of checkers, which are `PlayFault`s.

    >>> check(b"no record").problems[0].code is Finding.NOT_A_RECORD
    True
    """

    # The bytes are not a readable record.
    EMPTY_FILE = "empty_file"
    UTF16_TEXT = "utf16_text"
    BINARY_DATA = "binary_data"
    UNSUPPORTED_FORMAT = "unsupported_format"
    NOT_A_RECORD = "not_a_record"
    NO_GAMES = "no_games"

    # The text of the record.
    NOT_UTF8 = "not_utf8"
    MISSING_LENGTH = "missing_length"
    UNKNOWN_VARIATION = "unknown_variation"
    OTHER_VARIANT = (
        "other_variant"  # V1 to V3: the plays are those of a variant that the record does not name
    )
    SECOND_MATCH = "second_match"
    MISSING_SCORE_LINE = "missing_score_line"
    UNREADABLE_LINE = "unreadable_line"
    WORDS_BEHIND_END = "words_behind_end"
    WORDS_AHEAD = "words_ahead"
    PAGE_TEXT = "page_text"  # copied from a page or a mail, whose signs are no part of the record
    UNREADABLE_CELL = "unreadable_cell"
    UNREADABLE_PLAY = "unreadable_play"
    UNREADABLE_POSITION = "unreadable_position"
    SET_POSITION = "set_position"
    POSITION_DIFFERS = "position_differs"  # the plays do not lead to the position the record keeps itself
    DAMAGED_FILE = "damaged_file"
    TOO_MANY_PROBLEMS = "too_many_problems"
    NUMBER_OUT_OF_ORDER = "number_out_of_order"  # of a row or a game: it is no larger than one above it
    NUMBER_SKIPPED = "number_skipped"  # of a row

    # Rolls and turns.
    INVALID_DICE = "invalid_dice"
    OPENING_ROLL_EQUAL = "opening_roll_equal"  # B1
    OUT_OF_TURN = "out_of_turn"  # B2
    PLAY_MISSING = "play_missing"  # B9: dice, no checkers moved, and more than one play existed
    FORCED_PLAY_OMITTED = "forced_play_omitted"
    DECLARED_ILLEGAL = "declared_illegal"  # P1: the record itself calls the play illegal
    PLAYED_AFTER_GAME_END = "played_after_game_end"
    LAST_PLAY_REPEATED = "last_play_repeated"

    # The cube.
    DOUBLE_BEFORE_OPENING_ROLL = "double_before_opening_roll"  # E1
    DOUBLE_OUT_OF_TURN = "double_out_of_turn"  # E1
    CUBE_NOT_OWNED = "cube_not_owned"  # E2
    CUBE_NOT_IN_USE = "cube_not_in_use"  # M3: a one-point match
    DOUBLE_IN_CRAWFORD = "double_in_crawford"  # M2, M4
    WRONG_CUBE_VALUE = "wrong_cube_value"  # E2
    CUBE_OFF_SCALE = "cube_off_scale"
    DEAD_CUBE = "dead_cube"  # E6
    BEAVER_IN_MATCH = "beaver_in_match"  # E5: also a raccoon
    AUTOMATIC_DOUBLE_IN_MATCH = "automatic_double_in_match"  # E5
    RULE_NOT_IN_USE = "rule_not_in_use"  # V4: a rule of unlimited play that the record's header rules out
    UNDECLARED_RULE = "undeclared_rule"  # V4: one that its header says nothing of
    RACCOON_WITHOUT_BEAVER = "raccoon_without_beaver"  # V4
    MISSING_TAKE = "missing_take"
    TAKE_WITHOUT_DOUBLE = "take_without_double"
    DROP_WITHOUT_DOUBLE = "drop_without_double"
    ANSWER_OUT_OF_TURN = "answer_out_of_turn"

    # The result of a game.
    WRONG_RESULT = "wrong_result"  # D1 to D5
    CAPPED_RESULT = "capped_result"  # M6
    MATCH_RESIGNED = "match_resigned"
    RESIGNED_TOO_HIGH = "resigned_too_high"  # D1: more than the position could still lose
    WRONG_WINNER = "wrong_winner"
    RESULT_IN_WRONG_COLUMN = "result_in_wrong_column"
    WON_BY_TURN = "won_by_turn"  # nothing but the order of turns says who won
    WINNER_IN_DOUBT = "winner_in_doubt"  # traces of a resignation contradict each other, and none is clear
    TRACES_DIFFER = "traces_differ"  # some trace of a resignation contradicts others that are clear
    SECOND_RESULT = "second_result"
    MISSING_RESULT = "missing_result"
    GAME_NOT_FINISHED = "game_not_finished"
    END_MISSING = "end_missing"  # played out, as the format says, and the last plays are not there
    END_IN_DOUBT = "end_in_doubt"  # played out or resigned, as the format does not say

    # The match.
    WRONG_SCORE = "wrong_score"
    MISSING_GAMES = "missing_games"
    OTHER_NAMES = "other_names"
    SWAPPED_NAMES = "swapped_names"
    FALSE_CRAWFORD = "false_crawford"  # M2: marked as the Crawford game, and it is not
    CRAWFORD_NOT_MARKED = "crawford_not_marked"  # M2: the Crawford game in a record that marks it elsewhere
    PLAYED_AFTER_MATCH_END = "played_after_match_end"  # M1
    MATCH_NOT_WON = "match_not_won"  # M1: "and the match" where nobody has won it
    MATCH_NOT_FINISHED = "match_not_finished"
    EVEN_LENGTH = "even_length"  # M1
    UNLIMITED_LENGTH = "unlimited_length"  # M1


_GAPS = frozenset(
    {
        Finding.MISSING_RESULT,
        Finding.GAME_NOT_FINISHED,
        Finding.END_MISSING,
        Finding.MISSING_GAMES,
        Finding.MATCH_NOT_FINISHED,
    }
)
_REMARKS = frozenset(
    {
        Finding.NOT_UTF8,
        Finding.NUMBER_SKIPPED,
        Finding.OTHER_VARIANT,
        Finding.WORDS_BEHIND_END,
        Finding.WORDS_AHEAD,
        Finding.PAGE_TEXT,
        Finding.SET_POSITION,
        Finding.FORCED_PLAY_OMITTED,
        Finding.LAST_PLAY_REPEATED,
        Finding.DEAD_CUBE,
        Finding.UNDECLARED_RULE,
        Finding.CAPPED_RESULT,
        Finding.MATCH_RESIGNED,
        Finding.RESIGNED_TOO_HIGH,
        Finding.RESULT_IN_WRONG_COLUMN,
        Finding.TRACES_DIFFER,
        Finding.WON_BY_TURN,
        Finding.END_IN_DOUBT,
        Finding.EVEN_LENGTH,
        Finding.UNLIMITED_LENGTH,
    }
)

CODES: tuple[Finding | PlayFault, ...] = (*Finding, *PlayFault)
"""Every code a problem can carry: what a caller needs words for."""

MOST_PROBLEMS = 500
"""A record with more problems than this is not read to its end: the last one is `too_many_problems`.

That also bounds the time any file can take, because whatever is slow to judge is a problem.
"""

LONGEST_QUOTE = 80


class Problem(NamedTuple):
    """One problem of a record, with its place.

    `game` is the number of the game as the record writes it, `turn` the number of the row; `line` and
    `column` count from 1. What does not apply is `None`. `found` and `expected` are data, never
    sentences: a value, a score like `3-2`, a play, a side; empty where there is nothing to quote.

    A problem of a play says with `verdict` what can be said of the play (P1), as far as the play is
    known, and with `alternatives` how many legal plays there were; one of them is `expected`. The
    number is `None` where nobody counted, because the dice are unknown or the record has too many
    faults to count for them all.

    >>> problem = check(b"no record").problems[0]
    >>> problem.code.value, problem.severity.value, problem.found
    ('not_a_record', 'problem', 'no record')
    """

    code: Finding | PlayFault
    line: int | None = None
    column: int | None = None
    game: int | None = None
    turn: int | None = None
    player: Side | None = None
    found: str = ""
    expected: str = ""
    verdict: PlayVerdict | None = None
    alternatives: int | None = None

    def __str__(self) -> str:
        facts = {
            "line": self.line,
            "game": self.game,
            "turn": self.turn,
            "player": self.player,
            "found": self.found,
            "expected": self.expected,
        }
        told = ", ".join(f"{key}={value}" for key, value in facts.items() if value not in {None, ""})
        return f"{self.code} ({told})" if told else str(self.code)

    @property
    def severity(self) -> Severity:
        """The severity of the finding; the same for every problem of one code.

        >>> Problem(Finding.EVEN_LENGTH).severity.value
        'remark'
        """
        if self.code in _REMARKS:
            return Severity.REMARK
        return Severity.GAP if self.code in _GAPS else Severity.PROBLEM


class TooManyProblems(Exception):
    """A game has too many problems to continue; reading stopped at `line`."""

    def __init__(self, problems: list[Problem], line: int, game: int) -> None:
        self.problems = problems
        self.line = line
        self.game = game
        super().__init__(line, game)


def quote(text: str) -> str:
    """A text of a record made printable: on one line, of limited length."""
    text = printable(" ".join(text[: 4 * LONGEST_QUOTE].split()))
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def printable(text: str) -> str:
    """A text of a record without control characters, which could disturb a terminal or a page."""
    return text if text.isprintable() else "".join(filter(str.isprintable, text))
