"""Exhibits of a dispute: positions, clock times, photos and game records."""

from __future__ import annotations

from matches.actions import exhibits
from matches.errors import FileClosed, InvalidExhibit, NotYourMatch
from matches.models import Appeal, Dispute, Exhibit, ExhibitKind, GameRecord, Player
from tournaments.actions.permissions import is_director
from tournaments.actions.results.transaction import SHORT_TEXT, event_of, on_match, text_within
from tournaments.acts.disputes import ExhibitAdded
from tournaments.models import DIRECT, Origin
from tournaments.queries.entrants.teams import voice_of


def add(
    dispute: Dispute,
    *,
    by: Player | None,
    kind: str,
    xgid: str = "",
    clocks: tuple[int | None, int | None] = (None, None),
    photo: bytes = b"",
    record: GameRecord | None = None,
    note: str = "",
    origin: Origin = DIRECT,
) -> Exhibit:
    """Add an exhibit to a dispute, as a player or director; clocks in seconds, side one first.

    Raise FileClosed unless the dispute or an appeal is open, and InvalidExhibit with the name of the invalid
    field. An identical exhibit returns the existing row.
    """
    if voice_of(dispute.match, by) is None and not is_director(event_of(dispute.match).tournament, by):
        raise NotYourMatch
    words = text_within(note, SHORT_TEXT)
    with on_match(dispute.match, by=by, origin=origin, is_appeal=True) as tx:
        current = Dispute.objects.select_related("match").get(pk=dispute.pk)
        if not is_open(current):
            raise FileClosed
        count = current.exhibits.count()
        match kind:
            case ExhibitKind.POSITION:
                exhibit = exhibits.keep_position(current, by=by, xgid=text_within(xgid, 120), note=words)
            case ExhibitKind.CLOCKS:
                exhibit = exhibits.keep_clocks(current, by=by, clocks=clocks, note=words)
            case ExhibitKind.PHOTO:
                exhibit = exhibits.keep_photo(current, by=by, photo=photo, note=words)
            case ExhibitKind.RECORD if record is not None:
                exhibit = exhibits.keep_record(current, by=by, record=record, note=words)
            case _:
                raise InvalidExhibit(field="kind", reason="")
        if current.exhibits.count() > count:
            act = ExhibitAdded(
                tx.match.uid, dispute=current.uid, exhibit=exhibit.uid, kind=ExhibitKind(exhibit.kind)
            )
            tx.note(act)
    return exhibit


def is_open(dispute: Dispute) -> bool:
    """Whether exhibits can still be added: the dispute or an appeal is open."""
    return dispute.is_open or Appeal.objects.filter(dispute=dispute, decided_at=None).exists()
