"""How every form of the pages is drawn: one template for a form, one for a field, one for errors."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class PageRenderer(TemplatesSetting):
    """Draws forms with the project's own fragments; widgets keep Django's templates."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"
