"""The money of a tournament: the lines of the ledger, and the prizes."""
