"""What a stage answers once a director has closed it, and before that: as its format says.

A closed stage is complete with the standings that it had. Nothing is paired, nobody comes in, and whatever is undecided
is cancelled. Of a round paired as a whole in which a match is cancelled, the byes are too: they had not counted yet.
"""

from dataclasses import replace

from tournaments.formats.base import Format, Pairing, Standing, State


def is_complete(rules: Format, state: State) -> bool:
    """Say whether no further match can follow."""
    return (state.is_closed and bool(state.size)) or rules.is_complete(state)


def standings(rules: Format, state: State) -> tuple[Standing, ...]:
    """Return the standings, best first; in a closed stage nobody is still in."""
    rows = rules.standings(state)
    return tuple(replace(row, is_in=False) for row in rows) if state.is_closed else rows


def champion(rules: Format, state: State) -> str | None:
    """Return the champion: of a closed stage the only entrant in first place, None if that is shared."""
    if not state.is_closed:
        return rules.champion(state)
    first = [row.entrant for row in rules.standings(state) if row.place == 1]
    return first[0] if len(first) == 1 else None


def open_lines(rules: Format, state: State) -> tuple[int, ...]:
    """Return the lines that a late entrant may still take, in order of preference."""
    return () if state.is_closed else rules.open_lines(state)


def next_pairings(rules: Format, state: State) -> tuple[Pairing, ...]:
    """Return the pairings that are certain and do not exist yet."""
    return () if state.is_closed else rules.next_pairings(state)


def undecided(rules: Format, state: State) -> tuple[Pairing, ...]:
    """Return the pairings that closing a stage cancels."""
    results = {result.place for result in state.results}
    open_pairings = [
        pairing for pairing in state.pairings if not pairing.is_bye and pairing.place not in results
    ]
    if not rules.pairs_at_once(state.options):
        return tuple(open_pairings)
    numbers = {pairing.round for pairing in open_pairings}
    byes = [pairing for pairing in state.pairings if pairing.is_bye and pairing.round in numbers]
    return (*open_pairings, *byes)
