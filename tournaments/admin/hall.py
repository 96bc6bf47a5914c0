"""The hall and the desk: tables, calls and money."""

from __future__ import annotations

from django.contrib import admin

from matches.admin import Admin, Inline, LookOnly
from tournaments.models import (
    Announcement,
    Availability,
    Call,
    CashBox,
    EmergencyPaper,
    Fee,
    FinalPageMail,
    LedgerLine,
    Table,
    TableUse,
)


class _Uses(LookOnly, Inline):
    model = TableUse


@admin.register(Table)
class TableAdmin(LookOnly, Admin):
    """Tables with what was on at them."""

    list_display = ("name", "tournament", "order")
    list_select_related = ("tournament",)
    search_fields = ("name", "uid")
    inlines = (_Uses,)


@admin.register(Call)
class CallAdmin(LookOnly, Admin):
    """Who was called when."""

    list_display = ("match", "kind", "side", "table", "at", "by", "ended_at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("match__one", "match__two", "table", "by")
    search_fields = ("uid", "match__uid")


@admin.register(Availability)
class AvailabilityAdmin(LookOnly, Admin):
    """When players can be called."""

    list_display = ("tournament", "player", "away_until", "leaves_at", "not_before")
    list_select_related = ("tournament", "player")
    search_fields = ("player__name",)


@admin.register(Announcement)
class AnnouncementAdmin(LookOnly, Admin):
    """What the hall was told."""

    list_display = ("tournament", "text", "at", "until", "by")
    list_select_related = ("tournament", "by")
    search_fields = ("text",)


@admin.register(Fee)
class FeeAdmin(LookOnly, Admin):
    """The fees of events."""

    list_display = ("event", "kind", "name", "amount", "is_optional", "ended_at")
    list_filter = ("kind",)
    list_select_related = ("event",)
    search_fields = ("uid", "name", "event__name")


@admin.register(CashBox)
class CashBoxAdmin(LookOnly, Admin):
    """The cash boxes of tournaments."""

    list_display = ("tournament", "name")
    list_select_related = ("tournament",)
    search_fields = ("uid", "name")


@admin.register(LedgerLine)
class LedgerLineAdmin(LookOnly, Admin):
    """Every line that was booked."""

    list_display = ("tournament", "entrant", "kind", "amount", "means", "box", "at", "by")
    list_filter = ("kind", "means")
    list_select_related = ("tournament", "entrant__side", "box", "by")
    search_fields = ("uid", "entrant__side__full_name")


@admin.register(FinalPageMail)
class FinalPageMailAdmin(LookOnly, Admin):
    """The mails with the final page of an event."""

    list_display = ("event", "to", "language", "made_at", "mailed_at")
    list_filter = ("language",)
    list_select_related = ("event",)
    search_fields = ("uid", "to", "event__name")


@admin.register(EmergencyPaper)
class EmergencyPaperAdmin(LookOnly, Admin):
    """The papers from which a hall goes on with pens."""

    list_display = ("tournament", "language", "log_seq", "made_at", "is_pdf")
    list_filter = ("language",)
    list_select_related = ("tournament",)
    search_fields = ("uid", "tournament__name")
    exclude = ("body",)
