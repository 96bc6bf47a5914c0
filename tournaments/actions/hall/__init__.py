"""The hall: calls to tables, lateness, matches broken off, announcements, the clock."""
