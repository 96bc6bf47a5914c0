"""What goes into the file of a dispute: exhibits, an appeal, its committee, votes and decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.models import LARGEST_PHOTO, ExhibitKind, GameRecord, Match, Player
from tournaments.web.hall.suspended import ClockField
from tournaments.web.results.ruling_forms import RulingForm

_LONGEST_TEXT = 2000
STAYS = "stays"


class ExhibitForm(forms.Form):
    """One exhibit; each kind adds its own fields."""

    kind = ""
    note = forms.CharField(label=_("What it shows"), max_length=500, required=False)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        # Several of them stand on one page.
        kwargs["auto_id"] = f"{self.kind}_%s"
        super().__init__(*args, **kwargs)
        self.match = match

    @property
    def said(self) -> dict[str, Any]:
        """What the action takes."""
        return {"kind": self.kind, **self.cleaned_data}


class PositionForm(ExhibitForm):
    """A position as an XGID."""

    kind = ExhibitKind.POSITION.value
    xgid = forms.CharField(
        label=_("Position (XGID)"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("As every analysis program writes it; it begins with XGID=."),
    )
    field_order = ["xgid", "note"]


class ClocksForm(ExhibitForm):
    """What the clocks show."""

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
        """Both clocks together, in seconds."""
        found = self.cleaned_data
        clocks = (found["clock_one"], found["clock_two"])
        return {"kind": self.kind, "clocks": clocks, "note": found["note"]}


class PhotoForm(ExhibitForm):
    """A photo of the board, the clock or the slip."""

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
        """The bytes of the photo, one more than allowed where there are too many, so that it is refused."""
        return {
            "kind": self.kind,
            "photo": self.cleaned_data["photo"].read(LARGEST_PHOTO + 1),
            "note": self.cleaned_data["note"],
        }


class _RecordField(forms.ModelChoiceField):  # type: ignore[type-arg] # the class takes none when it runs
    """A game record by its file name."""

    def label_from_instance(self, obj: Any) -> str:
        """The name of the file."""
        return str(obj.file_name)


class ExhibitRecordForm(ExhibitForm):
    """A game record of the match, uploaded before."""

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
    """Why somebody appeals."""

    reason = forms.CharField(
        label=_("Why is the ruling wrong?"),
        max_length=_LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("The other side, the directors and the committee read it."),
    )


class CommitteeForm(forms.Form):
    """The three or five who judge an appeal."""

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
        """Those who were chosen, in their order."""
        chosen = (self.cleaned_data[f"member_{number}"] for number in range(1, 6))
        return [self._found[uid] for uid in chosen if uid]


class DecisionForm(RulingForm):
    """What the committee decided: its reason, and another result where it overturned the ruling."""

    def __init__(self, *args: Any, is_overturned: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = _("Reason of the committee")
        self.fields["reason"].help_text = _("Both sides read it.")
        del self.fields["clause"]
        stands = self.fields["stands"]
        assert isinstance(stands, forms.ChoiceField)  # noqa: S101 - narrows the type for mypy
        kept = (STAYS, _("The result stays as it is"))
        choices = [kept, *stands.choices] if is_overturned else [kept]  # type: ignore[misc]
        stands.choices = choices
        stands.initial = None if is_overturned else STAYS

    @property
    def result(self) -> dict[str, Any]:
        """The result as the action takes it; nothing where it stays."""
        return {} if self.cleaned_data["stands"] == STAYS else super().result


def _with_club(player: Player) -> str:
    return f"{player.name} ({player.club})" if player.club else player.name
