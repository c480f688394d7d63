"""The table of Geheimer Brief."""
