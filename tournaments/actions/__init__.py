"""Every write of the competition: one function, one transaction, one log entry."""
