"""Parsers of request bodies: JSON, and multipart forms for files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class JSONBody(JSONParser):
    """A JSON parser with a maximum nesting depth."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed body; raise ParseError for invalid JSON or one nested too deeply."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError(_("This JSON is nested too deeply.")) from error
