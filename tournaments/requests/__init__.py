"""Requests: typed values with their limits, the same for the API and the forms of the pages."""
