"""Widgets that know no game: the theme, cards, rows, curtain, log, score sheet, prompts."""
