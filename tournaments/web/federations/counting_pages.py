"""The counting rules of a federation and its clubs in the office: what is in force, every version, and new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.models import NameOrder
from tournaments import access
from tournaments.actions.feed import judging
from tournaments.models import Club, CountingRule, Federation
from tournaments.models.wording import in_words
from tournaments.queries.feed.rule_effect import RuleEffect, effect_of
from tournaments.queries.feed.verdicts import rules_of
from tournaments.ratings.counting import REASON_WORDS, CountingRules, reason_places
from tournaments.requests.counting import CountingFieldsRequest
from tournaments.requests.federations import CountingRulesRequest
from tournaments.web.desk.pages import status_of
from tournaments.web.desk.refusals import is_done
from tournaments.web.frame.form_fields import field_of
from tournaments.web.frame.methods import require_page_or_form
from tournaments.web.frame.visitors import visitor_of
from tournaments.web.wording.counting import FIELD_WORDS, GROUPS, HELP_WORDS, choices_of_field, value_in_words

from .office import office_page

_TAB = "office_rules"
_CHOICES = ("clock", "membership", "walkover", "forfeit", "disqualified", "settled", "retired", "penalties")
_TICKS = ("variants", "profiles", "membership_kinds")


class CountingRulesForm(forms.Form):
    """A form with every field of counting rules, the body whose they are, and the name of a trial."""

    club = forms.ModelChoiceField(
        Club.objects.none(),
        label=gettext_lazy("Club"),
        required=False,
        to_field_name="uid",
        empty_label=gettext_lazy("No club"),
        help_text=gettext_lazy("A club adds its rules to those of the federation. Empty for the federation."),
    )
    name = field_of(
        CountingRulesRequest,
        "name",
        label=gettext_lazy("Name of a trial"),
        help_text=gettext_lazy("A trial rates beside the rules in force. Empty to put the rules in force."),
    )

    def __init__(self, *args: Any, federation: Federation, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = self.fields["club"]
        assert isinstance(clubs, forms.ModelChoiceField)  # noqa: S101 - narrows the type for mypy
        clubs.queryset = Club.objects.filter(federation=federation, merged_into=None).order_by(
            NameOrder("name"), "pk"
        )
        for name, label in FIELD_WORDS.items():
            words = {"label": label, "help_text": HELP_WORDS.get(name, "")}
            if name in _TICKS:
                self.fields[name] = forms.MultipleChoiceField(
                    choices=choices_of_field(name),
                    required=False,
                    widget=forms.CheckboxSelectMultiple,
                    **words,  # type: ignore[arg-type]
                )
            elif name == "sanction_classes":
                self.fields[name] = forms.CharField(
                    required=False,
                    max_length=2000,
                    widget=forms.Textarea(attrs={"rows": 3}),
                    **words,  # type: ignore[arg-type]
                )
            elif name in _CHOICES:
                self.fields[name] = field_of(
                    CountingFieldsRequest, name, **words, choices=choices_of_field(name)
                )
            else:
                self.fields[name] = field_of(CountingFieldsRequest, name, **words)

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields of the rules under their headings."""
        return [(heading, [self[name] for name in names]) for heading, names in GROUPS]

    def clean_sanction_classes(self) -> list[str]:
        """Return the classes, checked one by one."""
        one_class = field_of(CountingFieldsRequest, "sanction_classes")
        lines = [line.strip() for line in self.cleaned_data["sanction_classes"].splitlines() if line.strip()]
        if len(lines) > CountingFieldsRequest.specs()["sanction_classes"].options["max_length"]:
            raise forms.ValidationError(_("There are too many classes."))
        return [one_class.clean(line) for line in lines]

    def clean(self) -> dict[str, Any]:
        """Name what contradicts itself."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            for name, words in CountingFieldsRequest.of(cleaned).faults().items():
                self.add_error(name, str(words))
        return cleaned

    @property
    def rules(self) -> dict[str, object]:
        """The rules as data."""
        values = {name: self.cleaned_data[name] for name in FIELD_WORDS}
        day = values["first_day"]
        return {
            **values,
            "first_day": day.isoformat() if day else None,
            "version": CountingRules.VERSION,
        }


@dataclass(frozen=True, slots=True)
class RulesOfName:
    """The rules of one body and one name: every version, the newest first."""

    versions: Sequence[CountingRule]

    @property
    def newest(self) -> CountingRule:
        """The version in force."""
        return self.versions[0]

    @property
    def differing(self) -> list[tuple[str, str]]:
        """The fields that are not as usual, in words."""
        return [(label, words) for label, words, is_usual in rule_lines(self.newest) if not is_usual]


@dataclass(frozen=True, slots=True)
class ShownEffect:
    """What rules would change before they are put in force, and why matches would not be rated any more."""

    effect: RuleEffect
    lost: Sequence[str]


@require_safe
def rules(request: HttpRequest, uid: str) -> HttpResponse:
    """Show the counting rules in force of the federation and of its clubs, trials, and earlier versions."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = CountingRule.objects.filter(federation=federation).select_related("federation", "club")
    every = _by_name(rows.order_by(NameOrder("club__name"), NameOrder("name"), "-version"))
    context = {
        "own": next((one for one in every if one.newest.club is None and not one.newest.name), None),
        "others": [one for one in every if one.newest.club is not None or one.newest.name],
    }
    return office_page(request, federation, "federations/office_rules.html", context, tab=_TAB)


