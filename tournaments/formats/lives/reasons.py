"""Why two entrants of an event of lives meet, and why one has a bye."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from tournaments.formats.abilities import PoolCosts
from tournaments.formats.base import Pairing, Reason, State
from tournaments.formats.latest import latest
from tournaments.formats.lives.finals import Finals, FinalsCause, finals_of
from tournaments.formats.lives.options import LivesOptions, Mode
from tournaments.formats.lives.pools import Pool, times_met
from tournaments.formats.lives.queue import waiting
from tournaments.formats.lives.rounds import PairedRound, pair_again
from tournaments.formats.lives.table import Life, LivesTable, table_of
from tournaments.formats.moments import as_before, when_made
from tournaments.formats.otherwise import ChosenRound, kept_together, next_best

_ENDINGS = {
    FinalsCause.LAST_TWO: "last_two",
    FinalsCause.THREE_LEFT: "three_left",
    FinalsCause.BRACKET: "lives_bracket",
}


def reasons(state: State, pairing: Pairing) -> tuple[Reason, ...]:
    """Return the grounds of a pairing, the weightiest first.

    | code | data | clause of docs/pairing/videau-lives.md |
    |---|---|---|
    | `no_longer_follows` | - | - |
    | `same_lives` | `one`, `two`, `lives` | C5 |
    | `nearest_lives` (not everybody could meet somebody with as many) | `one`, `two`, `lives`, `other_lives` | C5 |
    | `other_lives` (of a pairing made in the course of its round) | `one`, `two`, `lives`, `other_lives` | E |
    | `free_together` (no rounds) | `one`, `two`, `lives` | - |
    | `nobody_level_comes` (no rounds) | `one`, `two`, `lives`, `other_lives` | - |
    | `first_meeting` | `one`, `two` | A4 |
    | `met_before` | `one`, `two`, `times` | C6 |
    | `same_family`, `same_club`, `same_country` | `rule` that a round with fewer such pairs breaks more | C7 |
    | `same_family_in_any_round`, `same_club_in_any_round`, `same_country_in_any_round` | - | C7 |
    | `saves_bye` (who cannot win any more plays on) | `entrant` | B2 |
    | `odd_number` | `entrants` paired with each other | B4 |
    | `first_bye` | `entrant` | C3 |
    | `another_bye`, `second_bye` (nobody has had fewer) | `entrant`, `byes` before it | C3 |
    | `worst_record` | `entrant`, `lives`, `wins` | C4 |
    | `worst_record_left` (all with a weaker one have had more byes) | `entrant`, `lives`, `wins` | C3, C4 |
    | `nobody_level` (sits out) | `entrant`, `lives` | B3 |
    | `last_two`, `three_left`, `lives_bracket` | `lives` of all who were left | D1 to D3 |
    | `bye_by_lot` (of three) | `entrant` | D6 |
    | `bye_for_two_lives` | `entrant` | D5 |
    | `winner_of`, `advanced_by_bye`, `nobody_left` | `_bracket.Board.arrival` | D |
    | `next_best`, `decided_by_lot` | `_otherwise.next_best` | B5, C8 |
    | `no_other_way` | `entrant` | B4 |
    | `round_stands` (made in the course of the round, or before a correction) | `round` | E |
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
@latest("entries", "pairings", "results", "options", "seed", "now", "lot", "lots", "by_hand")
def _round_then(state: State, number: int) -> tuple[LivesTable, PairedRound]:
    """Return the table before a round, and the round paired from it."""
    table = table_of(as_before(state, number))
    return table, pair_again(table, state, number)


def costs_of_round(state: State, number: int) -> tuple[PoolCosts, ...]:
    """Return the costs of the pools of a round whose pairs are the best ones; a pool of two has no choice."""
    finals = finals_of(table_of(state))
    if LivesOptions.of(state.options).mode is not Mode.ROUNDS or (
        finals is not None and number >= finals.start
    ):
        return ()
    here = {frozenset(pairing.entrants) for pairing in state.pairings if pairing.round == number}
    pools = [pool for pool in _round_then(state, number)[1].pools if _is_paired(pool, here)]
    return tuple(
        PoolCosts(
            pool.facts.uids, "best", tuple((str(code), cost) for code, cost in pool.matching.costs.items())
        )
        for pool in pools
    )


def _is_paired(pool: Pool, here: Collection[frozenset[str]]) -> bool:
    """Say whether the best pairs of a pool, and its odd one, are those that were paired."""
    due = {frozenset(pair) for pair in pool.pairs}
    if pool.odd_one is not None:
        due.add(frozenset([pool.odd_one]))
    return due <= set(here)


def _of_queue(state: State, pairing: Pairing) -> Iterator[Reason]:
    row = next((one for one in state.pairings if one.place == pairing.place), pairing)
    table = table_of(replace(when_made(state, pairing), lot=row.lot))
    one, two = _lives(table, pairing)
    pool = _pool_with(pairing, waiting(table).pools)
    yield _by_lives(one, two, same="free_together", other="nobody_level_comes")
    yield from _meeting(one, two, pool)
    if pool is not None:
        yield _next_best(pool, pairing)


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
