"""Pages of accounts, profiles, private links, officers and the first run."""
