"""Who may share prizes: those who have won them, and the two who play a final for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats import RoundName
from tournaments.models import Draw, Entrant, Event, Pairing
from tournaments.payouts import SplitOffer
from tournaments.queries.state import declared_rounds, named_round

from .prizes import PrizeFlight, PrizeList, prize_list

_LAST_MATCHES = frozenset({RoundName.FINAL, RoundName.GRAND_FINAL, RoundName.RECHARGE})
_PLACES = 2


@dataclass(frozen=True, slots=True)
class PrizeFinal:
    """A final that is not over: the names of the two by uid, and the prizes that they play for."""

    names: Mapping[str, str]
    prizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SplitClaims:
    """The prizes that can be shared: what each winner has won in the flights that are over, and the finals to come."""

    won: Mapping[str, Sequence[int]]
    names: Mapping[str, str]
    finals: tuple[PrizeFinal, ...]

    def together(self, entrants: Collection[str]) -> int:
        """Return what these entrants have won together, or play for in their final; 0 for others."""
        final = self.final_of(entrants)
        own = sum(sum(self.won.get(uid, ())) for uid in entrants)
        if final is not None:
            return own + sum(final.prizes)
        return own if all(self.won.get(uid) for uid in entrants) else 0

    def least(self, entrant: str) -> int:
        """Return what an entrant keeps in any split: the prizes of all its flights but the first."""
        return sum(self.won.get(entrant, ())[1:])

    def final_of(self, entrants: Collection[str]) -> PrizeFinal | None:
        """Return the final of exactly these two, if it is to be played."""
        return next((final for final in self.finals if final.names.keys() == set(entrants)), None)

    def partners_of(self, entrant: str) -> Mapping[str, str]:
        """Return the names of those with whom an entrant can share, by uid, with its own."""
        final = next((final for final in self.finals if entrant in final.names), None)
        if final is not None:
            return final.names
        return self.names if entrant in self.names else {}


def split_claims(event: Event, prizes: PrizeList | None) -> SplitClaims:
    """Return what the entrants of an event can share; three queries at most, where a flight is not over."""
    won: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    lines = () if prizes is None else prizes.lines
    for line in lines:
        # An entry in another event cannot be shared.
        if line.entrant is not None and line.seat is None:
            won.setdefault(line.entrant.uid, []).append(line.amount)
            names[line.entrant.uid] = line.entrant.name
    open_flights = () if prizes is None else (flight for flight in prizes.flights if not flight.is_final)
    return SplitClaims(won, names, tuple(_finals(event, open_flights)))


def _finals(event: Event, flights: Iterable[PrizeFlight]) -> Iterator[PrizeFinal]:
    """Yield the finals of these flights that are paired and not over."""
    prizes = {flight.stage.pk: flight.lines[:_PLACES] for flight in flights if flight.stage is not None}
    played_for = {key: lines for key, lines in prizes.items() if len(lines) == _PLACES}
    if not played_for:
        return
    draws = Draw.objects.filter(stage__in=played_for, voided_at=None, purpose="placement")
    drawn = {draw.stage_id: draw for draw in draws.select_related("stage")}
    rows = Pairing.objects.filter(stage__in=drawn, cancelled_at=None, match__final_at=None)
    finals = [
        (row.stage_id, row.match)
        for row in rows.filter(match__isnull=False).select_related("match")
        if row.match is not None and _is_last(drawn[row.stage_id], row.round)
    ]
    sides = {side for _stage, match in finals for side in (match.one_id, match.two_id)}
    entrants = Entrant.objects.filter(event=event, side__in=sides).select_related("side") if sides else ()
    by_side = {entrant.side_id: entrant for entrant in entrants}
    for stage, match in finals:
        names = {by_side[side].uid: by_side[side].name for side in (match.one_id, match.two_id)}
        yield PrizeFinal(names, tuple(line.amount for line in played_for[stage]))


def _is_last(draw: Draw, number: int) -> bool:
    """Whether a round is the final of a stage, or the match that follows it."""
    declared = named_round(draw.stage, declared_rounds(draw.stage, draw), number)
    return declared is not None and declared.name in _LAST_MATCHES


@dataclass(frozen=True, slots=True)
class OwnSplit:
    """With whom an entrant can share its prizes, by uid, and the splits proposed to it or agreed on by all."""

    partners: Mapping[str, str]
    prizes: PrizeList | None
    is_final_open: bool
    together: int
    offers: tuple[SplitOffer, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to share."""
        return not self.partners and not self.offers


def own_split(entrant: Entrant) -> OwnSplit:
    """Return what an entrant can share; seven queries at most."""
    prizes = prize_list(entrant.event)
    claims = split_claims(entrant.event, prizes)
    partners = claims.partners_of(entrant.uid)
    payout = None if prizes is None else prizes.payout
    splits = () if payout is None else payout.splits
    agreed = tuple(SplitOffer(split, split.entrants) for split in splits)
    offers = () if payout is None else payout.offers
    return OwnSplit(
        partners,
        prizes,
        claims.final_of(partners) is not None,
        claims.together(partners),
        tuple(one for one in (*offers, *agreed) if entrant.uid in one.split.entrants),
    )
