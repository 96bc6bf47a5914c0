"""Whether rows and log agree, and what the newest entries of the log concern."""
