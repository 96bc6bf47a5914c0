"""The problems of a game record in the reader's language, one sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules.evidence import Trace
from rules.judgement import PlayFault, PlayVerdict
from rules.match import Side
from rules.problem import Finding, Severity

# The upload sets this code, because the rules never read an oversized file.
TOO_LARGE = "too_large"

_SENTENCES: Mapping[str, Any] = {
    TOO_LARGE: _(
        "The file has %(found)s bytes, and a record at most %(expected)s. Only its beginning is kept."
    ),
    # Files that are not records.
    Finding.EMPTY_FILE: _("The file is empty."),
    Finding.UTF16_TEXT: _("The text is UTF-16 and damaged. Save it as UTF-8 and upload it again."),
    Finding.BINARY_DATA: _(
        "This is neither a text nor a file of eXtreme Gammon%(found_kind)s. Export the match from your program as .mat, and upload that."
    ),
    Finding.UNSUPPORTED_FORMAT: _(
        "This is a file of the kind “%(found)s”, which is not read yet. Export the match as .mat, and upload that."
    ),
    Finding.NOT_A_RECORD: _("This is no record of a backgammon match."),
    Finding.NO_GAMES: _("There is no game in this record."),
    # The text of the record.
    Finding.NOT_UTF8: _("The text is not UTF-8; it was read as an older Western encoding."),
    Finding.MISSING_LENGTH: _("The record does not say to how many points the match is."),
    Finding.UNKNOWN_VARIATION: _("The variant “%(found)s” is not known; the record was read as backgammon."),
    Finding.OTHER_VARIANT: _(
        "The first plays are those of %(found)s; read as %(found)s, problems left: %(expected)s."
    ),
    Finding.SECOND_MATCH: _("Another match begins here. Upload each match as a file of its own."),
    Finding.MISSING_SCORE_LINE: _("The score line of this game is missing."),
    Finding.UNREADABLE_LINE: _("This line cannot be read: “%(found)s”."),
    Finding.WORDS_BEHIND_END: _("Behind the end of the record stands “%(found)s”."),
    Finding.WORDS_AHEAD: _("Ahead of the record stands “%(found)s”."),
    Finding.PAGE_TEXT: _("The text was copied from a page or a mail: “%(found)s” is no part of the record."),
    Finding.UNREADABLE_CELL: _("This entry cannot be read: “%(found)s”."),
    Finding.UNREADABLE_PLAY: _("This play cannot be read: “%(found)s”."),
    Finding.UNREADABLE_POSITION: _("This position cannot be read: “%(found)s”."),
    Finding.SET_POSITION: _("The game begins from a position that was set up."),
    Finding.POSITION_DIFFERS: _("The play “%(found)s” does not lead to the position kept in the file."),
    Finding.DAMAGED_FILE: _("The file is damaged or incomplete; the readable part was checked."),
    Finding.TOO_MANY_PROBLEMS: _("There are too many problems; the check ended here."),
    # Rolls and turns.
    Finding.INVALID_DICE: _("These are no dice: “%(found)s”."),
    Finding.OPENING_ROLL_EQUAL: _("The opening roll shows equal dice, which are rolled again (B1)."),
    Finding.OUT_OF_TURN: _("It is the other side's turn (B2)."),
    Finding.PLAY_MISSING: _("The play of this roll is missing, and there was more than one (B9)."),
    Finding.FORCED_PLAY_OMITTED: _("The play is not written; there was only one, which was made."),
    Finding.DECLARED_ILLEGAL: _("The record itself calls this play illegal (P1)."),
    Finding.PLAYED_AFTER_GAME_END: _("The game was over before this."),
    Finding.LAST_PLAY_REPEATED: _("The last play is written a second time."),
    # The cube.
    Finding.DOUBLE_BEFORE_OPENING_ROLL: _("Nobody can double before the opening roll (E1)."),
    Finding.DOUBLE_OUT_OF_TURN: _("Doubled out of turn: only the side about to roll doubles (E1)."),
    Finding.CUBE_NOT_OWNED: _("The other side owns the cube (E2)."),
    Finding.CUBE_NOT_IN_USE: _("A match to one point is played without the cube (M3)."),
    Finding.DOUBLE_IN_CRAWFORD: _("This is the Crawford game: the double is void (M2, M4)."),
    Finding.WRONG_CUBE_VALUE: _("The cube is written as %(found)s and should be at %(expected)s (E2)."),
    Finding.CUBE_OFF_SCALE: _("The cube went beyond any value that can be right."),
    Finding.DEAD_CUBE: _("The doubler's cube sufficed already: a useless double (E6)."),
    Finding.BEAVER_IN_MATCH: _("There are no beavers and raccoons in a match (E5)."),
    Finding.AUTOMATIC_DOUBLE_IN_MATCH: _("There are no automatic doubles in a match (E5)."),
    Finding.RULE_NOT_IN_USE: _("This rule was not in use: the record says %(expected)s (V4)."),
    Finding.UNDECLARED_RULE: _(
        "This is right only where it was agreed, and the record does not say %(expected)s (V4)."
    ),
    Finding.RACCOON_WITHOUT_BEAVER: _("A raccoon without a beaver (V4)."),
    Finding.MISSING_TAKE: _("The answer to the double is missing; the game went on, so it was a take."),
    Finding.TAKE_WITHOUT_DOUBLE: _("A take without a double."),
    Finding.DROP_WITHOUT_DOUBLE: _("A drop without a double."),
    Finding.ANSWER_OUT_OF_TURN: _("The side that doubled answers its own double (E2)."),
    # The result of a game.
    Finding.WRONG_RESULT: _(
        "The result does not fit the board and the cube: “%(found)s”, and it should be %(expected_choice)s (D1 to D5)."
    ),
    Finding.CAPPED_RESULT: _(
        "Only the points still needed are written; the game was worth %(expected)s (M6)."
    ),
    Finding.MATCH_RESIGNED: _("The whole match was resigned here."),
    Finding.RESIGNED_TOO_HIGH: _("More was resigned than the position could still lose (D1)."),
    Finding.WRONG_WINNER: _("The result stands with %(found_side)s, but %(expected_side)s has won."),
    Finding.RESULT_IN_WRONG_COLUMN: _(
        "The result stands in the loser's column; the next score shows who won."
    ),
    Finding.WINNER_IN_DOUBT: _(
        "The record contradicts itself on the winner: %(expected_traces)s for %(player_name)s,"
        " %(found_traces)s against."
    ),
    Finding.TRACES_DIFFER: _("%(player_name)s won by %(expected_traces)s, in spite of %(found_traces)s."),
    Finding.WON_BY_TURN: _("Nothing but the order of turns says that %(player_name)s won."),
    Finding.NUMBER_OUT_OF_ORDER: _(
        "The rows or the games are not in order: the number is %(found)s, where %(expected)s was due."
    ),
    Finding.NUMBER_SKIPPED: _("A row is passed over: the number is %(found)s, where %(expected)s was due."),
    Finding.SECOND_RESULT: _("The game has a second result: “%(found)s”."),
    Finding.MISSING_RESULT: _("The result of the game is missing."),
    Finding.GAME_NOT_FINISHED: _("The game is not finished."),
    Finding.END_MISSING: _(
        "The file says that the game was played to its end, and its last plays are missing."
    ),
    Finding.END_IN_DOUBT: _("The game is not finished, and the file does not say that somebody resigned."),
    # The match.
    Finding.WRONG_SCORE: _("The score line says %(found)s; by the games before it is %(expected)s."),
    Finding.MISSING_GAMES: _(
        "Games are missing before this one: the score goes from %(expected)s to %(found)s."
    ),
    Finding.OTHER_NAMES: _("Other names than before: %(found)s, and they were %(expected)s."),
    Finding.SWAPPED_NAMES: _("The names have changed sides: %(found)s, and they were %(expected)s."),
    Finding.FALSE_CRAWFORD: _("This game is marked as the Crawford game, and at %(found)s it is not (M2)."),
    Finding.CRAWFORD_NOT_MARKED: _(
        "At %(found)s this is the Crawford game, and the record does not mark it as such (M2)."
    ),
    Finding.PLAYED_AFTER_MATCH_END: _("The match was over before this game (M1)."),
    Finding.MATCH_NOT_WON: _("The record says that the match was won here, and it stands at %(found)s (M1)."),
    Finding.MATCH_NOT_FINISHED: _("The match is not finished: it stands at %(found)s."),
    Finding.EVEN_LENGTH: _("The match is to %(found)s points; in a tournament the number is odd (M1)."),
    Finding.UNLIMITED_LENGTH: _("The match has no length, as in play for points (M1)."),
    # A play of checkers.
    PlayFault.NO_SUCH_POINT: _("“%(found)s” names a point that does not exist."),
    PlayFault.NO_CHECKER: _("“%(found)s”: there is no checker to move."),
    PlayFault.BLOCKED: _("“%(found)s”: the point is held by the opponent (B3)."),
    PlayFault.WRONG_DIRECTION: _("“%(found)s”: checkers move the other way (B2)."),
    PlayFault.WRONG_DISTANCE: _("“%(found)s”: no die moves a checker that far (B4)."),
    PlayFault.WRONG_DIE: _("“%(found)s”: the dice do not make these moves together (B4)."),
    PlayFault.TOO_MANY_MOVES: _("“%(found)s”: more moves than the dice give (B4, B5)."),
    PlayFault.BAR_IGNORED: _("“%(found)s”: a checker on the bar enters first (B10)."),
    PlayFault.BEAR_OFF_TOO_EARLY: _("“%(found)s”: borne off before all checkers were home (C1)."),
    PlayFault.HIGHER_CHECKER_LEFT: _("“%(found)s”: a checker on a higher point moves first (C3)."),
    PlayFault.UNDER_PLAY: _("“%(found)s”: another die could be played, so it must be (B6, B8)."),
    PlayFault.FALSE_DANCE: _("“%(found)s”: nothing was played although a move exists (B9)."),
    PlayFault.HIGHER_DIE: _("“%(found)s”: only one die can be played, and it must be the higher (B7)."),
    PlayFault.HIT_TOO_EARLY: _("“%(found)s”: nobody hits before one of his checkers is home (V3)."),
    PlayFault.MOVED_ON_TOO_EARLY: _(
        "“%(found)s”: a checker moved on in the roll with which it entered (V3)."
    ),
}


@dataclass(frozen=True, slots=True)
class ProblemInWords:
    """A problem of a record: its sentence, its place and its severity.

    `advice` describes the ruling on a faulty play and the legal plays; it is empty for other
    problems.
    """

    code: str
    text: str
    advice: str
    place: str
    game: int | None
    turn: int | None
    line: int | None
    severity: Severity


def in_words(problem: Mapping[str, Any], *, players: Sequence[str]) -> ProblemInWords:
    """Return a problem in the reader's language; `players` are the names in the file."""
    places = {
        "found": problem["found"],
        "expected": problem["expected"],
        "found_side": _name(problem["found"], players),
        "expected_side": _name(problem["expected"], players),
        "found_traces": _traces(problem["found"]),
        "expected_traces": _traces(problem["expected"]),
        "found_kind": f" ({problem['found']})" if problem["found"] else "",
        "expected_choice": _choice(problem["expected"]),
        "player_name": _name(problem["player"] or "", players),
    }
    return ProblemInWords(
        code=problem["code"],
        text=str(_SENTENCES[problem["code"]]) % places,
        advice=_advice(problem),
        place=_place(problem, players),
        game=problem["game"],
        turn=problem["turn"],
        line=problem["line"],
        severity=Severity(problem["severity"]),
    )


