"""The exhibits of a dispute: positions, clocks, photos and game records, each validated before it is stored."""

from __future__ import annotations

from django.utils.translation import gettext as _

from matches.errors import InvalidExhibit, PhotoTooLarge, TooManyExhibits
from matches.models import LARGEST_PHOTO, Dispute, Exhibit, ExhibitKind, GameRecord, Player
from rules.errors import RulesError
from rules.notation import xgid as notation

from .photos import without_metadata
from .suspending import LONGEST_CLOCK

# Enough for both sides, and a limit on the storage that one user can fill.
MOST_EXHIBITS = 30
MOST_PHOTOS = 8
_MIB = 1024 * 1024


def keep_position(dispute: Dispute, *, by: Player | None, xgid: str, note: str = "") -> Exhibit:
    """Store a position given as XGID; raise InvalidExhibit if it is invalid."""
    try:
        notation.decode(xgid)
    except RulesError as error:
        reason = _("This is not a position as an XGID writes it (%(problem)s).") % {"problem": error.code}
        raise InvalidExhibit(field="xgid", reason=reason) from error
    return _keep(Exhibit(dispute=dispute, kind=ExhibitKind.POSITION, xgid=xgid.strip(), by=by, note=note))


def keep_clocks(
    dispute: Dispute, *, by: Player | None, clocks: tuple[int | None, int | None], note: str = ""
) -> Exhibit:
    """Store the times of the clocks in seconds, side one first; at least one of them."""
    if clocks == (None, None):
        raise InvalidExhibit(field="clock_one", reason=_("Give what at least one clock shows."))
    if any(clock is not None and not 0 <= clock <= LONGEST_CLOCK for clock in clocks):
        raise InvalidExhibit(field="clock_one", reason=_("A clock shows minutes and seconds."))
    one, two = clocks
    return _keep(
        Exhibit(dispute=dispute, kind=ExhibitKind.CLOCKS, clock_one=one, clock_two=two, by=by, note=note)
    )


def keep_photo(dispute: Dispute, *, by: Player | None, photo: bytes, note: str = "") -> Exhibit:
    """Store a photo without its metadata; its first bytes determine its type. Raise PhotoTooLarge or InvalidExhibit."""
    if len(photo) > LARGEST_PHOTO:
        raise PhotoTooLarge(most=LARGEST_PHOTO // _MIB)
    kind = photo_type(photo)
    if not kind:
        raise InvalidExhibit(field="photo", reason=_("A photo is a JPEG, PNG or WebP file."))
    try:
        photo = without_metadata(photo, kind)
    except ValueError as error:
        reason = _("This photo is damaged. Take it again, or send a screenshot of it.")
        raise InvalidExhibit(field="photo", reason=reason) from error
    for exhibit in dispute.exhibits.filter(kind=ExhibitKind.PHOTO, by=by):
        if bytes(exhibit.photo or b"") == photo:
            return exhibit
    if dispute.exhibits.filter(kind=ExhibitKind.PHOTO).count() >= MOST_PHOTOS:
        raise TooManyExhibits(most=MOST_PHOTOS)
    return _keep(
        Exhibit(dispute=dispute, kind=ExhibitKind.PHOTO, photo=photo, photo_type=kind, by=by, note=note)
    )


def keep_record(dispute: Dispute, *, by: Player | None, record: GameRecord, note: str = "") -> Exhibit:
    """Add a game record of the match; raise InvalidExhibit for a record of another match."""
    if record.match_id != dispute.match_id:
        raise InvalidExhibit(field="record", reason=_("This is the record of another match."))
    return _keep(Exhibit(dispute=dispute, kind=ExhibitKind.RECORD, record=record, by=by, note=note))


def photo_type(data: bytes) -> str:
    """Return which of `PHOTO_TYPES` the first bytes of a photo show; empty if none."""
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    return ""


def _keep(exhibit: Exhibit) -> Exhibit:
    """Store the exhibit, unless the same person has just stored the same one, as after a double tap."""
    last = exhibit.dispute.exhibits.defer("photo").filter(by=exhibit.by).last()
    if last is not None and exhibit.kind != ExhibitKind.PHOTO and _said(last) == _said(exhibit):
        return last
    if exhibit.dispute.exhibits.count() >= MOST_EXHIBITS:
        raise TooManyExhibits(most=MOST_EXHIBITS)
    exhibit.save()
    return exhibit


def _said(exhibit: Exhibit) -> tuple[object, ...]:
    return (
        exhibit.kind,
        exhibit.xgid,
        exhibit.clock_one,
        exhibit.clock_two,
        exhibit.record_id,
        exhibit.note,
    )
