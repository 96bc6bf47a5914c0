"""A moment of play in words, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..errors import Unwritable
from ..match import Side
from ..notation import match_id, position_id, xgid
from ..play import legal_plays
from ..position import BAR, OFF, Position
from ..state import Phase, State
from ..step import Step
from ..transcript import EntryKind
from ..variant import Variant
from ..words import Language

LETTERS = ("X", "O")
"""What the sides are called where nobody knows their names."""

_WORTH_A_WORD = 4
"""A prime of so many points is told."""


def who_acts(state: State, players: tuple[str, str], words: Language) -> str:
    """The side to act and its action, in words."""
    if state.phase is not Phase.PLAYING:
        return words.say(f"moment.{state.phase}")
    name = words.name(state.decides, players)
    if state.resignation:
        return words.say(
            "moment.answer_resignation", name=name, result=words.say(f"result.{state.resignation[1]}")
        )
    if state.cube.offered_by:
        return words.say("moment.answer", name=name, value=state.cube.value * 2)
    if state.dice:
        return words.say("moment.play", name=name, dice="-".join(map(str, state.dice)))
    return words.say("moment.roll", name=name)


def facts(state: State, players: tuple[str, str], variant: Variant, words: Language) -> Iterator[str]:
    """The facts of a moment, one sentence each."""
    one, two = (words.name(side, players) for side in Side)
    boards = {side: state.seen_by(side) for side in Side}
    yield who_acts(state, players, words)
    yield _match(state, (one, two), words)
    yield _cube(state, players, words)
    pips = {side: board.pips for side, board in boards.items()}
    yield words.say("moment.pips", one=one, two=two, pips_one=pips[Side.ONE], pips_two=pips[Side.TWO])
    yield words.say("moment.contact" if state.position.has_contact else "moment.race")
    for side, board in boards.items():
        if board.has_closed_board:
            yield words.say("moment.closed", name=words.name(side, players))
        elif board.longest_prime >= _WORTH_A_WORD:
            yield words.say("moment.prime", name=words.name(side, players), number=board.longest_prime)
    if state.dice and not state.position.has_lost and not state.position.has_won:
        plays = legal_plays(state.position, state.dice, variant)
        if plays[0].moves:
            yield words.count("moment.plays", len(plays), example=plays[0].notation)
        else:
            yield words.say("moment.dance")


def _match(state: State, names: tuple[str, str], words: Language) -> str:
    if state.length is None:
        settings = [words.say("moment.jacoby")] * state.jacoby + [words.say("moment.beavers")] * state.beavers
        return f"{', '.join([words.say('moment.money'), *settings])}."
    score = words.say(
        "moment.match",
        length=state.length,
        one=names[0],
        two=names[1],
        score_one=state.score[0],
        score_two=state.score[1],
    )
    return f"{score}, {words.say('moment.crawford')}." if state.is_crawford else f"{score}."


def _cube(state: State, players: tuple[str, str], words: Language) -> str:
    cube = state.cube_in_use
    if cube is None:
        return words.say("cube.none")
    if cube.owner is None:
        return words.say("cube.middle", value=cube.value)
    return words.say("cube.owned", value=cube.value, name=words.name(cube.owner, players))


def described(position: Position, bottom: Side, players: tuple[str, str], words: Language) -> str:
    """The checkers of both sides in words, for readers who cannot see the board; seen by `bottom`."""
    return " ".join(
        words.say(
            "board", name=words.name(side, players), checkers=", ".join(_checkers(counts, waiting, words))
        )
        for side, counts, waiting in (
            (bottom, position.own, position.outside[0]),
            (bottom.other, position.opp, position.outside[1]),
        )
    )


def _checkers(counts: tuple[int, ...], waiting: int, words: Language) -> Iterator[str]:
    if waiting:
        yield words.count("board.outside", waiting)
    if counts[BAR]:
        yield words.say("board.bar", count=counts[BAR])
    for point in range(BAR - 1, OFF, -1):
        if counts[point]:
            yield words.say("board.point", count=counts[point], point=point)
    if counts[OFF]:
        yield words.count("board.off", counts[OFF])


def step_in_words(step: Step, players: tuple[str, str], words: Language) -> str:
    """The action of a step, in words."""
    name = words.name(step.side, players)
    if step.kind is EntryKind.ROLL:
        return f"{name} {_roll(step, words)}"
    if step.kind is EntryKind.WIN:
        return words.count("step.win", step.entry.value or 0, name=name)
    value = step.cube.value * 2 if step.cube.offered_by else step.cube.value
    return words.say(f"step.{step.kind}", name=name, value=value)


def _roll(step: Step, words: Language) -> str:
    if step.problems:
        # A faulty entry is shown as written.
        return step.entry.said
    dice = "".join(map(str, step.dice or ()))
    if step.is_unplayed:
        return words.say("step.unplayed", dice=dice)
    return f"{dice}: {step.notation}" if step.moves else words.say("step.dance", dice=dice)


def identifiers(state: State) -> dict[str, str | None]:
    """The IDs of the moment in the notations of positions; `None` if a notation cannot express it."""
    return {
        "position_id": _told(lambda: position_id.encode(state.position)),
        "gnubg_id": _told(lambda: match_id.encode_pair(state)),
        "xgid": _told(lambda: xgid.encode(state)),
    }


def _told(encode: Callable[[], str]) -> str | None:
    try:
        return encode()
    except Unwritable:
        return None


def as_data(state: State) -> dict[str, object]:
    """A moment as JSON data; the counts are seen by the side on roll."""
    position, cube = state.position, state.cube_in_use
    return {
        "on_roll": state.on_roll,
        "dice": state.dice,
        "own": position.own,
        "opp": position.opp,
        "outside": position.outside,
        "may_hit": position.may_hit,
        "pips": [position.pips, position.opp_pips],
        "cube": cube.value if cube else None,
        "owner": cube.owner if cube else None,
        "offered_by": cube.offered_by if cube else None,
        "length": state.length,
        "score": state.score,
        "is_crawford": state.is_crawford,
        "jacoby": state.jacoby,
        "beavers": state.beavers,
        "phase": state.phase,
        **identifiers(state),
    }
