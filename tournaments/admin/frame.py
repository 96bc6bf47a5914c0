"""The base classes of the admin pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

# The classes take their models as parameters in the type stubs alone.
if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    Admin, Inline = admin.ModelAdmin, admin.TabularInline
