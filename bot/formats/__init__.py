"""Import and export: files that players bring and take away."""
