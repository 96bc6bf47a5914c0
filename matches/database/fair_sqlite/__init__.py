"""SQLite for several concurrent writers, served in the order of their requests."""
