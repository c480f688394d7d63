"""VP-Sleuth by post: the game's folder, its mails, the adjudication of a round, and the reports.

A postal game is a folder of text (`folder`); mails become text (`mails`, `markup`) and text becomes orders
(`reading`, over `engine.games.sleuth.orders`); a round becomes reports (`reports`, `paper`). The rules stay those of
the table, and a report is made from nothing but the view of whoever may read it.
A player has the reports only: `published` reads them, `following` makes a view of them.
"""
