"""Builds whole programs with and without the plugin: see ../real-builds."""
