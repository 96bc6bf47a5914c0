"""Actions of federations: offices, clubs, members and sanctions."""
