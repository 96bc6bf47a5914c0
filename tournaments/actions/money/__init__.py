"""The money of a tournament: fees, payments, cash boxes and prizes."""
