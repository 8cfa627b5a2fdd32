"""The Discord face: slash commands, buttons and forms."""
