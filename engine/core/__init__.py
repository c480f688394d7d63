"""The vocabulary all games share: actors, the Game contract, moves, events, views, errors, codec, catalog.

Nothing here knows a particular game, draws a random number or reads a clock.
"""
