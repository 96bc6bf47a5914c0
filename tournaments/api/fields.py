"""Strict serializer fields, which accept the exact JSON type alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar, cast

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from tournaments.requests.fields import Request

# What an integer column holds on every database.
LARGEST_INTEGER = 2_147_483_647
# How much of a wrong value a refusal repeats.
_LONGEST_INPUT = 40


_NEEDED: dict[str, Any] = {"required": _("This is needed."), "null": _("Null is no value here.")}


class Text(serializers.CharField):
    """A JSON string; surrounding blanks are removed."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a text. Write it in quotes."),
        "blank": _("This is needed."),
        "max_length": _("At most {max_length} characters."),
        "min_length": _("At least {min_length} characters."),
        "unstorable": _("It has characters that cannot be stored."),
    }

    def to_internal_value(self, data: object) -> str:
        """Return the text; fail with `invalid` for another type, with `unstorable` for a NUL or a lone surrogate."""
        if not isinstance(data, str):
            self.fail("invalid")
        if not _is_storable(data):
            self.fail("unstorable")
        return super().to_internal_value(data)


class FormNumber(serializers.IntegerField):
    """A whole number of a form."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a whole number."),
        "max_string_length": _("Not a whole number."),
        "max_value": _("At most {max_value}."),
        "min_value": _("At least {min_value}."),
    }

    def __init__(self, **options: Any) -> None:
        options.setdefault("max_value", LARGEST_INTEGER)
        super().__init__(**options)


class Number(FormNumber):
    """A JSON integer."""

    def to_internal_value(self, data: object) -> int:
        """Return the number; fail with `invalid` for a text, a fraction or a boolean."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class DecimalText(serializers.DecimalField):
    """A JSON string with a decimal number, which is exact where a JSON number need not be."""

    default_error_messages = _NEEDED | {
        "invalid": _('Not a number in quotes, as in "1500".'),
        "max_value": _("At most {max_value}."),
        "min_value": _("At least {min_value}."),
        "max_digits": _("At most {max_digits} digits."),
        "max_decimal_places": _("At most {max_decimal_places} places after the point."),
        "max_whole_digits": _("At most {max_whole_digits} digits before the point."),
        "max_string_length": _("Far too long for a number."),
    }

    def to_internal_value(self, data: object) -> Decimal:
        """Return the number; fail with `invalid` for anything but a text of one."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """A JSON boolean."""

    default_error_messages = _NEEDED | {"invalid": _("Neither true nor false.")}

    def to_internal_value(self, data: object) -> bool:
        """Return the boolean; fail with `invalid` for any other value."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """A JSON string that is one of the permitted codes."""

    default_error_messages = _NEEDED | {
        "invalid_choice": _("“%(input)s” is not known here. Choose one of: %(known)s.")
    }

    def to_internal_value(self, data: object) -> str:
        """Return the code; fail with `invalid_choice`, which names the permitted ones."""
        if data == "" and self.allow_blank:
            return ""
        if not isinstance(data, str) or data not in self.choices:
            words = self.error_messages["invalid_choice"]
            places = {"input": str(data)[:_LONGEST_INPUT], "known": ", ".join(map(str, self.choices))}
            raise serializers.ValidationError(str(words) % places, code="invalid_choice")
        return data


class Day(serializers.DateField):
    """A JSON string with a day."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a day. Write it as 2026-03-14."),
        "datetime": _("Not a day. Write it as 2026-03-14."),
    }


class Instant(serializers.DateTimeField):
    """A JSON string with a moment and its offset from UTC, so that it means the same in every zone."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a moment. Write it as 2026-03-14T10:00:00+01:00."),
        "offset_missing": _("Say the offset from UTC too, as in 2026-03-14T10:00:00+01:00, or Z for UTC."),
        "overflow": _("No clock shows this moment. Check the year."),
        "date": _("Not a moment. Write it as 2026-03-14T10:00:00+01:00."),
        "make_aware": _("No clock shows this moment. Check the hour."),
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the moment; fail with `offset_missing` without an offset."""
        if value.tzinfo is None:
            self.fail("offset_missing")
        return super().enforce_timezone(value)


class Email(serializers.EmailField):
    """A JSON string with an e-mail address."""

    default_error_messages = Text.default_error_messages | {
        "invalid": _("Not an e-mail address. Write it as ada@example.org.")
    }


class File(serializers.FileField):
    """A file of a form."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a file. Send it as a part of the form with a name."),
        "no_name": _("A file has a name."),
        "empty": _("This file is empty."),
        "max_length": _("The name of a file has at most {max_length} characters."),
    }


class FormFlag(serializers.BooleanField):
    """A boolean of a form."""

    default_error_messages = Flag.default_error_messages


class Json(serializers.JSONField):
    """A JSON object of options, without text that a database cannot store."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a JSON object."),
        "not_an_object": _("Not a JSON object."),
        "unstorable": _("A text in it has characters that cannot be stored."),
    }

    def to_internal_value(self, data: object) -> dict[str, Any]:
        """Return the object; fail with `not_an_object`, or with `unstorable` for a NUL or a lone surrogate."""
        if not isinstance(data, dict):
            self.fail("not_an_object")
        if not all(_is_storable(text) for text in _texts(data)):
            self.fail("unstorable")
        return data


class Items(serializers.ListField):
    """A JSON list."""

    default_error_messages = _NEEDED | {
        "not_a_list": _("Not a list."),
        "empty": _("This is needed."),
        "min_length": _("At least {min_length} of them."),
        "max_length": _("At most {max_length} of them."),
    }


class Object(serializers.DictField):
    """A JSON object whose keys are data, such as the ids of entrants."""

    default_error_messages = _NEEDED | {
        "not_a_dict": _("Not a JSON object."),
        "empty": _("This is needed."),
    }


class Body(serializers.Serializer[Any]):
    """The JSON body or the form of a request, or an object in a body; unknown fields are refused."""

    default_error_messages = _NEEDED | {
        "invalid": _("Not a JSON object."),
        "unknown_field": _("There is no such field. Known are: %(known)s."),
    }
    request_class: ClassVar[type[Request]]

    def to_internal_value(self, data: Any) -> Any:
        """Return the values by field name; raise ValidationError with every fault, of unknown fields too."""
        faults: dict[str, Any] = {}
        values: Any = {}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            faults = dict(cast(Mapping[str, Any], error.detail))
        if isinstance(data, Mapping):
            faults |= self._faults_of_names(data)
        if faults:
            raise serializers.ValidationError(faults)
        return values

    def _faults_of_names(self, data: Mapping[str, Any]) -> dict[str, list[ErrorDetail]]:
        """Return a fault for each field that is unknown."""
        words = self.error_messages["unknown_field"] % {"known": ", ".join(self.fields)}
        names = sorted(name for name in data if self._base_of(name, data) not in self.fields)
        return {name: [ErrorDetail(words, code="unknown_field")] for name in names}

    @staticmethod
    def _base_of(name: str, data: object) -> str:
        """Return the field that a name belongs to: in a form `columns.2` and `columns[2]` are of `columns`."""
        return re.split(r"[.\[]", name, maxsplit=1)[0] if isinstance(data, QueryDict) else name

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the values; raise ValidationError if some contradict each other."""
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
