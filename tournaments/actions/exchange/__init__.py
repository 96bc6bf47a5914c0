"""Files between installations: directories taken along, result files made, submitted and decided on."""
