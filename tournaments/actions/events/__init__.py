"""Tournaments and events: creation, settings, stages, plans, rules and copies."""
