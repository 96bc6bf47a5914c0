"""Entrants: entry, qualification, withdrawal, re-entry, and the players of a side."""
