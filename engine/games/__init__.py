"""The games: one package each, the same rooms inside; `engine.core.catalog` finds them by themselves.

``meta.py`` (id, seats, options), ``model.py`` (State, moves, events, View), ``rules.py`` (the Game), ``sampler.py``
(deals what a view hides), ``bot.py``, ``words.py`` (sentences), and ``commands.py`` where a game has its own.
Games never import each other.
"""
