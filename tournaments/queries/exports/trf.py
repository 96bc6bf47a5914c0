"""The report of a stage in FIDE's format, for Swiss and round robin, and every other format without a bracket."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tournaments.exchange.trf import TrfGame, TrfHead, TrfPlayer, TrfResult, trf
from tournaments.formats import FORMATS, HandKind, Pairing, Result, Shape, Standing, State
from tournaments.models import Stage
from tournaments.queries.state import StageState, state_of_read

# Ratings of the state are in billionths of a point.
_BILLIONTHS = 10**9
_GIVEN = {0: TrfResult.MISSED, 1: TrfResult.HALF_BYE, 2: TrfResult.FULL_BYE}
_SHAPES = frozenset({Shape.ROUNDS, Shape.TABLE})


def has_report(stage: Stage) -> bool:
    """Say whether the format of a stage fits a report: everybody plays rounds, and nobody is on a line of a bracket."""
    return FORMATS[stage.format].shape in _SHAPES


def report_of(stage: Stage) -> str | None:
    """Return the report of a stage; None before its draw, and where the format does not fit."""
    state = state_of_read(stage) if has_report(stage) else None
    if state is None:
        return None
    standings = {one.entrant: one for one in state.format.standings(state.state)}
    lines = sorted(
        (entry for entry in state.state.entries if entry.line is not None), key=lambda entry: entry.line or 0
    )
    ranks = {entry.uid: rank for rank, entry in enumerate(lines, start=1)}
    games = _games(state.state, ranks)
    players = [
        _player(state, entry.uid, ranks[entry.uid], entry.rating, standings.get(entry.uid), games[entry.uid])
        for entry in lines
    ]
    return trf(_head(state), players)


def _head(state: StageState) -> TrfHead:
    stage = state.stage
    event, tournament = stage.event, stage.event.tournament
    return TrfHead(
        name=f"{tournament.name}, {event.name}",
        city=tournament.city,
        begins=tournament.starts_on,
        ends=tournament.ends_on,
        system=stage.format,
        rounds=len(state.format.rounds(state.state)),
    )


def _player(
    state: StageState,
    uid: str,
    rank: int,
    rating: int | None,
    standing: Standing | None,
    games: Mapping[int, TrfGame],
) -> TrfPlayer:
    half_points = 0
    if standing is not None:
        half_points = 2 * standing.wins if standing.half_points is None else standing.half_points
    return TrfPlayer(
        rank=rank,
        name=state.entrants[uid].name,
        rating=None if rating is None else rating // _BILLIONTHS,
        federation="",
        half_points=half_points,
        place=rank if standing is None else standing.place,
        rounds=games,
    )


def _games(state: State, ranks: Mapping[str, int]) -> dict[str, dict[int, TrfGame]]:
    """Return the rounds of every entrant by number."""
    games: dict[str, dict[int, TrfGame]] = {uid: {} for uid in ranks}
    results = {result.place: result for result in state.results}
    for pairing in state.pairings:
        for uid in pairing.entrants:
            other = next((one for one in pairing.entrants if one != uid), "")
            if uid in games:
                result = _result_of(pairing, results.get(pairing.place), uid)
                games[uid][pairing.round] = TrfGame(ranks.get(other, 0), uid == pairing.one, result)
    newest = max((pairing.round for pairing in state.pairings), default=0)
    for uid, number, game in _missed(state):
        if uid in games and number <= newest:
            games[uid].setdefault(number, game)
    return games


def _missed(state: State) -> Iterator[tuple[str, int, TrfGame]]:
    """Yield the rounds missed with notice, with what the director gave for them."""
    for order in state.by_hand:
        if order.kind is HandKind.MISS:
            yield order.entrants[0], order.round, TrfGame(0, is_first=False, result=_GIVEN[order.half_points])


def _result_of(pairing: Pairing, result: Result | None, uid: str) -> TrfResult:
    if pairing.is_bye:
        return TrfResult.BYE
    if result is None:
        return TrfResult.OPEN
    if result.winner == uid:
        return TrfResult.WIN if result.is_played else TrfResult.WALKOVER
    return TrfResult.LOSS if result.is_played else TrfResult.FORFEIT
