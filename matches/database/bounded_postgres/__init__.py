"""PostgreSQL with limits on each connection."""
