"""The format of all-comers marathons."""
