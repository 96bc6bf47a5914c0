"""Relations between models respect the layers, though import contracts cannot see strings."""

from __future__ import annotations

from django.apps import apps

# What the user model of Django brings along.
_FRAMEWORK = {"auth", "contenttypes"}


def test_no_relation_of_the_match_points_outward() -> None:
    pointed_at = {
        field.related_model._meta.app_label
        for model in apps.get_app_config("matches").get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is not None
    }
    assert pointed_at <= {"matches", *_FRAMEWORK}
