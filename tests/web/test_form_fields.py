"""Form fields made from the fields of requests: kind, limits, choices, and what may be left empty."""

from __future__ import annotations

from django import forms
from django.forms.renderers import DjangoTemplates

from tournaments.models import FeeKind
from tournaments.requests.hall import SuspensionRequest
from tournaments.requests.money import FeeRequest, PaymentRequest
from tournaments.requests.results import PenaltyRequest
from tournaments.web.events.event_forms import EventForm
from tournaments.web.frame.form_fields import PageRenderer, field_of


def test_a_number_has_the_limits_of_the_request() -> None:
    field = field_of(PenaltyRequest, "points", label="Points")
    assert isinstance(field, forms.IntegerField)
    assert (field.min_value, field.max_value, field.required, field.label) == (1, 99, True, "Points")


def test_a_text_that_may_be_blank_may_be_left_empty() -> None:
    field = field_of(PaymentRequest, "note")
    assert isinstance(field, forms.CharField)
    assert (field.max_length, field.required) == (200, False)


def test_a_choice_has_the_words_of_its_codes() -> None:
    field = field_of(FeeRequest, "kind")
    assert isinstance(field, forms.ChoiceField)
    assert field.choices == FeeKind.choices


def test_of_a_list_it_is_the_field_of_one_item() -> None:
    field = field_of(SuspensionRequest, "score")
    assert isinstance(field, forms.IntegerField)
    assert (field.min_value, field.max_value) == (0, 99)


def test_a_page_says_otherwise_than_the_request_where_it_has_to() -> None:
    field = field_of(PaymentRequest, "means", required=True)
    assert field.required


def test_a_league_contests_results_for_a_week_on_the_page_as_by_api() -> None:
    form = EventForm({"name": "League", "registration": "desk", "grace_minutes": 7 * 24 * 60})
    assert form.is_valid()


def test_a_list_to_choose_from_is_djangos_but_for_white_space() -> None:
    """Its template stands in for two of Django's that are included for each option."""
    choices = [("", "Every club"), (1, "Brest & “Co”"), ("Côte", [("a<b", "A"), (2.5, "B")])]
    for widget in (forms.Select(choices=choices), forms.SelectMultiple(choices=choices)):
        for value in ("", 1, "a<b", ["1", "a<b"], None):
            ours, djangos = (
                widget.render("club", value, attrs={"id": "id_club", "required": True}, renderer=renderer)
                for renderer in (PageRenderer(), DjangoTemplates())
            )
            assert ours.split() == djangos.split()
