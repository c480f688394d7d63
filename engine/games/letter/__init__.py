"""Geheimer Brief (Secret Letter): sixteen cards, one in hand, deduction and nerve; two to four seats."""
