"""Problem details (RFC 9457), as every error is answered."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class FieldFaultResponse(serializers.Serializer[Any]):
    """What is wrong with one field; `field` is its dotted path, empty for the whole body."""

    field = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemResponse(serializers.Serializer[Any]):
    """An error: `code` is stable, `detail` is in the reader's language, `data` is what it is made of."""

    type = serializers.CharField(help_text="The address that explains the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()
    # The names of fields stand in for attributes here, which the metaclass takes out of the class.
    data = serializers.DictField(required=False)  # type: ignore[assignment]
    errors = FieldFaultResponse(many=True, required=False)  # type: ignore[assignment]
    can_override = serializers.BooleanField(
        required=False, help_text="A director may insist, with a reason (P7)."
    )


class ProblemKindResponse(serializers.Serializer[Any]):
    """A kind of error that the API may answer with."""

    code = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    meaning = serializers.CharField()
    can_override = serializers.BooleanField()
