"""Draws and the pairings that follow from them."""
