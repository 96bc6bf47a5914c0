"""The views of the API: one class per address, one method per action."""
