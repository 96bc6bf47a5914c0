"""Notices, claims, private links and tokens."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, LookOnly
from tournaments.models import (
    AccessLink,
    ApiToken,
    Claim,
    Consent,
    Invitation,
    Notice,
    StepMark,
)


@admin.register(Notice)
class NoticeAdmin(LookOnly, Admin):
    """Who was told what, and whether it was mailed."""

    list_display = ("recipient", "code", "tournament", "made_at", "read_at", "mailed_at")
    list_filter = ("code",)
    list_select_related = ("recipient", "tournament")
    search_fields = ("uid", "recipient__name")


@admin.register(Claim)
class ClaimAdmin(LookOnly, Admin):
    """Codes with which players were claimed, without their hashes."""

    list_display = ("player", "tournament", "made_at", "claimed_at", "account", "undone_at")
    list_select_related = ("player", "tournament", "account")
    search_fields = ("uid", "player__name", "tournament__name")
    exclude = ("hash",)


@admin.register(Invitation)
class InvitationAdmin(LookOnly, Admin):
    """Who was invited to which office or number, without the hashes of the codes."""

    list_display = ("office", "number", "tournament", "federation", "made_at", "accepted_by", "ended_at")
    list_select_related = ("tournament", "federation", "accepted_by")
    search_fields = ("uid", "tournament__name", "federation__name")
    exclude = ("hash",)


@admin.register(Consent)
class ConsentAdmin(LookOnly, Admin):
    """Who agreed to which text on privacy, and until when."""

    list_display = ("player", "place", "text_version", "tournament", "given_at", "withdrawn_at")
    list_filter = ("place", "text_version")
    list_select_related = ("player", "tournament")
    search_fields = ("uid", "player__name")


@admin.register(AccessLink)
class AccessLinkAdmin(LookOnly, Admin):
    """Private links; nothing here opens them."""

    list_display = ("uid", "purpose", "tournament", "player", "event", "expires_at", "revoked_at")
    list_filter = ("purpose",)
    list_select_related = ("tournament", "player", "event")
    search_fields = ("uid", "player__name")
    exclude = ("hash",)


@admin.register(ApiToken)
class ApiTokenAdmin(LookOnly, Admin):
    """API tokens; nothing here shows or makes one."""

    list_display = ("prefix", "name", "player", "scopes", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("player",)
    search_fields = ("uid", "prefix", "name", "player__name")
    exclude = ("hash",)


@admin.register(StepMark)
class StepMarkAdmin(LookOnly, Admin):
    """What officers have put away of the list of what is next."""

    list_display = ("player", "tournament", "step", "number", "at")
    list_select_related = ("player", "tournament")
    search_fields = ("player__name", "tournament__name", "step")
