"""Players, notices and the visitor's own account."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.models import Notice, RoleKind
from tournaments.notices import NoticeCode, RenderedNotice, render


class PlayerResponse(serializers.Serializer[Any]):
    """A player as everybody may see them: never an address."""

    id = serializers.CharField(source="uid")
    name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField()


class OfficeResponse(serializers.Serializer[Any]):
    """An office that the visitor holds."""

    tournament = serializers.CharField(source="tournament.uid")
    kind = serializers.ChoiceField(choices=RoleKind.choices)


class MeResponse(serializers.Serializer[Any]):
    """The visitor: whom they act as, by account or by a private link, with their offices."""

    player = PlayerResponse()
    is_via_link = serializers.BooleanField()
    offices = OfficeResponse(many=True)


class NoticeResponse(serializers.Serializer[Any]):
    """A notice, as codes and in the words of the reader's language."""

    id = serializers.CharField(source="uid")
    code = serializers.ChoiceField(choices=[(code.value, code.value) for code in NoticeCode])
    tournament = serializers.CharField(source="tournament.uid", allow_null=True, default=None)
    match = serializers.CharField(source="match.uid", allow_null=True, default=None)
    params = serializers.DictField()
    subject = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()
    made_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)

    def get_subject(self, notice: Notice) -> str:
        """One line."""
        return self._words(notice).subject

    def get_text(self, notice: Notice) -> str:
        """One or two sentences."""
        return self._words(notice).text

    @extend_schema_field(serializers.CharField(help_text="The path of the page it is about."))
    def get_url(self, notice: Notice) -> str:
        """The path of the page it is about."""
        return self._words(notice).url

    def _words(self, notice: Notice) -> RenderedNotice:
        return render(notice, get_language() or "en")
