"""Tournaments and their events as they are set up: stages, plans, rules, copies."""
