"""The file of a dispute: exhibits, and the appeal from its reason to the decision."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from matches.models import PHOTO_TYPES
from tournaments import access
from tournaments.api.renderers import AsItIs
from tournaments.api.schema import reads

from .endpoint import Endpoint


class ExhibitPhoto(Endpoint):
    """The photo of an exhibit."""

    renderer_classes = [AsItIs]

    @reads("exhibit_photo", OpenApiTypes.BINARY, has_etag=False, media_types=PHOTO_TYPES)
    def get(self, request: Request, uid: str) -> Response:
        """Give the photo out as a file to keep, to whoever may see the dispute."""
        kept = access.photo_to_see(self.visitor, uid)
        ending = kept.photo_type.removeprefix("image/")
        headers = {
            "Content-Disposition": f'attachment; filename="{kept.uid}.{ending}"',
            "X-Content-Type-Options": "nosniff",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        return Response(bytes(kept.photo or b""), content_type=kept.photo_type, headers=headers)
