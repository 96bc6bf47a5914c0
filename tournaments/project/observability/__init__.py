"""Logs, metrics and error reports for the operator (docs/observability.md)."""
