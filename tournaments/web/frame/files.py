"""Files of pages: chosen once and kept in the page while they are checked, and sent as downloads."""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# The largest file that a page keeps; of a larger one the check is followed by another choice.
_LARGEST_KEPT = 1024 * 1024


class KeptFileForm(forms.Form):
    """A form for a file, sent as a file or as kept by the page that checked it.

    `data_of_file` and `file_name` are those of the cleaned form, empty without a file.
    """

    largest: ClassVar[int] = 8 * 1024 * 1024
    data_of_file = b""
    file_name = ""

    file = forms.FileField(label=gettext_lazy("File"))
    kept = forms.CharField(required=False, widget=forms.HiddenInput, max_length=2 * _LARGEST_KEPT)
    kept_name = forms.CharField(required=False, widget=forms.HiddenInput, max_length=200)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = not self.data.get("kept")

    def clean(self) -> dict[str, Any]:
        """Read the file; ValidationError at the field where there is none."""
        cleaned = super().clean() or self.cleaned_data
        if file := cleaned.get("file"):
            # One byte more than allowed, so that the action can refuse it.
            self.data_of_file, self.file_name = file.read(self.largest + 1), str(file.name)[:200]
        elif text := cleaned.get("kept"):
            try:
                self.data_of_file = b64decode(text, validate=True)
            except (Error, ValueError) as error:
                raise ValidationError({"file": _("Choose a file.")}) from error
            self.file_name = cleaned.get("kept_name", "")
        return cleaned

    @property
    def keeps(self) -> dict[str, str]:
        """The hidden fields with which the page keeps a checked file; none for a large one."""
        if not 0 < len(self.data_of_file) <= _LARGEST_KEPT:
            return {}
        return {"kept": b64encode(self.data_of_file).decode(), "kept_name": self.file_name}

    def keep(self) -> None:
        """Put the file into the hidden fields of this form, so that it is not chosen again after a refusal."""
        if keeps := self.keeps:
            self.data = {**{name: self.data.get(name) for name in self.data}, **keeps}
            self.fields["file"].required = False
            self["file"].help_text = _("%(name)s is kept. Choose another file to replace it.") % {
                "name": self.file_name
            }


def as_download(data: bytes, *, name: str, content_type: str) -> HttpResponse:
    """Return bytes as a download under a name, kept in no shared cache."""
    headers = {
        "Cache-Control": "private, no-cache",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": content_disposition_header(as_attachment=True, filename=name) or "attachment",
    }
    return HttpResponse(data, content_type=content_type, headers=headers)
