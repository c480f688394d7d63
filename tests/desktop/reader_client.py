"""Somebody with a screen reader: knows the program only through AT-SPI. Run by the system's Python (pyatspi).

``python3 reader_client.py SEATS COMMAND…`` starts the program, plays a match of one round against bots by reading
names and pressing actions, and prints one line of JSON: what was read, pressed and announced. No Qt and nothing of
the program is imported here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 120.0
"""Seconds after which waiting has failed; nothing is measured by it."""

read: list[str] = []
pressed: list[str] = []
announced: list[str] = []


def turn_over() -> None:
    """Let events arrive."""
    context = GLib.MainContext.default()
    while context.pending():
        context.iteration(False)


def on_announcement(event: Atspi.Event) -> None:
    announced.append(str(event.any_data))


def showing(node: Atspi.Accessible) -> bool:
    states = node.get_state_set()
    return states.contains(Atspi.StateType.SHOWING) and states.contains(Atspi.StateType.VISIBLE)


def walk(node: Atspi.Accessible) -> list[Atspi.Accessible]:
    """*node* and all that is shown below it."""
    found = [node]
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None and showing(child):
            found += walk(child)
    return found


def program() -> Atspi.Accessible | None:
    """The program among all that speak AT-SPI."""
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(index)
        if app is not None and (app.get_name() or "").lower() == "vierblatt":
            # What is remembered here would outlive the widgets.
            app.set_cache_mask(Atspi.Cache.NONE)
            return app
    return None


def everything() -> list[Atspi.Accessible]:
    """All that the program shows now."""
    turn_over()
    for _time in range(5):
        app = program()
        if app is None:
            return []
        try:
            windows = [app.get_child_at_index(index) for index in range(app.get_child_count())]
            return [node for window in windows if window is not None for node in walk(window)]
        except GLib.Error:
            continue  # something went away while it was read
    return []


def names() -> list[str]:
    """The names that are read now."""
    found = []
    for node in everything():
        try:
            name = node.get_name()
        except GLib.Error:
            continue
        if name:
            found.append(name)
            if name not in read:
                read.append(name)
    return found


def until(what: str, found: object) -> object:
    """Wait until *found* gives something; what it gives."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        result = found()  # type: ignore[operator]
        if result:
            return result
        GLib.timeout_add(20, lambda: False)
        GLib.MainContext.default().iteration(True)
    raise SystemExit(f"never came: {what}; read now: {names()}; announced: {announced}")


def pressable(
    pattern: str, nodes: list[Atspi.Accessible] | None = None
) -> list[tuple[str, Atspi.Accessible]]:
    """What can be pressed and whose name matches *pattern*."""
    found = []
    for node in everything() if nodes is None else nodes:
        try:
            name = node.get_name() or ""
            if not re.fullmatch(pattern, name):
                continue
            states = node.get_state_set()
            ready = (Atspi.StateType.SENSITIVE, Atspi.StateType.FOCUSABLE)
            if all(states.contains(state) for state in ready) and node.get_action_iface() is not None:
                found.append((name, node))
        except GLib.Error:
            continue
    return found


def act(name: str, node: Atspi.Accessible) -> bool:
    """Press it; False if it has gone meanwhile."""
    try:
        action = node.get_action_iface()
        offered = [action.get_action_name(index) for index in range(action.get_n_actions())]
        wanted = next((index for index, one in enumerate(offered) if one.lower() in ("press", "toggle")), 0)
        action.do_action(wanted)
    except GLib.Error:
        return False
    pressed.append(name)
    turn_over()
    return True


def press(pattern: str) -> None:
    """Press what is named so, as soon as it is there."""
    until(f"something to press named {pattern}", lambda: any(act(*found) for found in pressable(pattern)[:1]))


def value(name: str, wanted: float) -> None:
    """Set a number that can be set."""
    for node in everything():
        if node.get_name() == name and node.get_value_iface() is not None:
            node.get_value_iface().set_current_value(wanted)
            return
    raise SystemExit(f"no number named {name}: {names()}")


CARD = r".+ \([1-8]\)"
"""How a card in the hand is named: Shield (4)."""
STEPS = (
    "Play it all the same",
    "Play this card|Play on yourself|Play against .+",
    r".+ \([2-8]\): .+ not seen yet",
    "Choose (?!again).+",
)
"""What is pressed once a card is chosen, whichever there is."""
END = "To the result|Rematch"


def step(number: int) -> bool:
    """One press in a turn, as soon as there is something to press; False at the end of the match."""
    chosen: list[tuple[str, Atspi.Accessible]] = []

    def look() -> bool:
        nodes = everything()
        names()
        for pattern in (END, *STEPS):
            chosen[:] = pressable(pattern, nodes)[:1]
            if chosen:
                return True
        said = [node.get_name() or "" for node in nodes]
        if any("it is your turn" in name for name in said):
            cards = pressable(CARD, nodes)
            chosen[:] = cards[number % len(cards) :][:1] if cards else []
        return bool(chosen)

    def look_again() -> bool:
        try:
            return look()
        except GLib.Error:
            return False

    until("something to press", look_again)
    ((name, node),) = chosen
    if re.fullmatch(END, name):
        return False
    act(name, node)
    return True


def seats_shown() -> int:
    return sum(name.startswith("Name of seat") for name in names())


def main(seats: str, command: list[str]) -> int:
    Atspi.init()
    listener = Atspi.EventListener.new(on_announcement)
    listener.register("object:announcement")
    process = subprocess.Popen(command)
    try:
        until("the program", program)
        press("Play Secret Letter")
        until("who plays", lambda: "Who plays?" in names())
        press(f"{seats} players")
        until("so many seats", lambda: (f"Name of seat {seats}" in names()) and seats_shown() == int(seats))
        value("Points to win", 1)
        press("Start the match")
        steps = 0
        while step(steps):
            steps += 1
            if steps > 200:
                raise SystemExit(f"no end: {pressed}")
        if pressable("To the result"):
            press("To the result")
        until("the result", lambda: pressable("Rematch"))
        names()
        nameless = [
            str(node.get_role_name())
            for node in everything()
            if node.get_state_set().contains(Atspi.StateType.FOCUSABLE) and not node.get_name()
        ]
        report = {
            "read": read,
            "pressed": pressed,
            "announced": announced,
            "nameless": nameless,
            "end": names(),
        }
        print(json.dumps(report), flush=True)
    finally:
        process.terminate()
        process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
