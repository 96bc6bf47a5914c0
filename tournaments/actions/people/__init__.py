"""Players as persons: names, accounts, access links, and sides."""
