"""The responses of the API: `...Response` for an object, `...Summary` for a row of a list."""
