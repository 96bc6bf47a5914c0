"""The pages of an event: its tabs."""
