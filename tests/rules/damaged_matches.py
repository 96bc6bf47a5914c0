"""Damage to the turns, the cube, the results and the scores of a record, one kind at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from rules import Side
from tests.rules.damaged_plays import Blow, Kind, Roll, rolls
from tests.rules.sheets import Cell, GameSheet, Sheet, State, states

# Turns


def _roll_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    some = [
        roll
        for roll in rolls(sheet)
        if roll.place and roll.goes_on and roll.game.cells[roll.place + 1].is_roll
    ]
    if not some:
        return None
    roll = chance.choice(some)
    del roll.game.cells[roll.place]
    return Blow("out_of_turn", roll.game, roll.game.cells[roll.place])


def _equal_opening_roll(chance: Random, sheet: Sheet) -> Blow | None:
    game = chance.choice(sheet.games)
    cell = game.cells[0]
    cell.text = 2 * cell.text[chance.randrange(2)] + cell.text[2:]
    return Blow("opening_roll_equal", game, cell)


def _played_after_end(chance: Random, sheet: Sheet) -> Blow | None:
    some = [game for game in sheet.games if _is_over(sheet, game)]
    if not some:
        return None
    game = chance.choice(some)
    side = chance.choice(list(Side))
    game.cells.append(Cell(side, chance.choice(["31: 8/5 6/5", "Doubles => 2", "Takes", "Drops", "62:"])))
    return Blow("played_after_game_end", game, game.cells[-1])


# The cube


def _moments(sheet: Sheet) -> list[tuple[Roll, Side]]:
    """Each roll before which its side could double where no double was, with the side that owns the cube."""
    moments = []
    for roll in rolls(sheet):
        before = roll.game.cells[roll.place - 1]
        if roll.place and before.is_roll and roll.state.cube < 64:
            moments.append((roll, roll.state.owner or roll.cell.side))
    return moments


def _is_crawford(sheet: Sheet, game: GameSheet) -> bool:
    """Whether a side stands one point from winning for the first time (M2)."""
    at_match_point = [other for other in sheet.games if sheet.length - 1 in other.score]
    return sheet.length > 1 and bool(at_match_point) and game is at_match_point[0]


def _insert_double(code: str, is_right: Callable[[Sheet, Roll, Side], bool]) -> Kind:
    """The kind that inserts a double and a take where `is_right`."""

    def damage(chance: Random, sheet: Sheet) -> Blow | None:
        some = [roll for roll, owner in _moments(sheet) if is_right(sheet, roll, owner)]
        if not some:
            return None
        roll = chance.choice(some)
        side = roll.cell.side.other if code == "double_out_of_turn" else roll.cell.side
        double = Cell(side, f"Doubles => {2 * roll.state.cube}")
        roll.game.cells[roll.place : roll.place] = [double, Cell(side.other, "Takes")]
        return Blow(code, roll.game, double)

    return damage


def _can_use_cube(sheet: Sheet, roll: Roll) -> bool:
    return sheet.length != 1 and not _is_crawford(sheet, roll.game)


def _away(sheet: Sheet, game: GameSheet, side: Side) -> int:
    return sheet.length - game.score[0 if side is Side.ONE else 1]


def _is_dead(sheet: Sheet, roll: Roll, owner: Side) -> bool:
    is_enough = 0 < _away(sheet, roll.game, roll.cell.side) <= roll.state.cube
    return _can_use_cube(sheet, roll) and owner is roll.cell.side and is_enough


def _double_before_opening(chance: Random, sheet: Sheet) -> Blow | None:
    game = chance.choice(sheet.games)
    double = Cell(chance.choice(list(Side)), "Doubles => 2")
    game.cells[:0] = [double, Cell(double.side.other, "Takes")]
    return Blow("double_before_opening_roll", game, double)


def _some_cell(chance: Random, sheet: Sheet, word: str) -> tuple[GameSheet, int, State] | None:
    """A cell that begins with a word, and the state before it."""
    some = [
        (game, index, state_of[cell])
        for game in sheet.games
        for state_of in [states(sheet, game)]
        for index, cell in enumerate(game.cells)
        if cell.text.startswith(word)
    ]
    return chance.choice(some) if some else None


def _cube_cell(code: str, word: str, change: Callable[[Random, State], str]) -> Kind:
    """The kind that changes the text of a cube cell."""

    def damage(chance: Random, sheet: Sheet) -> Blow | None:
        place = _some_cell(chance, sheet, word)
        if place is None:
            return None
        game, index, state = place
        game.cells[index].text = change(chance, state)
        return Blow(code, game, game.cells[index])

    return damage


def _wrong_cube_value(chance: Random, state: State) -> str:
    values = [value for value in (1, 2, 3, 4, 6, 8, 16, 32, 64, 128) if value != 2 * state.cube]
    return f"Doubles => {chance.choice(values)}"


def _take_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    place = _some_cell(chance, sheet, "Takes")
    if place is None:
        return None
    game, index, _state = place
    taker = game.cells.pop(index).side
    return Blow("missing_take", game, game.cells[index - 1], player=taker)


def _answer_of_doubler(chance: Random, sheet: Sheet) -> Blow | None:
    place = _some_cell(chance, sheet, chance.choice(["Takes", "Drops"]))
    if place is None:
        return None
    game, index, _state = place
    game.cells[index].side = game.cells[index].side.other
    return Blow("answer_out_of_turn", game, game.cells[index])


def _insert_answer(code: str, text: str) -> Kind:
    """The kind that inserts an answer where nothing was offered."""

    def damage(chance: Random, sheet: Sheet) -> Blow | None:
        some = [roll for roll, _ in _moments(sheet)]
        if not some:
            return None
        roll = chance.choice(some)
        cell = Cell(roll.cell.side, text)
        roll.game.cells.insert(roll.place, cell)
        return Blow(code, roll.game, cell)

    return damage


# Results


def _is_over(sheet: Sheet, game: GameSheet) -> bool:
    """Whether the game ended on the board or with a drop, and not by a resignation."""
    if game.result is None or not game.cells:
        return False
    own, _ = states(sheet, game)[game.result].board
    return game.cells[-1].text == "Drops" or not any(own[1:])


def _worth(sheet: Sheet, game: GameSheet) -> int:
    """What an ended game was worth, from the board and the cube (D1 to D4)."""
    assert game.result is not None
    state = states(sheet, game)[game.result]
    _, opp = state.board
    if game.cells[-1].text == "Drops" or opp[0]:
        return state.cube
    return state.cube * (3 if any(opp[19:]) else 2)


def _games_with_result(chance: Random, sheet: Sheet) -> list[GameSheet]:
    some = [game for game in sheet.games if _is_over(sheet, game)]
    chance.shuffle(some)
    return some


def _resigned_games(chance: Random, sheet: Sheet) -> list[GameSheet]:
    some = [game for game in sheet.games if game.result and not _is_over(sheet, game)]
    chance.shuffle(some)
    return some


def _wrong_result(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _games_with_result(chance, sheet):
        assert game.result is not None
        worth, away = _worth(sheet, game), _away(sheet, game, game.result.side)
        caps = {away, sheet.length} if sheet.length and worth >= away else set()
        values = [value for value in range(1, 20) if value != worth and value not in caps]
        game.result.text = f"Wins {chance.choice(values)} points"
        return Blow("wrong_result", game, game.result)
    return None


def _wrong_resignation(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _resigned_games(chance, sheet):
        assert game.result is not None
        cube, away = states(sheet, game)[game.result].cube, _away(sheet, game, game.result.side)
        right = {cube, 2 * cube, 3 * cube, away, sheet.length}
        values = [value for value in range(1, 20) if value not in right]
        game.result.text = f"Wins {chance.choice(values)} points"
        return Blow("wrong_result", game, game.result)
    return None


def _capped(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _games_with_result(chance, sheet):
        assert game.result is not None
        away = _away(sheet, game, game.result.side)
        if 0 < away < _worth(sheet, game):
            game.result.text = f"Wins {away} points"
            return Blow("capped_result", game, game.result)
    return None


def _match_resigned(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _resigned_games(chance, sheet):
        assert game.result is not None
        cube, away = states(sheet, game)[game.result].cube, _away(sheet, game, game.result.side)
        if sheet.length and away > 3 * cube:
            game.result.text = f"Wins {chance.choice([away, 1004])} points"
            return Blow("match_resigned", game, game.result)
    return None


def _resigned_too_high(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _resigned_games(chance, sheet):
        assert game.result is not None
        state = states(sheet, game)[game.result]
        if state.board[1][0]:
            game.result.text = f"Wins {chance.choice([2, 3]) * state.cube} points"
            return Blow("resigned_too_high", game, game.result)
    return None


def _other_column(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _games_with_result(chance, sheet):
        assert game.result is not None
        game.result.side = game.result.side.other
        code = "wrong_winner" if game is sheet.games[-1] else "result_in_wrong_column"
        return Blow(code, game, game.result)
    return None


def _second_result(chance: Random, sheet: Sheet) -> Blow | None:
    game = chance.choice(sheet.games)
    second = Cell(chance.choice(list(Side)), f"Wins {chance.randint(1, 4)} points")
    game.more_results.append(second)
    return Blow("second_result", game, second)


def _result_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    for game in _games_with_result(chance, sheet):
        assert game.result is not None
        winner, game.result = game.result.side, None
        return Blow("missing_result", game, game.cells[-1], player=winner)
    return None


def _cut_off(chance: Random, sheet: Sheet) -> Blow | None:
    game = sheet.games[-1]
    if len(game.cells) < 2:
        return None
    game.result = None
    del game.cells[chance.randrange(1, len(game.cells)) :]
    return Blow("game_not_finished", game, game.cells[-1])


# Scores, names and the match


def _later_game(chance: Random, sheet: Sheet) -> GameSheet | None:
    return chance.choice(sheet.games[1:]) if len(sheet.games) > 1 else None


def _wrong_score(chance: Random, sheet: Sheet) -> Blow | None:
    game = _later_game(chance, sheet)
    if game is None:
        return None
    one, two = game.score
    other = (max(0, one + chance.randint(-2, 2)), max(0, two + chance.randint(-2, 2)))
    if other == game.score:
        return None
    game.score = other
    return Blow("wrong_score", game)


def _games_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    if len(sheet.games) < 2:
        return None
    first = chance.randrange(len(sheet.games) - 1)
    last = chance.randrange(first + 1, len(sheet.games))
    del sheet.games[first:last]
    return Blow("missing_games", sheet.games[first])


def _names_swapped(chance: Random, sheet: Sheet) -> Blow | None:
    game = _later_game(chance, sheet)
    if game is None:
        return None
    game.names = game.names[::-1]
    return Blow("swapped_names", game)


def _columns_swapped(chance: Random, sheet: Sheet) -> Blow | None:
    game = _later_game(chance, sheet)
    if game is None or game.result is None:
        return None
    game.names, game.score = game.names[::-1], game.score[::-1]
    for cell in [*game.cells, game.result]:
        cell.side = cell.side.other
    return Blow("swapped_names", game)


def _other_name(chance: Random, sheet: Sheet) -> Blow | None:
    game = _later_game(chance, sheet)
    if game is None:
        return None
    game.names = (game.names[0], "Eve") if chance.random() < 0.5 else ("Eve", game.names[1])
    return Blow("other_names", game)


def _won_too_early(chance: Random, sheet: Sheet) -> Blow | None:
    some = [game for game in sheet.games[:-1] if game.result]
    if not some or not sheet.length:
        return None
    game = chance.choice(some)
    assert game.result is not None
    game.result.text += " and the match"
    return Blow("match_not_won", game, game.result)


def _game_after_end(chance: Random, sheet: Sheet) -> Blow | None:
    if not sheet.length:
        return None
    last = sheet.games[-1]
    again = replace(last, number=last.number + 1, cells=[Cell(cell.side, cell.text) for cell in last.cells])
    again.result = None
    sheet.games.append(again)
    return Blow("played_after_match_end", again)


def _last_game_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    if len(sheet.games) < 2 or not sheet.length:
        return None
    sheet.games.pop()
    game = sheet.games[-1]
    return Blow("match_not_finished", game, game.result or game.cells[-1])


def _length_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    sheet.has_length = False
    return Blow("missing_length")


def _unknown_variant(chance: Random, sheet: Sheet) -> Blow | None:
    sheet.header.insert(0, '; [Variation "Plakoto"]')
    return Blow("unknown_variation")


def _even_length(chance: Random, sheet: Sheet) -> Blow | None:
    if sheet.length % 2 == 0:
        return None
    sheet.length += 1
    return Blow("even_length", line=len(sheet.header) + 2 if sheet.header else 1)


def _score_line_left_out(chance: Random, sheet: Sheet) -> Blow | None:
    game = chance.choice(sheet.games)
    game.has_score_line = False
    return Blow("missing_score_line", game)


MATCH_KINDS: dict[str, Kind] = {
    "out_of_turn": _roll_left_out,
    "opening_roll_equal": _equal_opening_roll,
    "played_after_game_end": _played_after_end,
    "double_out_of_turn": _insert_double("double_out_of_turn", lambda _sheet, _roll, _owner: True),
    "cube_not_owned": _insert_double(
        "cube_not_owned",
        lambda sheet, roll, owner: _can_use_cube(sheet, roll) and owner is not roll.cell.side,
    ),
    "cube_not_in_use": _insert_double("cube_not_in_use", lambda sheet, _roll, _owner: sheet.length == 1),
    "double_in_crawford": _insert_double(
        "double_in_crawford", lambda sheet, roll, _owner: _is_crawford(sheet, roll.game)
    ),
    "dead_cube": _insert_double("dead_cube", _is_dead),
    "double_before_opening_roll": _double_before_opening,
    "wrong_cube_value": _cube_cell("wrong_cube_value", "Doubles", _wrong_cube_value),
    "beaver_in_match": _cube_cell(
        "beaver_in_match", "Takes", lambda _chance, state: f"Beavers => {4 * state.cube}"
    ),
    "unreadable_cell": _cube_cell("unreadable_cell", "Doubles", lambda _chance, _state: "Doubles => x"),
    "missing_take": _take_left_out,
    "answer_out_of_turn": _answer_of_doubler,
    "take_without_double": _insert_answer("take_without_double", "Takes"),
    "drop_without_double": _insert_answer("drop_without_double", "Drops"),
    "wrong_result": _wrong_result,
    "wrong_resignation": _wrong_resignation,
    "capped_result": _capped,
    "match_resigned": _match_resigned,
    "resigned_too_high": _resigned_too_high,
    "wrong_column": _other_column,
    "second_result": _second_result,
    "missing_result": _result_left_out,
    "game_not_finished": _cut_off,
    "wrong_score": _wrong_score,
    "missing_games": _games_left_out,
    "swapped_names": _names_swapped,
    "swapped_columns": _columns_swapped,
    "other_names": _other_name,
    "match_not_won": _won_too_early,
    "played_after_match_end": _game_after_end,
    "match_not_finished": _last_game_left_out,
    "missing_score_line": _score_line_left_out,
    "missing_length": _length_left_out,
    "unknown_variation": _unknown_variant,
    "even_length": _even_length,
}
