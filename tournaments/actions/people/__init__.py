"""Players as people: their names, accounts, private links, and the sides they form."""
