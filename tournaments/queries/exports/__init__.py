"""Exports: printed sheets and spreadsheets."""