@require_safe
def rule(request: HttpRequest, uid: str, rule: str) -> HttpResponse:
    """Show a version of counting rules with all of its fields."""
    federation = access.federation_to_read(visitor_of(request), uid)
    rows = CountingRule.objects.filter(federation=federation).select_related("federation", "club")
    row = get_object_or_404(rows, uid=rule)
    context = {"rule": row, "lines": rule_lines(row)}
    return office_page(
        request,
        federation,
        "federations/office_rule.html",
        context,
        tab=_TAB,
        here=_("Version %(version)s") % {"version": row.version},
    )


@require_page_or_form
def set_rules(request: HttpRequest, uid: str) -> HttpResponse:
    """Put counting rules in force, beginning with those of the version that the address names."""
    visitor = visitor_of(request)
    federation = access.federation_to_rate(visitor, uid)
    form = CountingRulesForm(
        request.POST or None, federation=federation, initial=_initial(federation, request.GET.get("from", ""))
    )
    effects: list[ShownEffect] = []
    if request.method == "POST" and request.POST.get("do") == "show":
        is_done(form, lambda data: effects.append(_effect(federation, form.rules, data["club"])))
    elif request.method == "POST" and is_done(
        form,
        lambda data: judging.set_counting_rules(
            federation, by=visitor.account, rules=form.rules, club=data["club"], name=data["name"]
        ),
    ):
        messages.success(request, _("The counting rules are in force. Verdicts follow at once."))
        return redirect("office_rules", federation.uid)
    return office_page(
        request,
        federation,
        "federations/office_set_rules.html",
        {"form": form, "shown": effects[0] if effects else None},
        tab=_TAB,
        here=_("Set counting rules"),
        status=status_of(form),
    )


def _effect(federation: Federation, rules: Mapping[str, object], club: Club | None) -> ShownEffect:
    """Return what these rules would change; raise WrongCountingRules where they cannot be read."""
    data = judging.data_of(rules, of=club or federation)
    row = CountingRule(federation=federation, club=club, data=data)
    effect = effect_of(row)
    every = rules_of(row)
    return ShownEffect(
        effect,
        [
            _("%(label)s: %(value)s")
            % {"label": count, "value": in_words(REASON_WORDS[reason], reason_places(body, every))}
            for reason, body, count in effect.lost
        ],
    )


def rule_lines(row: CountingRule) -> list[tuple[str, str, bool]]:
    """Return label and value of each field in words, and whether the value is the usual one."""
    values, usual = row.rules, CountingRules(body=row.federation.uid)
    return [
        (
            str(FIELD_WORDS[name]),
            value_in_words(name, getattr(values, name)),
            getattr(values, name) == getattr(usual, name),
        )
        for _heading, names in GROUPS
        for name in names
    ]


def _initial(federation: Federation, uid: str) -> dict[str, Any]:
    """Return what the form shows: the fields of a version, or those of a new federation."""
    rows = CountingRule.objects.filter(federation=federation).select_related("federation", "club")
    row = rows.filter(uid=uid).first()
    values = (row.rules if row else CountingRules(body=federation.uid)).to_dict()
    classes = "\n".join(row.rules.sanction_classes) if row else ""
    return {
        **values,
        "sanction_classes": classes,
        "club": row.club.uid if row and row.club else None,
        "name": row.name if row else "",
    }


def _by_name(rows: Iterable[CountingRule]) -> list[RulesOfName]:
    groups: dict[tuple[int | None, str], list[CountingRule]] = {}
    for row in rows:
        groups.setdefault((row.club_id, row.name), []).append(row)
    return [RulesOfName(versions) for versions in groups.values()]
