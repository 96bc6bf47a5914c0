"""The rules of a draw that entrants break on the lines to which a director moved them."""

from collections.abc import Collection, Iterator

from tournaments.formats.apart import Apart
from tournaments.formats.base import Entry, Outline, Reason, Slot, State
from tournaments.formats.by_hand import kept_apart
from tournaments.formats.rounds import entries_of

_CLUB = frozenset({Apart.CLUB, Apart.CLUB_AND_COUNTRY})
_COUNTRY = frozenset({Apart.COUNTRY, Apart.CLUB_AND_COUNTRY})


def line_breaches(
    state: State, outline: Outline, entrants: Collection[str], *, is_seeded: bool
) -> Iterator[Reason]:
    """Yield what these entrants break where they stand now, each pair of opponents once.

    | reason | data | says |
    |---|---|---|
    | `line_seed` | `entrant`, `seed` | a seed stands where the draw did not put it |
    | `line_bye` | `entrant` | it has no opponent in its first round |
    | `line_seeds` | `one`, `two` | two seeds meet at once |
    | `hand_club`, `hand_country` | `one`, `two` | the options keep these two apart |
    | `hand_met_before` | `one`, `two` | they have met in this event |
    | `hand_apart` | `one`, `two` | the director keeps them apart |
    """
    entries = entries_of(state)
    pairs: set[frozenset[str]] = set()
    for uid in entrants:
        entry, slot = entries[uid], _first_slot(outline, uid)
        if is_seeded and entry.seed is not None and entry.is_moved:
            yield Reason("line_seed", {"entrant": uid, "seed": entry.seed})
        if slot is None:
            continue
        if slot.is_bye:
            yield Reason("line_bye", {"entrant": uid})
        elif len(slot.entrants) > 1 and frozenset(slot.entrants) not in pairs:
            pairs.add(frozenset(slot.entrants))
            yield from _of_opponents(state, *(entries[one] for one in slot.entrants), is_seeded=is_seeded)


def _first_slot(outline: Outline, uid: str) -> Slot | None:
    return next(iter(outline.path(uid)), None)


def _of_opponents(state: State, one: Entry, two: Entry, *, is_seeded: bool) -> Iterator[Reason]:
    names: dict[str, str | int] = {"one": one.uid, "two": two.uid}
    apart = getattr(state.options, "apart", Apart.NOBODY)
    if is_seeded and one.seed is not None and two.seed is not None:
        yield Reason("line_seeds", names)
    if apart in _CLUB and one.club and one.club == two.club:
        yield Reason("hand_club", names)
    if apart in _COUNTRY and one.country and one.country == two.country:
        yield Reason("hand_country", names)
    if frozenset((one.uid, two.uid)) in kept_apart(state, 1):
        yield Reason("hand_apart", names)
    own = {pairing.entrants for pairing in state.pairings}
    if sum({one.uid, two.uid} == set(pair) for pair in state.meetings) > sum(
        {one.uid, two.uid} == set(seated) for seated in own
    ):
        yield Reason("hand_met_before", names)
