"""The match: players, sides, results, disputes and game records."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """The Django application of a single match."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"
