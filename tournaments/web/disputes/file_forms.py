"""Forms of a dispute file: exhibits, appeal, committee and decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import LARGEST_PHOTO, ExhibitKind, GameRecord, Match, Player
from tournaments.requests.disputes import AppealRequest, ExhibitRequest
from tournaments.web.frame.form_fields import field_of
from tournaments.web.hall.suspended import ClockField
from tournaments.web.results.ruling_forms import RulingForm

STAYS = "stays"


class ExhibitForm(forms.Form):
    """A base form for an exhibit; subclasses add the fields of their kind."""

    kind = ""
    note = field_of(ExhibitRequest, "note", label=_("What it shows"))

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        # One page shows several exhibit forms, so ids need a prefix.
        kwargs["auto_id"] = f"{self.kind}_%s"
        super().__init__(*args, **kwargs)
        self.match = match

    @property
    def said(self) -> dict[str, Any]:
        """Return the keyword arguments of the action that adds the exhibit."""
        return {"kind": self.kind, **self.cleaned_data}


class PositionForm(ExhibitForm):
    """A form for a board position given as an XGID."""

    kind = ExhibitKind.POSITION.value
    xgid = field_of(
        ExhibitRequest,
        "xgid",
        label=_("Position (XGID)"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("As every analysis program writes it; it begins with XGID=."),
        required=True,
    )
    field_order = ["xgid", "note"]


class ClocksForm(ExhibitForm):
    """A form for the times on both players' clocks."""

    kind = ExhibitKind.CLOCKS.value
    clock_one = ClockField()
    clock_two = ClockField()
    field_order = ["clock_one", "clock_two", "note"]

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, match=match, **kwargs)
        for field, side in (("clock_one", match.one), ("clock_two", match.two)):
            self.fields[field].label = _("Clock of %(name)s") % {"name": side.name}

    @property
    def said(self) -> dict[str, Any]:
        """Return the action's keyword arguments, with both clocks in seconds."""
        data = self.cleaned_data
        clocks = (data["clock_one"], data["clock_two"])
        return {"kind": self.kind, "clocks": clocks, "note": data["note"]}


class PhotoForm(ExhibitForm):
    """A form for a photo of the board, the clock or the score slip."""

    kind = ExhibitKind.PHOTO.value
    photo = forms.FileField(
        label=_("The photo"),
        help_text=_("JPEG, PNG or WebP, at most 5 MiB. Both sides and the directors can open it."),
        widget=forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        error_messages={"required": _("Choose the photo first."), "empty": _("This file is empty.")},
    )
    field_order = ["photo", "note"]

    @property
    def said(self) -> dict[str, Any]:
        """Return the action's keyword arguments.

        At most one byte over the size limit is read, so that the action refuses an oversized photo.
        """
        return {
            "kind": self.kind,
            "photo": self.cleaned_data["photo"].read(LARGEST_PHOTO + 1),
            "note": self.cleaned_data["note"],
        }


class _RecordField(forms.ModelChoiceField):  # type: ignore[type-arg] # the class takes none when it runs
    """A choice of game records, labelled by their file names."""

    def label_from_instance(self, obj: Any) -> str:
        """Return the file name of a game record."""
        return str(obj.file_name)


class ExhibitRecordForm(ExhibitForm):
    """A form for a game record that was uploaded to the match before."""

    kind = ExhibitKind.RECORD.value
    record = _RecordField(label=_("Game record"), queryset=GameRecord.objects.none(), to_field_name="uid")
    field_order = ["record", "note"]

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, match=match, **kwargs)
        field = self.fields["record"]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
        field.queryset = match.records.defer("data", "findings")


EXHIBIT_FORMS: Mapping[str, type[ExhibitForm]] = {
    form.kind: form for form in (PositionForm, ClocksForm, PhotoForm, ExhibitRecordForm)
}


class AppealForm(forms.Form):
    """A form for the reason of an appeal."""

    reason = field_of(
        AppealRequest,
        "reason",
        label=_("Why is the ruling wrong?"),
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The other side, the directors and the committee read it."),
    )


class CommitteeForm(forms.Form):
    """A form for the three or five members of an appeal committee."""

    def __init__(
        self, *args: Any, candidates: Sequence[Player], seated: Sequence[Player], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._found = {player.uid: player for player in candidates}
        choices = [("", "–"), *((player.uid, _with_club(player)) for player in candidates)]
        for number in range(1, 6):
            self.fields[f"member_{number}"] = forms.ChoiceField(
                label=_("Member %(number)s") % {"number": number},
                choices=choices,
                required=number <= 3,
                initial=seated[number - 1].uid if number <= len(seated) else "",
            )

    @property
    def members(self) -> list[Player]:
        """Return the selected players in the order of the fields."""
        uids = (self.cleaned_data[f"member_{number}"] for number in range(1, 6))
        return [self._found[uid] for uid in uids if uid]


class DecisionForm(RulingForm):
    """A form for the committee's reason, and for a new result if the ruling was overturned."""

    def __init__(self, *args: Any, is_overturned: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Reason of the committee")
        self.fields["reason"].help_text = _("Both sides read it.")
        del self.fields["clause"]
        stands = self.fields["stands"]
        assert isinstance(stands, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        no_change = (STAYS, _("The result stays as it is"))
        choices = [no_change, *stands.choices] if is_overturned else [no_change]  # type: ignore[misc]
        stands.choices = choices
        stands.initial = None if is_overturned else STAYS

    @property
    def result(self) -> dict[str, Any]:
        """Return the action's keyword arguments for the new result, or {} if the result stays."""
        return {} if self.cleaned_data["stands"] == STAYS else super().result


def _with_club(player: Player) -> str:
    return f"{player.name} ({player.club})" if player.club else player.name
