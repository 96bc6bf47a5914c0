"""Permissions for uploaded files."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from matches.models import Exhibit, ExhibitKind

from .viewing import dispute_to_see
from .visitor import Visitor


def photo_to_see(visitor: Visitor, uid: str) -> Exhibit:
    """Return the photo of a dispute, with its bytes, for anyone who may see the dispute."""
    photo = get_object_or_404(
        Exhibit.objects.select_related("dispute"), uid=uid, kind=ExhibitKind.PHOTO, photo__isnull=False
    )
    photo.dispute = dispute_to_see(visitor, photo.dispute.uid)
    return photo
