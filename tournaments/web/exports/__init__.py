"""Tables, paper and calendars of an event for other programs, and frames for other sites."""
