"""What made the two sides of pairings opponents: the format, cards, a director or one of the two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.formats import FORMATS, ByChallenge, Shape
from tournaments.models import Draw, Pairing, Seat, StageEntry
from tournaments.ratings.counting import PairedBy


@dataclass(frozen=True, slots=True)
class Opponents:
    """What is known of some pairings: the draws made with cards, and the pairings that a director made or placed."""

    by_hand: frozenset[int]
    placed: frozenset[int]

    def paired_by(self, pairing: Pairing) -> PairedBy:
        """Return what made these two opponents."""
        if pairing.pk in self.placed and not _is_by_choice(pairing):
            return PairedBy.DECISION
        return self.drawn_by(pairing)

    def drawn_by(self, pairing: Pairing) -> PairedBy:
        """Return what would have made these two opponents if no director had placed anybody."""
        if _is_by_choice(pairing):
            return PairedBy.CHOICE
        return PairedBy.HAND if pairing.draw_id in self.by_hand and _follows(pairing) else PairedBy.FORMAT


def opponents_of(pairings: Sequence[Pairing]) -> Opponents:
    """Read what made the sides of these pairings opponents; three queries, four if a director paired by hand.

    Their stages are loaded.
    """
    draws = list(
        Draw.objects.filter(pk__in={pairing.draw_id for pairing in pairings}).only("is_by_hand", "placement")
    )
    return Opponents(
        by_hand=frozenset(draw.pk for draw in draws if draw.is_by_hand),
        placed=_placed_by_director(pairings, draws) | _paired_by_director(pairings),
    )


def _is_by_choice(pairing: Pairing) -> bool:
    return isinstance(FORMATS[pairing.stage.format], ByChallenge)


def _placed_by_director(pairings: Iterable[Pairing], draws: Iterable[Draw]) -> frozenset[int]:
    """Return the pairings that follow from a line on which a director placed an entrant; two queries.

    The line differs from that of the draw, and neither a late entry nor another stage explains it.
    """
    lines = {draw.pk: {uid: line for line, uid in enumerate(draw.placement) if uid} for draw in draws}
    by_lines = {pairing.pk: pairing for pairing in pairings if _is_by_lines(pairing)}
    seats = list(Seat.objects.filter(pairing__in=by_lines).order_by().values_list("pairing_id", "entrant_id"))
    entries = StageEntry.objects.filter(
        stage__in={pairing.stage_id for pairing in by_lines.values()},
        entrant__in={entrant for _pairing, entrant in seats},
    )
    rows = entries.values_list("stage_id", "entrant_id", "entrant__uid", "line", "is_late", "origin")
    placed = {
        (stage, entrant): (uid, line)
        for stage, entrant, uid, line, is_late, origin in rows
        if line is not None and not is_late and origin is None
    }
    movers = set()
    for key, entrant in seats:
        pairing = by_lines[key]
        uid, line = placed.get((pairing.stage_id, entrant), ("", None))
        if line is not None and lines.get(pairing.draw_id or 0, {}).get(uid) != line:
            movers.add(key)
    return frozenset(movers)


def _paired_by_director(pairings: Iterable[Pairing]) -> frozenset[int]:
    """Return the pairings whose two entrants a director paired by hand; at most one query."""
    by_key = {pairing.pk: pairing for pairing in pairings if pairing.stage.by_hand}
    if not by_key:
        return frozenset()
    seated: dict[int, list[str]] = {}
    for key, uid in Seat.objects.filter(pairing__in=by_key).values_list("pairing_id", "entrant__uid"):
        seated.setdefault(key, []).append(uid)
    return frozenset(
        key for key, uids in seated.items() if by_key[key].stage.is_by_hand(by_key[key].round, uids)
    )


def _is_by_lines(pairing: Pairing) -> bool:
    """Whether the lines of the two entrants alone make them opponents."""
    shape = FORMATS[pairing.stage.format].shape
    return shape is Shape.TABLE or (shape is Shape.BRACKET and pairing.round == 1)


def _follows(pairing: Pairing) -> bool:
    """Whether a draw made with cards decides the pairing: a whole bracket or table, and the first of other rounds."""
    return FORMATS[pairing.stage.format].shape in (Shape.BRACKET, Shape.TABLE) or pairing.round == 1
