"""The table of Valknut."""
