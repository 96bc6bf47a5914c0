"""What happens to one match: its callers hold its lock, write the log and tell people."""
