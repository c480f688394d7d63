"""What follows from answers: certain and impossible places, chances, the worth of questions, and why.

Rooms: `facts` (what is known, as counts of cells), `solver` (is there a tableau that fits?), `elimination` (simple
propagation, as with a pencil), `marks` (exactly what is certain and impossible), `reasons` (which facts force it, or
contradict each other), `hands` and `network` (chances), `chances` (which of these to use), `inquiry` (the worth of
questions) and `sheet` (all of it for one view). Nothing here knows more than a view.
"""
