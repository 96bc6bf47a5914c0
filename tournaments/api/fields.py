"""Strict fields: a number is no text, a text is no number, and nothing unknown slips through."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.requests.fields import Request

# What an integer column holds on every database.
LARGEST_INTEGER = 2_147_483_647


class Text(serializers.CharField):
    """A text that arrives as a JSON string; blanks around it are cut off."""

    default_error_messages = {"invalid": _("Not a text.")}

    def to_internal_value(self, data: object) -> str:
        """The text, or `invalid` for a number or a truth value."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    """A whole number that arrives as a JSON number."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_value", LARGEST_INTEGER)
        super().__init__(**options)

    def to_internal_value(self, data: object) -> int:
        """The number, or `invalid` for a text, a fraction or a truth value."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """A truth value that arrives as JSON `true` or `false`."""

    def to_internal_value(self, data: object) -> bool:
        """The truth value, or `invalid` for everything that merely looks like one."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """One of a few codes that arrives as a JSON string."""

    def to_internal_value(self, data: object) -> str:
        """The code, or `invalid_choice`."""
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        code: str = super().to_internal_value(data)
        return code


class Json(serializers.JSONField):
    """A JSON object for options; its texts are such as every database stores."""

    default_error_messages = {
        "not_an_object": _("Not a JSON object."),
        "unstorable": _("A text in it has characters that cannot be stored."),
    }

    def to_internal_value(self, data: object) -> dict[str, Any]:
        """The object, or `not_an_object`, or `unstorable` for a NUL or half a surrogate pair in it."""
        if not isinstance(data, dict):
            self.fail("not_an_object")
        if not all(_is_storable(text) for text in _texts(data)):
            self.fail("unstorable")
        return data


class Body(serializers.Serializer[Any]):
    """The JSON body of a request: every field known, each of its type."""

    default_error_messages = {"unknown_field": _("There is no such field. Known are: %(known)s.")}
    request_class: ClassVar[type[Request]]

    def to_internal_value(self, data: Any) -> Any:
        """The values by field name; an unknown field is refused, because it is a misspelt one."""
        values = super().to_internal_value(data)
        unknown_names = sorted(set(data) - set(self.fields))
        if unknown_names:
            words = self.error_messages["unknown_field"] % {"known": ", ".join(self.fields)}
            raise serializers.ValidationError({name: [words] for name in unknown_names}, code="unknown_field")
        return values

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The values, unless some do not fit together."""
        faults = self.request_class.of(attrs).faults()
        if faults:
            raise serializers.ValidationError({name: [str(words)] for name, words in faults.items()})
        return attrs


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for key, entry in value.items() for text in (key, *_texts(entry))]
        case list():
            return [text for entry in value for text in _texts(entry)]
    return []


def _is_storable(text: str) -> bool:
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
