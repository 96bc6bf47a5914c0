"""Entrants: places, qualifiers, teams, challenges and re-entries."""
