"""The check of one play against the rules, without listing all legal plays (B3 to C5, P1, V3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from .move import HasMoves, Move, entered_in, in_order, landing, movable, moves_of, put
from .position import BAR, HOME, MAY_HIT, OFF, OUTSIDE, Position
from .variant import BACKGAMMON, Variant


class PlayVerdict(StrEnum):
    """The verdict on a play on the board (P1).

    >>> judge(Position.start(), (3, 1), [(23, 20), (6, 5)]).verdict is PlayVerdict.IMPOSSIBLE
    True
    """

    LEGAL = "legal"
    ILLEGAL = "illegal"
    """Against the rules, but the checkers can stand so: it stands once the opponent has gone on."""
    IMPOSSIBLE = "impossible"
    """No board can show it: no checker where one is moved from, or a point held by both sides."""


class PlayFault(StrEnum):
    """The fault of a play.

    >>> judge(Position.start(), (3, 1), [(24, 25)]).fault is PlayFault.NO_SUCH_POINT
    True
    """

    NO_SUCH_POINT = "no_such_point"
    NO_CHECKER = "no_checker"
    BLOCKED = "blocked"  # B3
    WRONG_DIRECTION = "wrong_direction"  # B2
    WRONG_DISTANCE = "wrong_distance"  # B4: neither die nor any sum of them
    WRONG_DIE = "wrong_die"  # B4: each move fits a die, not all of them together
    TOO_MANY_MOVES = "too_many_moves"  # B4, B5
    BAR_IGNORED = "bar_ignored"  # B10
    BEAR_OFF_TOO_EARLY = "bear_off_too_early"  # C1
    HIGHER_CHECKER_LEFT = "higher_checker_left"  # C3
    UNDER_PLAY = "under_play"  # B6, B8: another die could be played
    FALSE_DANCE = "false_dance"  # B9: nothing played although a move exists
    HIGHER_DIE = "higher_die"  # B7: the lower die played where only the higher may be
    HIT_TOO_EARLY = "hit_too_early"  # V3: no own checker has reached the home board yet
    MOVED_ON_TOO_EARLY = "moved_on_too_early"  # V3: in the roll with which the checker entered


class Judgement(NamedTuple):
    """The verdict on a play, its fault if there is one, and the board afterwards.

    `moves` are one for each die where the play is legal, rearmost first as far as the rules let them,
    else those that were made as they were written. `result` is seen by the same side; of an impossible play it holds the moves
    that could be made.

    >>> judgement = judge(Position.start(), (3, 1), [(8, 5)])
    >>> judgement.is_legal, judgement.fault.value
    (False, 'under_play')
    """

    verdict: PlayVerdict
    fault: PlayFault | None
    moves: tuple[Move, ...]
    result: Position

    @property
    def is_legal(self) -> bool:
        """Whether the play obeys every rule.

        >>> judge(Position.start(), (3, 1), [(8, 5), (6, 5)]).is_legal
        True
        """
        return self.verdict is PlayVerdict.LEGAL


# A move and the die it is played with: from, to, die.
_Step = tuple[int, int, int]


_TURN_FAULTS = frozenset({PlayFault.UNDER_PLAY, PlayFault.FALSE_DANCE, PlayFault.HIGHER_DIE})


def judge(
    position: Position,
    dice: tuple[int, int],
    play: HasMoves | Sequence[tuple[int, int]],
    variant: Variant = BACKGAMMON,
) -> Judgement:
    """Judge a play, one of the library's or (from, to) pairs in any order; no pairs are a dance.

    A pair may also stand for several moves of one checker (`24/14` of 6-4), which then goes without a
    hit where it can. The legal plays are never listed: the costliest question is whether two dice can
    be played at all. Raises `IllegalPlay` when the dice are no dice.

    >>> judge(Position.start(), (6, 5), [(24, 13)]).is_legal
    True
    """
    high, low = in_order(dice)
    in_order_of_play = [Move(*move) for move in sorted(moves_of(play), reverse=True)]
    own, opp = position.lists()
    if advance(own, opp, dice, in_order_of_play):
        return Judgement(PlayVerdict.LEGAL, None, tuple(in_order_of_play), Position.from_lists(own, opp))
    furthest = OUTSIDE if variant.outside or position.outside[0] else BAR
    fault = _shape_fault(in_order_of_play, high, low, furthest)
    if fault is None:
        # Possibly no assignment of the dice to the pairs fits.
        faults = []
        for line in _lines(in_order_of_play, high, low, position.opp):
            judgement = _followed(position, line, high, low, variant)
            if isinstance(judgement, Judgement):
                return judgement
            faults.append(judgement)
        # The fault of an assignment that could be played to its end is more helpful.
        faults.sort(key=lambda fault: fault not in _TURN_FAULTS)
        fault = faults[0] if faults else PlayFault.WRONG_DIE
    return _stood(position, in_order_of_play, fault, furthest)


def advance(own: list[int], opp: list[int], dice: tuple[int, int], moves: Sequence[tuple[int, int]]) -> bool:
    """Play a turn on two lists of counts if it is plainly legal; otherwise return False and leave them unchanged.

    Plainly legal: every die is used by one pair, and each pair is a legal move; or the only checker that
    could enter has entered. So are nearly all plays of a record, and a check of many records needs to be
    this quick; `judge` knows all the others. The dice are not checked. Where the lists are longer than
    26, because a checker is outside or a side may not hit yet (V3), nothing is plain.
    """
    die, other = dice
    if len(own) > OUTSIDE:
        return False
    if die != other:
        if len(moves) != 2:
            return len(moves) == 1 and _entered_one(own, opp, dice, moves[0])
        if _moved_two(own, opp, die, other, moves[0], moves[1]):
            return True
    elif len(moves) != 4:
        return False
    in_order = sorted(moves, reverse=True)
    src, dst = in_order[0]
    if src > BAR:
        return False
    if die == other:
        dice_used: tuple[int, ...] = (die, die, die, die)
    elif src - dst == other or src - dst > die:
        dice_used = (other, die)
    else:
        dice_used = dice
    own_before, opp_before = own[:], opp[:]
    for (src, dst), die in zip(in_order, dice_used, strict=True):
        if dst > OFF:
            is_legal = src - dst == die and own[src] > 0 and opp[25 - dst] < 2
        else:
            is_legal = dst == OFF and OFF < src <= die and own[src] > 0
            # Nothing outside the home board and, for a higher die, nothing behind (C1, C3).
            is_legal = is_legal and not any(own[HOME + 1 if src == die else src + 1 :])
        if not is_legal or (own[BAR] and src != BAR):
            own[:], opp[:] = own_before, opp_before
            return False
        put(own, opp, src, dst)
    return True


def _moved_two(
    own: list[int], opp: list[int], one: int, other: int, move: tuple[int, int], then: tuple[int, int]
) -> bool:
    """Move two checkers with two different dice on the board or from the bar; return whether that is legal.

    Six plays of seven in a record are these, so this takes the fewest steps; False says nothing yet.
    """
    if move < then:
        move, then = then, move
    src, dst = move
    then_src, then_dst = then
    if then_src - then_dst != (other if src - dst == one else one) or src - dst not in (one, other):
        return False
    if src > BAR or dst <= OFF or then_dst <= OFF:
        return False
    blots, then_held = opp[25 - dst], opp[25 - then_dst]
    if blots > 1 or then_held > 1 or not own[src]:
        return False
    if own[BAR] and own[BAR] > (src == BAR) + (then_src == BAR):
        return False
    own[src] -= 1
    own[dst] += 1
    if not own[then_src]:
        own[src] += 1
        own[dst] -= 1
        return False
    own[then_src] -= 1
    own[then_dst] += 1
    if blots:
        opp[25 - dst] = 0
        opp[BAR] += 1
    if then_held and then_dst != dst:
        opp[25 - then_dst] = 0
        opp[BAR] += 1
    return True


def _entered_one(own: list[int], opp: list[int], dice: tuple[int, int], move: tuple[int, int]) -> bool:
    """Enter one checker with one of two different dice, if no other move is possible.

    Three of four plays of a single checker are these: the point the other die leads to is held, so that
    it could have been played after this die only (B7), and now moves nothing either (B6).
    """
    src, dst = move
    die = BAR - dst
    if src != BAR or not own[BAR] or die not in dice or opp[die] > 1:
        return False
    other = dice[0] + dice[1] - die
    if opp[other] < 2:
        return False
    own_after, opp_after = own[:], opp[:]
    put(own_after, opp_after, src, dst)
    if movable(own_after, opp_after, other):
        return False
    own[:], opp[:] = own_after, opp_after
    return True


def _shape_fault(moves: Sequence[Move], high: int, low: int, furthest: int) -> PlayFault | None:
    # Faults that do not depend on the board.
    if not all(1 <= src <= furthest and OFF <= dst < BAR for src, dst in moves):
        return PlayFault.NO_SUCH_POINT
    if any(src <= dst for src, dst in moves):
        return PlayFault.WRONG_DIRECTION
    dice = [_dice_needed(move, high, low) for move in moves]
    if 0 in dice:
        return PlayFault.WRONG_DISTANCE
    if sum(dice) > (4 if high == low else 2):
        return PlayFault.TOO_MANY_MOVES
    return None


def _dice_needed(move: Move, high: int, low: int) -> int:
    """The smallest number of dice that carry one checker this far; 0 if none do."""
    dst = move.dst
    distance = _distance(move)
    if high == low:
        dice, rest = divmod(distance, high)
        if rest and dst == OFF:
            dice, rest = dice + 1, 0
        return 0 if rest or dice > 4 else dice
    if distance in (high, low) or (dst == OFF and distance < high):
        return 1
    return 2 if distance == high + low or (dst == OFF and distance < high + low) else 0


def _distance(move: Move) -> int:
    return min(move.src, BAR) - move.dst


def _lines(moves: Sequence[Move], high: int, low: int, opp: Sequence[int]) -> Iterator[tuple[_Step, ...]]:
    """Yield the assignments of one die to each pair, rearmost first."""
    if high == low:
        steps = [step for move in moves for step in _steps_of_double(move, high)]
        yield tuple(sorted(steps, reverse=True))
        return
    if not moves:
        yield ()
        return
    orders = ((high, low), (low, high))
    if len(moves) == 2:
        for order in orders:
            if all(_fits(move, die) for move, die in zip(moves, order, strict=True)):
                yield tuple((*move, die) for move, die in zip(moves, order, strict=True))
        return
    yield from _lines_of_one(moves[0], orders, opp)


def _lines_of_one(
    move: Move, orders: Sequence[tuple[int, int]], opp: Sequence[int]
) -> Iterator[tuple[_Step, ...]]:
    """Yield the ways to play one pair with two different dice: one die, or both with a stop in between."""
    src, dst = move
    singles = [((src, dst, die),) for die, _ in orders if _fits(move, die)]
    yield from singles
    # What one die explains, `4/off` of 4-1, was certainly not a hit on the way that nobody wrote down.
    through = [
        ((src, stop, die), (stop, dst, other))
        for die, other in orders
        if (stop := landing(src, die)) > OFF
        and _fits(Move(stop, dst), other)
        and not (singles and opp[25 - stop])
    ]
    # The emptiest stop first: no star on the way means that nothing was hit there.
    yield from sorted(through, key=lambda line: opp[25 - line[0][1]])


def _steps_of_double(move: Move, die: int) -> Iterator[_Step]:
    src, dst = move
    while src > dst:
        stop = max(landing(src, die), dst)
        yield (src, stop, die)
        src = stop


def _fits(move: Move, die: int) -> bool:
    return _distance(move) == die or (move.dst == OFF and move.src < die)


def _followed(
    position: Position, line: Sequence[_Step], high: int, low: int, variant: Variant
) -> Judgement | PlayFault:
    """The judgement on an assignment: a legal play, or its first fault."""
    own, opp = position.lists()
    waiting, steps = list(line), list[Move]()
    while waiting:
        entries = entered_in(steps, variant)
        # A step may have to wait for another: a checker that comes home lets the others hit (V3).
        step = next((step for step in waiting if not _step_fault(own, opp, step, entries)), waiting[0])
        fault = _step_fault(own, opp, step, entries)
        if fault is not None:
            return fault
        put(own, opp, step[0], step[1])
        waiting.remove(step)
        steps.append(Move(step[0], step[1]))
    result = Position.from_lists(own, opp)
    # C5: the last checker off ends the game, whatever die is left.
    fault = None if result.has_won else _turn_fault(position, result, line, high, low, variant)
    return fault or Judgement(PlayVerdict.LEGAL, None, tuple(steps), result)


def _turn_fault(
    position: Position, result: Position, line: Sequence[_Step], high: int, low: int, variant: Variant
) -> PlayFault | None:
    """The fault of a sequence of legal moves as a whole turn (B6 to B9)."""
    own, opp = result.lists()
    if high == low:
        # Every way to play a double to its end takes the same number of moves, so a play that
        # cannot go on is as long as any (B8).
        entries = entered_in([(src, dst) for src, dst, _ in line], variant)
        is_short = len(line) < 4 and bool(movable(own, opp, high, entries=entries))
    else:
        is_short = len(line) < 2 and _leaves_a_die(position, result, line, high, low, variant)
    if is_short:
        return PlayFault.UNDER_PLAY if line else PlayFault.FALSE_DANCE
    if len(line) == 1 and high != line[0][2] and movable(*position.lists(), high):
        return PlayFault.HIGHER_DIE
    return None


def _step_fault(
    own: Sequence[int], opp: Sequence[int], step: _Step, entries: Sequence[int]
) -> PlayFault | None:
    src, dst, die = step
    if src >= len(own) or not own[src]:
        return PlayFault.NO_CHECKER
    if dst != OFF and opp[25 - dst] > 1:
        return PlayFault.BLOCKED
    if own[BAR] and src != BAR:
        return PlayFault.BAR_IGNORED
    if dst == OFF and any(own[HOME + 1 : MAY_HIT]):
        return PlayFault.BEAR_OFF_TOO_EARLY
    if dst == OFF and src < die and any(own[src + 1 : MAY_HIT]):
        return PlayFault.HIGHER_CHECKER_LEFT
    if dst != OFF and opp[25 - dst] and len(own) > OUTSIDE and not own[MAY_HIT]:
        return PlayFault.HIT_TOO_EARLY
    return PlayFault.MOVED_ON_TOO_EARLY if entries.count(src) >= own[src] else None


def _leaves_a_die(
    position: Position, result: Position, line: Sequence[_Step], high: int, low: int, variant: Variant
) -> bool:
    """Whether more of two different dice could have been played than none or one (B6, B9)."""
    own, opp = result.lists()
    if not line:
        return bool(movable(own, opp, high) or movable(own, opp, low))
    src, dst, die = line[0]
    entries = entered_in([(src, dst)], variant)
    return bool(movable(own, opp, high + low - die, entries=entries)) or _can_play_both(
        position, high, low, variant
    )


def _can_play_both(position: Position, high: int, low: int, variant: Variant) -> bool:
    for first, second in ((high, low), (low, high)):
        for src in movable(*position.lists(), first):
            own, opp = position.lists()
            move = Move(src, landing(src, first))
            put(own, opp, *move)
            if movable(own, opp, second, entries=entered_in([move], variant)):
                return True
    return False


def faulty_move(
    position: Position, dice: tuple[int, int], moves: Sequence[Move], fault: PlayFault
) -> Move | None:
    """Return the move that a fault of a play is about; `None` if it is about the whole play."""
    if fault is PlayFault.WRONG_DIRECTION:
        return next((move for move in moves if move.src <= move.dst), None)
    if fault is PlayFault.NO_SUCH_POINT:
        return next(
            (move for move in moves if not (OFF < move.src <= OUTSIDE and OFF <= move.dst < BAR)), None
        )
    if fault is PlayFault.WRONG_DISTANCE:
        return next((move for move in moves if not _dice_needed(move, *in_order(dice))), None)
    own, opp = position.lists()
    for move in sorted(moves, reverse=True):
        if _step_fault(own, opp, (*move, _distance(move)), ()) is fault or (
            fault is PlayFault.HIGHER_CHECKER_LEFT and move.dst == OFF and any(own[move.src + 1 : MAY_HIT])
        ):
            return move
        put(own, opp, *move)
    return None


def _stood(position: Position, moves: Sequence[Move], fault: PlayFault, furthest: int) -> Judgement:
    """The judgement on a faulty play, with as many of its moves as the board permits."""
    own, opp = position.lists()
    verdict = PlayVerdict.ILLEGAL
    waiting, steps = list(moves), []
    while waiting:
        src, dst = waiting.pop(0)
        # A checker that moves on from a held point only passes it.
        while _is_held(opp, dst) and (onward := _find_from(waiting, dst)) is not None:
            dst = waiting.pop(onward).dst
        impossible = _impossible(own, opp, Move(src, dst), furthest)
        if impossible is None:
            put(own, opp, src, dst)
            steps.append(Move(src, dst))
        elif verdict is PlayVerdict.ILLEGAL:
            verdict, fault = PlayVerdict.IMPOSSIBLE, impossible
    return Judgement(verdict, fault, tuple(steps), Position.from_lists(own, opp))


def _impossible(own: Sequence[int], opp: Sequence[int], move: Move, furthest: int) -> PlayFault | None:
    src, dst = move
    if not (OFF < src <= furthest and OFF <= dst < BAR):
        return PlayFault.NO_SUCH_POINT
    if src >= len(own) or not own[src]:
        return PlayFault.NO_CHECKER
    return PlayFault.BLOCKED if _is_held(opp, dst) else None


def _is_held(opp: Sequence[int], dst: int) -> bool:
    return OFF < dst < BAR and opp[25 - dst] > 1


def _find_from(moves: Sequence[Move], src: int) -> int | None:
    return next((index for index, move in enumerate(moves) if move.src == src), None)
