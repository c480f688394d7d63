"""Valknut: a trick game of exact bids; runes twist the tricks; two or three seats."""
