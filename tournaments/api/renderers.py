"""Renderers of tables as CSV and workbook, and of stored files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer

from tournaments.queries.exports.sheets import SheetTable
from tournaments.queries.exports.spreadsheets import as_csv, as_xlsx


class CSVTable(BaseRenderer):
    """A table as CSV in UTF-8, with the codes of its columns as headings."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of the file; an error is JSON, as everywhere."""
        if not isinstance(data, SheetTable):
            return _problem(data)
        return as_csv(data.columns, data.rows)


class XLSXTable(BaseRenderer):
    """A table as a workbook, with the codes of its columns as headings."""

    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    format = "xlsx"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the bytes of the file; an error is JSON, as everywhere."""
        if not isinstance(data, SheetTable):
            return _problem(data)
        return as_xlsx("videau", data.columns, data.rows)


class AsItIs(BaseRenderer):
    """The stored bytes of a file; the response sets the media type."""

    media_type = "*/*"
    format = "file"
    charset = None
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the body; an error is JSON, as everywhere."""
        return data if isinstance(data, bytes) else _problem(data)


class Lines(BaseRenderer):
    """A list whole, one object of JSON a line (NDJSON)."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return an error, which is JSON as everywhere; rows are streamed."""
        return _problem(data)


class CSVLines(Lines):
    """A list whole as CSV in UTF-8, with the names of its fields as headings."""

    media_type = "text/csv"
    format = "csv"


def _problem(data: Any) -> bytes:
    content: bytes = JSONRenderer().render(data)
    return content
