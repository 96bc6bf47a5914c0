"""Parsers of request bodies: JSON, and multipart forms for files."""

from __future__ import annotations

from collections.abc import Mapping
from json import JSONDecodeError
from typing import Any, BinaryIO

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser, MultiPartParser

# How many objects and lists may be within each other; no operation needs nearly as many.
DEEPEST = 32


class JSONBody(JSONParser):
    """A JSON parser with a maximum nesting depth, so that nothing behind it needs one."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed body; raise ParseError for invalid JSON or one nested too deeply."""
        try:
            body = super().parse(stream, media_type, parser_context)
        except ParseError as error:
            raise ParseError(_why(error.__context__)) from error
        except RecursionError as error:
            raise _too_deep() from error
        if _is_deeper(body, DEEPEST):
            raise _too_deep()
        return body


class FormBody(MultiPartParser):
    """A parser of multipart forms."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the fields and files; raise ParseError for what is no multipart form."""
        try:
            return super().parse(stream, media_type, parser_context)
        except ParseError as error:
            words = _("This is no multipart form, or its boundary is not the one in Content-Type.")
            raise ParseError(words) from error


def _why(error: BaseException | None) -> str:
    """Return why JSON cannot be read, in the words of the project."""
    match error:
        case JSONDecodeError():
            words = _("This is no JSON from line %(line)s, column %(column)s on.")
            return words % {"line": error.lineno, "column": error.colno}
        case UnicodeDecodeError():
            return _("This is no UTF-8.")
    return _("A number in it is NaN, infinite or far too long.")


def _too_deep() -> ParseError:
    words = _("This JSON has more than %(deepest)s objects or lists within each other. Send it flatter.")
    return ParseError(words % {"deepest": DEEPEST})


def _is_deeper(body: object, deepest: int) -> bool:
    """Whether objects and lists are nested deeper than this; level by level, since recursion has a limit of its own."""
    level = [body]
    for _depth in range(deepest):
        level = [value for nest in level for value in _values(nest)]
        if not level:
            return False
    return any(isinstance(value, dict | list) for value in level)


def _values(nest: object) -> list[Any]:
    if isinstance(nest, dict):
        return [*nest.values()]
    return nest if isinstance(nest, list) else []
