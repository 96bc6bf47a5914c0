"""English."""

from __future__ import annotations

from ..judgement import PlayFault
from ..problem import Finding
from ._causes_en import CAUSES
from ._errors_en import ERRORS
from ._language import Language

_PROBLEMS: dict[Finding | PlayFault, str] = {
    Finding.EMPTY_FILE: "There is nothing in the file.",
    Finding.UTF16_TEXT: "The text is UTF-16 and damaged; save it as UTF-8 first.",
    Finding.BINARY_DATA: "This is neither text nor a notation that is known{found_kind}.",
    Finding.UNSUPPORTED_FORMAT: "This is a file of the kind “{found}”, which is not read yet.",
    Finding.NOT_A_RECORD: "This is no record of a match: “{found}”.",
    Finding.NO_GAMES: "No game is recorded here.",
    Finding.NOT_UTF8: "The text is not UTF-8 and was read as {found}.",
    Finding.MISSING_LENGTH: "Nothing says to how many points the match is.",
    Finding.UNKNOWN_VARIATION: "No variant is called “{found}”; it was read as backgammon.",
    Finding.OTHER_VARIANT: "The first plays are those of {found}; read as {found}, problems left: {expected}.",
    Finding.SECOND_MATCH: "A second match begins here; only the first is read.",
    Finding.MISSING_SCORE_LINE: "The game has no score line.",
    Finding.UNREADABLE_LINE: "Unreadable line: “{found}”.",
    Finding.WORDS_BEHIND_END: "Behind the end of the record stands “{found}”.",
    Finding.WORDS_AHEAD: "Ahead of the record stands “{found}”.",
    Finding.PAGE_TEXT: "The text was copied from a page or a mail: “{found}” is no part of the record.",
    Finding.UNREADABLE_CELL: "Unreadable entry: “{found}”.",
    Finding.UNREADABLE_PLAY: "Unreadable play: “{found}”.",
    Finding.UNREADABLE_POSITION: "Unreadable position: “{found}”.",
    Finding.SET_POSITION: "The game starts from a position that was set up.",
    Finding.POSITION_DIFFERS: "“{found}” does not lead to the position that the file keeps after it.",
    Finding.DAMAGED_FILE: "The file is damaged or cut off; what was left of it was read.",
    Finding.POSITION_DIFFERS: "{found} does not lead to the position kept in the file.",
    Finding.DAMAGED_FILE: "The file is damaged or incomplete; the readable part was checked.",
    Finding.TOO_MANY_PROBLEMS: "Too many problems; nothing was read from here on.",
    Finding.INVALID_DICE: "“{found}” are no dice.",
    Finding.OPENING_ROLL_EQUAL: "Equal dice open no game: they are rolled again (B1).",
    Finding.OUT_OF_TURN: "The other side was to play (B2).",
    Finding.PLAY_MISSING: "“{found}”: no play is written, and more than one was possible (B9).",
    Finding.FORCED_PLAY_OMITTED: "“{found}”: the play was forced and is not written.",
    Finding.DECLARED_ILLEGAL: "The record itself says that this play was illegal (P1).",
    Finding.PLAYED_AFTER_GAME_END: "The game was already over.",
    Finding.LAST_PLAY_REPEATED: "The last play of the game stands here once more.",
    Finding.DOUBLE_BEFORE_OPENING_ROLL: "A double before the opening roll (E1).",
    Finding.DOUBLE_OUT_OF_TURN: "A double by a side that was not about to roll (E1).",
    Finding.CUBE_NOT_OWNED: "A double with the opponent's cube (E2).",
    Finding.CUBE_NOT_IN_USE: "A match to one point has no cube (M3).",
    Finding.DOUBLE_IN_CRAWFORD: "A double in the Crawford game is void (M2, M4).",
    Finding.WRONG_CUBE_VALUE: "The cube goes to {expected}, not to {found} (E2).",
    Finding.CUBE_OFF_SCALE: "No cube has ever stood that high.",
    Finding.DEAD_CUBE: "A dead cube: its level already sufficed for the match (E6).",
    Finding.BEAVER_IN_MATCH: "Beavers belong to money play, not to a match (E5).",
    Finding.AUTOMATIC_DOUBLE_IN_MATCH: "Automatic doubles belong to money play, not to a match (E5).",
    Finding.RULE_NOT_IN_USE: "The header excludes this: {expected} (V4).",
    Finding.UNDECLARED_RULE: "The header does not say {expected}, and the record shows it (V4).",
    Finding.RACCOON_WITHOUT_BEAVER: "A raccoon, and nobody had beavered (V4).",
    Finding.MISSING_TAKE: "The take is missing; play went on after the double (E2).",
    Finding.TAKE_WITHOUT_DOUBLE: "A take, and nobody had doubled (E2).",
    Finding.DROP_WITHOUT_DOUBLE: "A drop, and nobody had doubled (E2).",
    Finding.ANSWER_OUT_OF_TURN: "The doubling side answers its own double (E2).",
    Finding.WRONG_RESULT: "“{found}”: by the board and the cube it is {expected_choice} (D1 to D5).",
    Finding.CAPPED_RESULT: "“{found}”: cut to what was needed; the game was worth {expected} (M6).",
    Finding.MATCH_RESIGNED: "“{found}”: the whole match was resigned.",
    Finding.RESIGNED_TOO_HIGH: "“{found}”: more than the position could still lose (D1).",
    Finding.WRONG_WINNER: "The result is given to {found_name}, and {expected_name} won.",
    Finding.RESULT_IN_WRONG_COLUMN: "The result stands in the column of the loser, {found_name}.",
    Finding.WINNER_IN_DOUBT: "The record contradicts itself on the winner: {expected_traces} for {player_name}, "
    "{found_traces} against.",
    Finding.TRACES_DIFFER: "{player_name} won by {expected_traces}, in spite of {found_traces}.",
    Finding.WON_BY_TURN: "Nothing but the order of turns says that {player_name} won.",
    Finding.NUMBER_OUT_OF_ORDER: "The number is {found} here, where {expected} was due.",
    Finding.NUMBER_SKIPPED: "The number is {found} here; {expected} is passed over.",
    Finding.SECOND_RESULT: "The game has a result already; here is another: “{found}”.",
    Finding.MISSING_RESULT: "The game has ended and its result is not written.",
    Finding.GAME_NOT_FINISHED: "The game stops before its end.",
    Finding.END_MISSING: "The file says that the game was played to its end, and its last plays are missing.",
    Finding.END_IN_DOUBT: "The game stops before its end, and the file does not say that somebody resigned.",
    Finding.WRONG_SCORE: "The score is {expected} by the games before, not {found}.",
    Finding.MISSING_GAMES: "The score jumps from {expected} to {found}: games are missing.",
    Finding.OTHER_NAMES: "The players were {expected}; here they are {found}.",
    Finding.SWAPPED_NAMES: "The players have changed columns: {found}.",
    Finding.FALSE_CRAWFORD: "At {found} this is marked as the Crawford game, and is not (M2).",
    Finding.CRAWFORD_NOT_MARKED: "At {found} this is the Crawford game, and is not marked as such (M2).",
    Finding.PLAYED_AFTER_MATCH_END: "The match was already won (M1).",
    Finding.MATCH_NOT_WON: "“And the match”, but at {found} nobody has won it (M1).",
    Finding.MATCH_NOT_FINISHED: "The match stops at {found}.",
    Finding.EVEN_LENGTH: "A match to {found} points; tournaments play to an odd number (M1).",
    Finding.UNLIMITED_LENGTH: "Unlimited play, without a length (M1).",
    PlayFault.NO_SUCH_POINT: "{found}: there is no such point.",
    PlayFault.NO_CHECKER: "{found}: no checker stands where one is moved from.",
    PlayFault.BLOCKED: "{found}: the opponent holds that point (B3).",
    PlayFault.WRONG_DIRECTION: "{found}: that is backwards (B2).",
    PlayFault.WRONG_DISTANCE: "{found}: the dice allow no move of that length (B4).",
    PlayFault.WRONG_DIE: "{found}: these moves do not use each die once (B4).",
    PlayFault.TOO_MANY_MOVES: "{found}: more moves than dice (B4, B5).",
    PlayFault.BAR_IGNORED: "{found}: the checker on the bar had to enter first (B10).",
    PlayFault.BEAR_OFF_TOO_EARLY: "{found}: not all checkers were home (C1).",
    PlayFault.HIGHER_CHECKER_LEFT: "{found}: a checker on a higher point had to move (C3).",
    PlayFault.UNDER_PLAY: "{found}: a further die could be played (B6, B8).",
    PlayFault.FALSE_DANCE: "{found}: there was a legal move (B9).",
    PlayFault.HIGHER_DIE: "{found}: of the two dice the higher had to be played (B7).",
    PlayFault.HIT_TOO_EARLY: "{found}: no own checker had reached home yet, so none may hit (V3).",
    PlayFault.MOVED_ON_TOO_EARLY: "{found}: a checker moved on in the roll with which it entered (V3).",
}

