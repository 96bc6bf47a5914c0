"""The cash desk: fees, payments, boxes and prizes."""
