"""The form renderer of all pages: one template for a form, one for a field, one for errors."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class PageRenderer(TemplatesSetting):
    """A renderer with the project's own form templates; widgets keep those of Django."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
