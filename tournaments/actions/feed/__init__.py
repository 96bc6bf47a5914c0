"""The feed: one writer that numbers what the logs say of matches, and the verdicts of counting rules on it."""
