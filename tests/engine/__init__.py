"""The adapter of the analysis engine."""
