"""The formulas, one file each."""
