"""Why two entrants of an event of lives meet, and why one has a bye."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from tournaments.formats.base import Entry, Pairing, Reason, State
from tournaments.formats.latest import latest
from tournaments.formats.lives.finals import Finals, FinalsCause, finals_of
from tournaments.formats.lives.options import Mode
from tournaments.formats.lives.pools import Pool, times_met
from tournaments.formats.lives.queue import waiting
from tournaments.formats.lives.rounds import PairedRound, pair_again
from tournaments.formats.lives.table import Life, LivesTable, as_before, table_of
from tournaments.formats.otherwise import ChosenRound, kept_together, next_best

_ENDINGS = {
    FinalsCause.LAST_TWO: "last_two",
    FinalsCause.THREE_LEFT: "three_left",
    FinalsCause.BRACKET: "lives_bracket",
}


def reasons(state: State, pairing: Pairing) -> tuple[Reason, ...]:
    """Return the grounds of a pairing, the weightiest first.

    | code | data |
    |---|---|
    | `no_longer_follows` | - |
    | `same_lives` | `one`, `two`, `lives` |
    | `nearest_lives` (not everybody could meet somebody with as many) | `one`, `two`, `lives`, `other_lives` |
    | `other_lives` (of a pairing made in the course of its round) | `one`, `two`, `lives`, `other_lives` |
    | `free_together` (no rounds) | `one`, `two`, `lives` |
    | `nobody_level_comes` (no rounds) | `one`, `two`, `lives`, `other_lives` |
    | `first_meeting` | `one`, `two` |
    | `met_before` | `one`, `two`, `times` |
    | `same_family`, `same_club`, `same_country` | `rule` that a round with fewer such pairs breaks more |
    | `same_family_in_any_round`, `same_club_in_any_round`, `same_country_in_any_round` | - |
    | `saves_bye` (who cannot win any more plays on) | `entrant` |
    | `odd_number` | `entrants` paired with each other |
    | `first_bye` | `entrant` |
    | `another_bye`, `second_bye` (nobody has had fewer) | `entrant`, `byes` before it |
    | `worst_record` | `entrant`, `lives`, `wins` |
    | `worst_record_left` (all with a weaker one have had more byes) | `entrant`, `lives`, `wins` |
    | `nobody_level` (sits out) | `entrant`, `lives` |
    | `last_two`, `three_left`, `lives_bracket` | `lives` of all who were left |
    | `bye_by_lot` (of three) | `entrant` |
    | `bye_for_two_lives` | `entrant` |
    | `winner_of`, `advanced_by_bye`, `nobody_left` | `_bracket.Board.arrival` |
    | `next_best`, `decided_by_lot` | `_otherwise.next_best` |
    | `no_other_way` | `entrant` |
    | `round_stands` (made in the course of the round, or before a correction) | `round` |
    """
    table = table_of(state)
    if any(uid not in table.lives for uid in pairing.entrants):
        return (Reason("no_longer_follows"),)
    finals = finals_of(table)
    if finals is not None and pairing.round >= finals.start:
        return tuple(_of_finals(finals, table, pairing))
    if table.options.mode is Mode.ROUNDS:
        return tuple(_of_round(state, pairing))
    return tuple(_of_queue(state, pairing))


def _of_finals(finals: Finals, table: LivesTable, pairing: Pairing) -> Iterator[Reason]:
    board = finals.board
    sources = next((sources for place, *sources in board.plan.places() if place == pairing.place), [])
    if not sources or set(board.seats[pairing.place].entrants) != set(pairing.entrants):
        yield Reason("no_longer_follows")
    elif pairing.round > finals.start:
        yield from (board.arrival(source) for source in sources)
    else:
        there = [uid for uid in board.lines if uid is not None]
        lives = sum(table.lives[uid].lives_after(finals.start - 1) for uid in there if isinstance(uid, str))
        yield Reason(_ENDINGS[finals.ending], {"lives": lives})
        if pairing.is_bye:
            code = "bye_for_two_lives" if finals.ending is FinalsCause.BRACKET else "bye_by_lot"
            yield Reason(code, {"entrant": pairing.one})


def _of_round(state: State, pairing: Pairing) -> Iterator[Reason]:
    table, round_ = _round_then(state, pairing.round)
    pool = _pool_with(pairing, round_.pools)
    is_alone = pairing.one in round_.alone
    if pairing.is_bye:
        yield from _of_bye(table.lives[pairing.one], is_alone=is_alone, pool=pool)
    else:
        one, two = _lives(table, pairing)
        yield _by_lives(one, two, same="same_lives", other="other_lives" if pool is None else "nearest_lives")
        yield from _meeting(one, two, pool)
        able = {life.entrant for life in table.leaders}
        yield from (Reason("saves_bye", {"entrant": uid}) for uid in pairing.entrants if uid not in able)
    if pool is not None:
        yield _next_best(pool, pairing)
    elif not (pairing.is_bye and is_alone):
        yield Reason("round_stands", {"round": pairing.round})


# All explanations of a round use the same pairing.
@latest("entries", "pairings", "results", "options", "seed", "now", "lot", "lots")
def _round_then(state: State, number: int) -> tuple[LivesTable, PairedRound]:
    """Return the table before a round, and the round paired from it."""
    table = table_of(as_before(state, number))
    return table, pair_again(table, state, number)


def _of_queue(state: State, pairing: Pairing) -> Iterator[Reason]:
    row = next((one for one in state.pairings if one.place == pairing.place), pairing)
    table = table_of(replace(_when_made(state, pairing), lot=row.lot))
    one, two = _lives(table, pairing)
    pool = _pool_with(pairing, waiting(table).pools)
    yield _by_lives(one, two, same="free_together", other="nobody_level_comes")
    yield from _meeting(one, two, pool)
    if pool is not None:
        yield _next_best(pool, pairing)


def _when_made(state: State, pairing: Pairing) -> State:
    """Return the state at the moment a pairing was made; by the rounds if no times are known."""
    at = next((other.made_at for other in state.pairings if other.place == pairing.place), None)
    if at is None:
        return as_before(state, pairing.round)
    return replace(
        state,
        entries=tuple(_as_of(entry, at) for entry in state.entries),
        pairings=tuple(other for other in state.pairings if other.made_at is not None and other.made_at < at),
        results=tuple(result for result in state.results if result.at is not None and result.at <= at),
    )


def _as_of(entry: Entry, at: datetime) -> Entry:
    """Return an entry as it was then; a withdrawal without a time counts as later."""
    has_left = entry.is_withdrawn and entry.withdrawn_at is not None and entry.withdrawn_at <= at
    return entry if has_left else replace(entry, is_withdrawn=False)


def _by_lives(one: Life, two: Life, *, same: str, other: str) -> Reason:
    data: dict[str, str | int] = {"one": one.entrant, "two": two.entrant, "lives": one.lives}
    return Reason(same, data) if one.lives == two.lives else Reason(other, {**data, "other_lives": two.lives})


def _meeting(one: Life, two: Life, pool: Pool | None) -> Iterator[Reason]:
    times = times_met(one, two)
    data: dict[str, str | int] = {"one": one.entrant, "two": two.entrant}
    yield Reason("met_before", {**data, "times": times}) if times else Reason("first_meeting", data)
    if pool is not None:
        numbers = sorted(pool.facts.uids.index(life.entrant) for life in (one, two))
        yield from kept_together(_chosen(pool), *numbers)


def _of_bye(life: Life, *, is_alone: bool, pool: Pool | None) -> Iterator[Reason]:
    data: dict[str, str | int] = {"entrant": life.entrant}
    if is_alone:
        yield Reason("nobody_level", {**data, "lives": life.lives})
    if pool is not None:
        yield Reason("odd_number", {"entrants": len(pool.lives)})
    byes = len(life.record.byes)
    if not byes:
        yield Reason("first_bye", data)
    elif pool is not None and byes == min(pool.facts.byes):
        yield Reason("second_bye", {**data, "byes": byes})
    else:
        yield Reason("another_bye", {**data, "byes": byes})
    if pool is not None and (code := _in_turn(pool, life.entrant)):
        yield Reason(code, {**data, "lives": life.lives, "wins": life.wins})


def _in_turn(pool: Pool, uid: str) -> str:
    """Return the code that says whether entrants with weaker records have had more byes, or nobody has a weaker one."""
    facts, player = pool.facts, pool.facts.uids.index(uid)
    weaker = [
        byes for byes, rank in zip(facts.byes, facts.records, strict=True) if rank < facts.records[player]
    ]
    if not weaker:
        return "worst_record"
    return "worst_record_left" if min(weaker) > facts.byes[player] else ""


def _pool_with(pairing: Pairing, pools: Iterable[Pool]) -> Pool | None:
    """Return the pool with this pairing among its best pairs; None if there is none."""
    for pool in pools:
        pairs = {frozenset(pair) for pair in pool.pairs}
        if pool.odd_one is not None:
            pairs.add(frozenset([pool.odd_one]))
        if frozenset(pairing.entrants) in pairs:
            return pool
    return None


def _next_best(pool: Pool, pairing: Pairing) -> Reason:
    """Return the cost of the best pairs without this one, and the opponent of its entrant in them."""
    uids = pool.facts.uids
    player = uids.index(pairing.one)
    other = None if pairing.two is None else uids.index(pairing.two)
    instead = pool.field.without(player, other)
    if instead is None:
        return Reason("no_other_way", {"entrant": pairing.one})
    reason = next_best(_chosen(pool), instead, player, other)
    # Entrants with equal lots stand in random order.
    return replace(reason, code="decided_by_lot") if reason.code == "equally_good" else reason


def _chosen(pool: Pool) -> ChosenRound:
    return ChosenRound(
        pool.field, pool.facts.uids, pool.matching.costs, pool.matching.bye, "lives", pool.facts.lives
    )


def _lives(table: LivesTable, pairing: Pairing) -> tuple[Life, Life]:
    one, two = (table.lives[uid] for uid in pairing.entrants)
    return one, two
