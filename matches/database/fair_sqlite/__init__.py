"""SQLite for a service with several writers: they write in the order they came."""
