"""Rooms: everybody's own phone as a private hand.

A `house.House` keeps the rooms, a `room.Room` its members, chairs and match; both are plain logic of one thread.
`server` carries messages between them and the phones, whose page lies in ``web``.
"""