_TEXTS = {
    "error.legal": "Legal would be: {legal}.",
    "usage": "usage: ",
    "arguments": "arguments",
    "options": "options",
    "error": "{prog}: error: {message}",
    "stopped": "Stopped.",
    "about": "The rules of backgammon, for recorded matches and positions.",
    "more": "Each command explains itself: {prog} check --help",
    "commands": "commands",
    "option.help": "show this help and exit",
    "option.version": "show the version and exit",
    "option.lang": "language of the messages, else that of the environment",
    "option.variant": "the variant of the position: {variants}",
    "option.game": "the game of the record, by its number",
    "option.turn": "the turn of the game, by its number",
    "option.player": "only what the left (one) or right (two) player does",
    "option.bottom": "the side to see the board from",
    "option.force": "overwrite an existing file",
    "option.json": "write one JSON object a line, in codes and data",
    "wrong_number": "not a number from 1: {found}",
    # What stands for a value in the help.
    "meta.file": "FILE",
    "meta.in": "IN",
    "meta.out": "OUT",
    "meta.variant": "VARIANT",
    "meta.position": "POSITION",
    "meta.dice": "DICE",
    "meta.depth": "DEPTH",
    "meta.place": "PLACE",
    "meta.number": "N",
    "meta.moves": "MOVES",
    "meta.format": "FORMAT",
    "meta.command": "COMMAND",
    # Places and names.
    "place.line": "line {number}",
    "place.column": "column {number}",
    "place.game": "game {number}",
    "place.turn": "turn {number}",
    "place.file": "file",
    "place": "a record in any notation, - for the standard input, or XGID, GNUBG ID, FIBS board or start",
    "place.nowhere": "there is no such game or turn",
    "place.neither": "there is no such file, and it is no position: {why}",
    "trace.next_score": "the next score",
    "trace.lone_score": "the next score",
    "trace.final_score": "the final score in the header",
    "trace.result": "the result",
    "trace.loss": "the loss",
    "trace.match": "“and the match”",
    "trace.open_roll": "the roll left unplayed",
    "trace.turn": "the turn",
    "choice": "{others} or {last}",
    "side.one": "side one",
    "side.two": "side two",
    # What a check says.
    "verdict.clean": "clean",
    "verdict.problems": "problems",
    "verdict.incomplete": "incomplete",
    "verdict.unreadable": "unreadable",
    "severity.problem": "problem",
    "severity.gap": "missing",
    "severity.remark": "remark",
    "match": "{one} {score} {two} (to {length})",
    "match.unlimited": "{one} {score} {two} (unlimited)",
    "problem": "  {place}: {severity}: {text}",
    "play.legal": "By the rules it was legal.",
    "play.illegal": "Illegal, but it stood (P1).",
    "play.impossible": "No board can show it.",
    "play.none": "No play was legal.",
    "play.alternatives": "The one legal play is {example}.|{number} plays are legal, such as {example}.",
    # What a moment of play is.
    "moment.not_started": "The game has not started.",
    "moment.over": "The game is over.",
    "moment.resigned": "The game was resigned.",
    "moment.dropped": "The double was dropped.",
    "moment.roll": "{name} to roll.",
    "moment.play": "{name} to play {dice}.",
    "moment.answer": "{name} to answer a double to {value}.",
    "moment.answer_resignation": "{name} to answer a resignation ({result}).",
    "moment.match": "Match to {length}: {one} {score_one}, {two} {score_two}",
    "moment.crawford": "Crawford game",
    "moment.money": "Money play",
    "moment.jacoby": "Jacoby",
    "moment.beavers": "beavers",
    "moment.pips": "Pips: {one} {pips_one}, {two} {pips_two}.",
    "moment.contact": "There is contact.",
    "moment.race": "No contact: a race.",
    "moment.closed": "{name} has a closed board.",
    "moment.prime": "{name} has a prime of {number} points.",
    "moment.plays": "The play is forced: {example}.|{number} legal plays.",
    "moment.dance": "No legal play.",
    "cube.none": "No cube.",
    "cube.middle": "The cube is in the middle at {value}.",
    "cube.owned": "The cube is at {value}, with {name}.",
    "board": "{name}: {checkers}.",
    "board.point": "{count} on {point}",
    "board.bar": "{count} on the bar",
    "board.off": "{number} off|{number} off",
    "board.outside": "{number} not entered|{number} not entered",
    "id.gnubg_id": "GNUBG ID: {text}",
    "id.xgid": "{text}",
    # What is done in a step.
    "step.unplayed": "{dice}: not played",
    "step.dance": "{dice}: no legal move",
    "step.double": "{name} doubles to {value}",
    "step.take": "{name} takes",
    "step.drop": "{name} drops",
    "step.beaver": "{name} beavers to {value}",
    "step.raccoon": "{name} raccoons to {value}",
    "step.resign": "{name} resigns",
    "step.loss": "{name} resigns",
    "step.win": "{name} wins {number} point|{name} wins {number} points",
    "result.single": "single",
    "result.gammon": "gammon",
    "result.backgammon": "backgammon",
    "ended.borne_off": "borne off",
    "ended.drop": "double dropped",
    "ended.resigned": "resigned",
    "facts.turns": "  turns",
    "facts.dances": "  dances",
    "facts.bar_dances": "  dances on the bar",
    "facts.hits": "  hits",
    "facts.doubles": "  doubles",
    "facts.redoubles": "  redoubles",
    "facts.takes": "  takes",
    "facts.drops": "  drops",
    "facts.beavers": "  beavers",
    "facts.raccoons": "  raccoons",
    "facts.wins": "  games won",
    "facts.gammons": "  gammons won",
    "facts.backgammons": "  backgammons won",
    "facts.wins_by_drop": "  won by a drop",
    "facts.wins_by_resignation": "  won by a resignation",
    "facts.points": "  points",
    # The commands.
    "check": "check recorded matches against the rules",
    "check.about": "Check recorded matches against the rules, play by play.",
    "check.files": "a record in any notation; - is the standard input",
    "check.more": """\
The content of a file decides what it is, its name counts for nothing. Many
files show their progress on a terminal.

exit code:
  0  every record is clean
  1  one has problems or is incomplete
  2  one cannot be read, or the command line is wrong

examples:
  {prog} check match.mat
  {prog} check --json *.mat > checked.jsonl
  {prog} check - < match.sgf""",
    "convert": "write a recorded match in another notation",
    "convert.about": "Read a recorded match in any notation and write it in another.",
    "convert.source": "the record to read; - is the standard input",
    "convert.target": "the file to write; - is the standard output",
    "convert.to": "what to write: {formats} (else by the name of OUT)",
    "convert.more": """\
The match is written as it was recorded, with its mistakes. What was written
is read again and compared. Comments, variations and analyses
go along as far as the format holds them.

exit code:
  0  the whole match is written
  1  it is written, but parts of the record could not be read or told
  2  nothing is written

examples:
  {prog} convert match.xg match.mat
  {prog} convert match.mat match.sgf
  {prog} convert --to mat-xg - - < match.sgf""",
    "convert.suffix": "The name of OUT tells no format; choose one with --to: {formats}",
    "convert.left_out": "{file}: the format has no place for these: {kinds}",
    "loss.variations": "variations",
    "loss.glyphs": "signs of judgement",
    "loss.luck": "luck",
    "loss.analyses": "analyses",
    "loss.comments": "comments",
    "convert.unread": "{file}: not all of it could be read:",
    "convert.differs": "{file}: read again, this is not the match that was read.",
    "diagram": "draw a position or a moment of a match as SVG",
    "diagram.about": """\
Draw a board as SVG: a position, or the moment of a recorded match that --game,
--turn and --player name, with arrows for what was played. The side on roll is
at the bottom.""",
    "diagram.palette": "for a light page, a dark one, or print",
    "diagram.numbering": "the side whose numbers the points carry",
    "diagram.mirrored": "bear off to the left",
    "diagram.play": "show this play, such as '13/7 8/7'",
    "diagram.no_play": "do not show what was played",
    "diagram.output": "the file to write, else the standard output",
    "diagram.wrong_play": "not a play: {found}",
    "diagram.more": """\
exit code:
  0  drawn
  2  there is no such record, game, turn or position, or it cannot be written

examples:
  {prog} diagram 4HPwATDgc/ABMA -o start.svg
  {prog} diagram match.mat --game 2 --turn 5 --player two > turn.svg
  {prog} diagram match.mat --turn 3 --no-play -o quiz.svg
  {prog} diagram start --play '8/5 6/5' --mirrored""",
    "perft": "count plays to a depth",
    "perft.about": """\
Count what a number of rolls and plays, the sides in turn, can lead to:
sequences of plays, and distinct positions at their end. Each of the 21 rolls
counts once. The counts are a fingerprint of the rules, to compare programs by.""",
    "perft.depth": "how many rolls; 2 take a second or so, 3 very long",
    "perft.position": "XGID, GNUBG ID, FIBS board or start (the default)",
    "perft.rolls": "count the plays for each first roll",
    "perft.count": "depth {depth}: {plays} plays, {positions} positions",
    "perft.roll": "{high}{low}: {plays}",
    "perft.more": """\
exit code:
  0  done
  2  the argument is no position, or the command line is wrong

examples:
  {prog} perft 1
  {prog} perft 2 --variant nackgammon
  {prog} perft 1 4HPwATDgc/ABMA --rolls""",
    "plays": "list legal plays",
    "plays.about": """\
List the legal plays of a position. Without one, read a JSON object a line with
own, opp (26 counts each, from off to the bar, each side in its own numbers) and
dice, and write one with results, the positions that the legal plays reach. An
object may also have variant, outside and may_hit.""",
    "plays.position": "XGID, GNUBG ID, FIBS board or start",
    "plays.dice": "two numbers, such as 31; else those of the position",
    "plays.wrong_dice": "not two dice: {found}",
    "plays.more": """\
exit code:
  0  done
  2  a line or the argument is no position with dice

examples:
  {prog} plays start 31
  {prog} plays 4HPwATDgc/ABMA 6-5
  {prog} plays --variant hypergammon_3 start 21
  {prog} plays < positions.jsonl""",
    "show": "show a recorded match or a position",
    "show.about": """\
Show a match with its games and what happened in them; with --game or --turn
step by step on a text board; a position on a text board, with its facts in
words and its IDs.""",
    "show.match": "{file}: {match}, {verdict}",
    "show.game": "  {place}, {score}: {won} ({result}, {ended}, cube {cube})",
    "show.open_game": "  {place}, {score}: not finished",
    "show.step": "{place}: {what}",
    "show.letters": "X is {one}, O is {two}.",
    "show.more": """\
exit code:
  0  done
  2  there is no such record, game, turn or position

examples:
  {prog} show match.mat
  {prog} show match.mat --game 2
  {prog} show match.mat --game 2 --turn 5 --player two
  {prog} show 4HPwATDgc/ABMA:cAkGAAAAAAAE
  {prog} show XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10""",
}

LANGUAGE = Language(
    code="en",
    problems=_PROBLEMS,
    errors=ERRORS,
    texts=_TEXTS | CAUSES,
    usage_errors=(),
    singular=frozenset({1}),
)
