"""Entrants: places, qualifiers, teams, challenges, and whoever may come back."""
