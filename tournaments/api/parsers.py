"""How the API reads bodies: JSON everywhere, a form with a file for records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JSONBody(JSONParser):
    """JSON of a depth that the reader survives."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed body; ParseError for anything that is not JSON or is nested too deeply."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("This JSON is nested too deeply.")) from error
