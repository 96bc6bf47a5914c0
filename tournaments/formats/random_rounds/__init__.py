"""The format of rounds by lot."""
