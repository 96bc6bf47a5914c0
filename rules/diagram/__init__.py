"""A position drawn as SVG, without style attributes or scripts, so that any content policy allows it.

Colours are presentation attributes, which a page may override by the classes: `board`, `frame`,
`field`, `points-a`, `points-b`, `tray`, `checkers`, `rings`, `count`, `off`, `die`, `cube`, `side-one`,
`side-two`, `number`, `label`, `note`, `turn`, `arrows`, `arrow`.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..cube import Cube
from ..match import Side
from ..position import Position
from ..state import State
from ._arrows import arrows
from ._layout import HEIGHT, WIDTH, Layout
from ._shapes import captions, checkers, cube_face, cube_note, ground, numbers, thrown_dice, turn_mark
from .palette import DARK, LIGHT, PALETTES, PRINT, Paint, Palette

__all__ = ["DARK", "LIGHT", "PALETTES", "PRINT", "Paint", "Palette", "state_svg", "svg"]


def svg(
    position: Position,
    *,
    title: str,
    description: str = "",
    bottom: Side = Side.ONE,
    turn: Side | None = None,
    dice: tuple[int, int] | None = None,
    play: Sequence[tuple[int, int]] = (),
    cube: Cube | None = None,
    note: str = "",
    labels: tuple[str, str] = ("", ""),
    palette: Palette = LIGHT,
    numbering: Side | None = None,
    is_mirrored: bool = False,
    ident: str = "board",
) -> str:
    """The board as one `<svg>` element of at most 14 kB, side `bottom` moving towards its lower right.

    `position` is seen by `bottom`. The points carry the numbers of `numbering`, of `bottom` if it is
    `None`. `dice` lie with the side whose `turn` it is, and arrows show what that side plays: `play` in
    its own numbers, drawn on the board before it. Without dice a triangle marks the turn. The cube lies
    in the middle, with 64 on top as usual, or with its owner; while offered it lies before the side
    that must answer, at the value offered; `None` draws no cube, and `note`, a word such as `Crawford`,
    may stand in its place. `labels` are one or two short lines each for the bottom and the top side,
    such as `3/7`. A mirrored board has its home on the left (A5). `title` and `description` are what a
    screen reader says; `ident` makes their ids unique on a page.

    >>> svg(Position.start(), title="The start", turn=Side.ONE, dice=(3, 1)).startswith("<svg ")
    True
    """
    layout = Layout(is_mirrored)
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-labelledby="{escape(ident)}-title {escape(ident)}-description" '
        'font-family="system-ui,sans-serif" text-anchor="middle">'
    )
    parts = [
        opening,
        f'<title id="{escape(ident)}-title">{escape(title)}</title>',
        f'<desc id="{escape(ident)}-description">{escape(description)}</desc>',
        ground(layout, palette, has_outside=any(position.outside)),
        numbers(layout, palette, is_bottoms=numbering in {None, bottom}),
        checkers(layout, palette, position, bottom, is_bottom=True),
        checkers(layout, palette, position, bottom.other, is_bottom=False),
        captions(layout, palette, position, labels),
    ]
    if turn is not None and dice is not None:
        parts.append(thrown_dice(layout, palette.of(turn), dice, turn, is_bottom=turn is bottom))
    elif turn is not None:
        parts.append(turn_mark(layout, palette, is_bottom=turn is bottom))
    if cube is not None:
        parts.append(cube_face(layout, palette.cube, cube, bottom))
    elif note:
        parts.append(cube_note(layout, palette, note))
    if turn is not None and play:
        parts.append(arrows(layout, palette, position, play, is_bottom=turn is bottom))
    return "".join([*parts, "</svg>"])


def state_svg(
    state: State,
    *,
    title: str,
    description: str = "",
    bottom: Side | None = None,
    play: Sequence[tuple[int, int]] = (),
    palette: Palette = LIGHT,
    numbering: Side | None = None,
    is_mirrored: bool = False,
    ident: str = "board",
) -> str:
    """A moment of a match as `svg` draws it, with score and cube as the moment has them.

    `bottom` is the side on roll if it is `None`. Each side's label is its score of the length and,
    with a minus, how many points it is away; in money play its score. In the Crawford game that word
    stands in the place of the cube; a match to one point and Dutch backgammon (V3) have none.

    >>> state = State(Position.start(), length=7, score=(2, 4))
    >>> "2/7" in state_svg(state, title="The third game")
    True
    """
    bottom = bottom or state.on_roll
    return svg(
        state.seen_by(bottom),
        title=title,
        description=description,
        bottom=bottom,
        turn=state.on_roll,
        dice=state.dice,
        play=play,
        cube=state.cube_in_use,
        note="Crawford" if state.is_crawford else "",
        labels=(_label(state, bottom), _label(state, bottom.other)),
        palette=palette,
        numbering=numbering,
        is_mirrored=is_mirrored,
        ident=ident,
    )


def _label(state: State, side: Side) -> str:
    points = state.score[side is Side.TWO]
    if state.length is None:
        return str(points) if any(state.score) else ""
    return f"{points}/{state.length}\n−{state.away(side)}"
