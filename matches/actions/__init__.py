"""Actions on one match; callers hold its lock, write the log and send notices."""
