"""The admin pages of matches: to look things up; what an action does is done by that action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import (
    Appeal,
    CommitteeMember,
    Dispute,
    Exhibit,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Player,
    Report,
    ReportedGame,
    Ruling,
    Side,
    SideMember,
    Statement,
    Suspension,
)

# The classes take their models as parameters in the type stubs alone.
if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
    _Form = forms.ModelForm[Player]
else:
    Admin, Inline, _Form = admin.ModelAdmin, admin.TabularInline, forms.ModelForm


_POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


def _is_superuser(request: HttpRequest) -> bool:
    return bool(request.user.is_authenticated and request.user.is_superuser)


class LookOnly:
    """Nothing here is added, changed or deleted: an action writes the log with it, and this page would not."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes rows here."""
        return False


class _Members(LookOnly, Inline):
    model = SideMember


class _Reports(LookOnly, Inline):
    model = Report
    fields = ("uid", "source", "by", "at", "outcome", "winner", "score_one", "score_two", "confirm_by")
    readonly_fields = ("uid", "at")


class _Penalties(LookOnly, Inline):
    model = Penalty


class _Lengths(LookOnly, Inline):
    model = LengthChange


class _Games(LookOnly, Inline):
    model = ReportedGame


class _Statements(LookOnly, Inline):
    model = Statement


class _Rulings(LookOnly, Inline):
    model = Ruling


class _Exhibits(LookOnly, Inline):
    model = Exhibit


class _Suspensions(LookOnly, Inline):
    model = Suspension


class _Committee(LookOnly, Inline):
    model = CommitteeMember


class _AccountForm(_Form):
    """An account whose address may be moved, and not taken away."""

    def clean_email(self) -> str | None:
        """Refuse to leave an account without the address it signs in with."""
        email: str | None = self.cleaned_data["email"]
        if self.instance.email and not email:
            raise forms.ValidationError(_("An account keeps an address. To close it, take away “active”."))
        return email


@admin.register(Player)
class PlayerAdmin(Admin):
    """Accounts, for the operator: who may sign in, and who may come here. Players sign up or come to the desk.

    Names are corrected at a desk or by the players themselves, which the logs of their tournaments tell. Staff
    may close the accounts of players; what an account may do here, and all of staff, a superuser changes alone.
    """

    form = _AccountForm

    ordering = ("name",)
    list_display = ("name", "email", "club", "country", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("name", "name_key", "email", "uid")
    readonly_fields = ("uid", "name", "club", "country", "last_login", "joined_at", "merged_into")
    fieldsets = (
        (None, {"fields": ("uid", "name", "email")}),
        (_("About"), {"fields": ("contact_email", "club", "country", "language")}),
        (
            _("Permissions"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("History"), {"fields": ("joined_at", "last_login", "merged_into")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """What an account may do here is a superuser's to say."""
        return self.readonly_fields if _is_superuser(request) else (*self.readonly_fields, *_POWERS)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Whoever may come here is changed by a superuser alone: an address is the way into an account."""
        is_staff = obj is not None and (obj.is_staff or obj.is_superuser)
        return super().has_change_permission(request, obj) and (_is_superuser(request) or not is_staff)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:
        """Save the account; with another address the old one signs nobody in any more."""
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            EmailAddress.objects.filter(user=obj).delete()
            EmailAddress.objects.create(user=obj, email=obj.email, verified=True, primary=True)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Players are not made here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Players are never deleted: what they played names them."""
        return False


@admin.register(Side)
class SideAdmin(LookOnly, Admin):
    """Sides with their members."""

    list_display = ("full_name", "uid")
    search_fields = ("full_name", "uid")
    inlines = (_Members,)


@admin.register(Match)
class MatchAdmin(LookOnly, Admin):
    """Matches with what was said of them."""

    list_display = ("__str__", "length", "winner", "outcome", "settled", "final_at", "cancelled_at")
    list_filter = ("outcome", "settled")
    list_select_related = ("one", "two")
    search_fields = ("uid", "one__full_name", "two__full_name")
    inlines = (_Reports, _Penalties, _Lengths, _Suspensions)


@admin.register(Report)
class ReportAdmin(LookOnly, Admin):
    """Reports with their games."""

    list_display = ("uid", "match", "source", "by", "at", "outcome", "winner", "score_one", "score_two")
    list_filter = ("source", "outcome")
    list_select_related = ("match__one", "match__two", "by")
    search_fields = ("uid", "match__uid")
    inlines = (_Games,)


@admin.register(Dispute)
class DisputeAdmin(LookOnly, Admin):
    """Disputes with statements and rulings."""

    list_display = ("uid", "match", "raised_by", "opened_at", "closed_at")
    list_select_related = ("match__one", "match__two", "raised_by")
    search_fields = ("uid", "match__uid")
    inlines = (_Statements, _Exhibits, _Rulings)


@admin.register(Appeal)
class AppealAdmin(LookOnly, Admin):
    """Appeals with their committees."""

    list_display = ("uid", "dispute", "by", "at", "decision", "decided_at")
    list_filter = ("decision",)
    list_select_related = ("dispute", "by")
    search_fields = ("uid", "dispute__uid")
    inlines = (_Committee,)


@admin.register(GameRecord)
class GameRecordAdmin(LookOnly, Admin):
    """Game records and what the check found; their bytes are not loaded."""

    list_display = ("file_name", "match", "uploaded_by", "uploaded_at", "size", "format", "verdict")
    list_filter = ("verdict", "format")
    list_select_related = ("match__one", "match__two", "uploaded_by")
    search_fields = ("uid", "sha256", "file_name", "match__uid")
    exclude = ("data",)
