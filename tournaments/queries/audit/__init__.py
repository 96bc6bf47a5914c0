"""The audit of a tournament: its rows compared with its log, and the news of the newest log entries."""