_TRACES: Mapping[str, Any] = {
    Trace.NEXT_SCORE: _("the next score"),
    Trace.LONE_SCORE: _("the next score"),
    Trace.FINAL_SCORE: _("the final score in the header"),
    Trace.RESULT: _("the result"),
    Trace.LOSS: _("the loss"),
    Trace.MATCH: _("“and the match”"),
    Trace.OPEN_ROLL: _("the roll left unplayed"),
    Trace.TURN: _("the turn"),
}
_STANDING: Mapping[str, Any] = {
    PlayVerdict.LEGAL: "",
    PlayVerdict.ILLEGAL: _("It stands once the opponent has gone on (P1)."),
    PlayVerdict.IMPOSSIBLE: _("No board can show this play."),
}


def _advice(problem: Mapping[str, Any]) -> str:
    """Return the ruling on a faulty play and the number of legal plays, as far as stored."""
    number = problem.get("alternatives")
    words = [str(_STANDING[problem["verdict"]])] if problem.get("verdict") else []
    if number is not None and problem["expected"] == "#":
        words.append(gettext("No move was possible."))
    elif number is not None:
        plays = ngettext(
            "One play was legal: %(expected)s.", "%(number)s plays were legal, such as %(expected)s.", number
        )
        words.append(plays % {"number": number, "expected": problem["expected"]})
    return " ".join(filter(None, words))


def _traces(codes: str) -> str:
    """Return trace codes in words, with unknown values unchanged."""
    return ", ".join(str(_TRACES.get(code, code)) for code in codes.split())


def _choice(values: str) -> str:
    """Return values of which one is right as a sentence lists them, and a value alone as it is."""
    *others, last = values.split() or [""]
    if not others:
        return last
    return gettext("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last}


def _name(side: str, players: Sequence[str]) -> str:
    """Return the player's name for the code of a side, and any other value unchanged."""
    names = dict(zip(Side, players, strict=False))
    return names[Side(side)] if side in names else side


def _place(problem: Mapping[str, Any], players: Sequence[str]) -> str:
    """Return the known parts of a problem's place: game, turn, player, line and column."""
    parts = []
    if problem["game"] is not None:
        parts.append(gettext("game %(game)s") % problem)
    if problem["turn"] is not None:
        parts.append(gettext("turn %(turn)s") % problem)
    if problem["player"] is not None:
        parts.append(_name(problem["player"], players))
    if problem["line"] is not None:
        parts.append(gettext("line %(line)s") % problem)
    if problem["column"] is not None and problem["column"] > 1:
        parts.append(gettext("column %(column)s") % problem)
    return ", ".join(parts)
