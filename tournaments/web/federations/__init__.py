"""The pages of federations."""
