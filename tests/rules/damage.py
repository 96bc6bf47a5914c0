"""Records with one thing wrong in them, of many kinds, and where a check has to find it.

The records are those of gnubg, some played at random, and single rolls from positions on which three
programs agreed. Brute force and playing out the sheet show what each damage is, and that it is not
legal by chance. The code under test decides neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from rules import VARIANTS, Side
from tests.rules import brute_force
from tests.rules.boards import oracle_positions
from tests.rules.damaged_matches import MATCH_KINDS
from tests.rules.damaged_plays import PLAY_KINDS, Blow, Kind, text_of_play
from tests.rules.matches import USUAL, Luck, random_match
from tests.rules.records import CLEAN
from tests.rules.sheets import Cell, GameSheet, Sheet, SheetText, read, sheet_of, text_of

KINDS: dict[str, Kind] = PLAY_KINDS | MATCH_KINDS
# What is said of a whole game or match, and so of neither side.
_OF_NOBODY = {"game_not_finished", "match_not_finished"}
_AT_THE_SCORE_LINE = {"wrong_score", "missing_games", "swapped_names", "other_names"}
_SEEN_IN_RARE_POSITIONS = {
    "under_play",
    "higher_die",
    "bar_ignored",
    "bear_off_too_early",
    "higher_checker_left",
}
_HARDLY_SEEN_ELSEWHERE = {"higher_die"}
_TAGS = {
    "nackgammon": '; [Variation "NackGammon"]',
    "hypergammon_1": '; [Variation "HyperGammon (1)"]',
    "hypergammon_2": '; [Variation "HyperGammon (2)"]',
    "hypergammon_3": '; [Variation "HyperGammon (3)"]',
}


@dataclass(frozen=True, slots=True)
class Damage:
    """A damaged record and the one problem that names what was done to it, as far as that is known."""

    kind: str
    data: bytes
    code: str
    line: int
    column: int
    game: int | None
    turn: int | None
    player: Side | None
    found: str | None
    """What the record says there, where the problem is to quote it."""


def damaged(kind: str, chance: Random) -> Damage:
    """A record damaged in this way, chosen among all that have a place for it."""
    sheets = list(_rare_positions() if kind in _SEEN_IN_RARE_POSITIONS else ())
    if kind not in _HARDLY_SEEN_ELSEWHERE:
        sheets += _sheets()
    chance.shuffle(sheets)
    for sheet in sheets:
        altered_sheet = sheet.copy()
        blow = KINDS[kind](chance, altered_sheet)
        if blow is not None:
            return _damage(kind, blow, text_of(altered_sheet))
    raise AssertionError(f"no record has a place for {kind}")


def _damage(kind: str, blow: Blow, text: SheetText) -> Damage:
    data, game = text.text.encode(), blow.game.number if blow.game else None
    if blow.cell is None:
        line = text.heads[blow.game] + (blow.code in _AT_THE_SCORE_LINE) if blow.game else blow.line
        return Damage(kind, data, blow.code, line, 1, game, None, None, None)
    place = text.places[blow.cell]
    player = None if blow.code in _OF_NOBODY else blow.player or blow.cell.side
    turn = None if blow.code == "match_not_finished" else place.turn
    cell = blow.cell.text if kind in PLAY_KINDS else None
    return Damage(kind, data, blow.code, place.line, place.column, game, turn, player, cell)


@cache
def _sheets() -> tuple[Sheet, ...]:
    sheets = [read(path.read_text()) for path in CLEAN]
    many_resign = Luck(double=0.1, drop=0.3, resign=0.05)
    for number, variant in enumerate(VARIANTS.values()):
        if variant.code != "dutch":
            for length, luck in ((5, USUAL), (7, many_resign)):
                match = random_match(Random(number), variant=variant, length=length, luck=luck)
                sheets.append(sheet_of(match, header=_TAGS.get(variant.code, "")))
    return tuple(sheets)


@cache
def _rare_positions() -> list[Sheet]:
    """Records of two rolls that begin from positions which hardly ever come up."""
    kinds = {"higher_die", "bearoff", "bar", "one_order_only"}
    sheets = []
    for case in oracle_positions():
        is_plain = case.dice[0] != case.dice[1] and case.position.own[0] != 15
        if kinds & set(case.tags) and is_plain:
            board = case.position.own, case.position.opp
            ways = brute_force.lines(board, case.dice)
            longest = max(ways, key=lambda dice: (len(dice), dice))
            line = next(iter(ways[longest].values()))
            cell = Cell(Side.ONE, text_of_play(case.dice, line))
            game = GameSheet(1, ("Ann", "Bob"), (0, 0), [cell], start=case.position)
            sheets.append(Sheet([], 7, [game]))
    return sheets
