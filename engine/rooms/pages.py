"""What the server hands out besides messages: the page itself, its texts, drawings, and the rules of the games."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path

from engine.core import catalog
from engine.core.places import resources_root
from engine.core.text import LANGUAGES, N_, Texts, texts

WEB = Path(__file__).parent / "web"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".woff2": "font/woff2",
}

# What the page says by itself; the keys are those of its scripts.
PAGE_TEXTS = {
    "join": N_("Join in"),
    "code": N_("Room code"),
    "name": N_("Your name"),
    "go": N_("Go"),
    "no_account": N_("No account needed."),
    "new_room": N_("Open a new room"),
    "watch": N_("Only look on"),
    "connecting": N_("Connecting …"),
    "lost": N_("Not connected. It tries again by itself."),
    "replaced": N_("This seat is open in another tab or on another phone. This one stays closed."),
    "here_again": N_("Play here again"),
    "room": N_("Players and room"),
    "close": N_("Close"),
    "back": N_("Back"),
    "waiting": N_("Wait until the host starts the match."),
    "at_desktop": N_("The match is started at the desktop."),
    "away": N_("away"),
    "has_left": N_("has left the room"),
    "you": N_("you"),
    "waits": N_("waits for a chair"),
    "removed": N_("removed"),
    "you_removed": N_("The host has removed you from this room."),
    "you_left": N_("You have left this room."),
    "come_back": N_("Come back"),
    "elsewhere": N_("To another room"),
    "you_wait": N_("You look on. You get a seat in the next match."),
    "you_soon": N_("You look on. You get your seat as soon as the next card or round begins."),
    "takes_seat": N_("Takes the seat of {name}"),
    "no_host": N_("Nobody is here who decides for the room."),
    "volunteer": N_("Become the host"),
    "host": N_("Host"),
    "dismiss": N_("No longer a host"),
    "add_bot": N_("Add a bot"),
    "take_away": N_("Take away"),
    "earlier": N_("One place earlier"),
    "seat": N_("Give a chair"),
    "remove": N_("Remove"),
    "readmit": N_("Let in again"),
    "hand_over": N_("Link to this seat"),
    "make_host": N_("Make a host"),
    "link_is": N_("Open this link on the other phone. It works once:"),
    "share_is": N_("Invite others with this link, or with the code:"),
    "share_link": N_("Invite others with this link:"),
    "link_only": N_("Let in by the link alone"),
    "by_code": N_("Let in by the code too"),
    "share": N_("Share the link"),
    "players": N_("Players"),
    "too_few": N_("At least {n} must sit at the table."),
    "too_many": N_("At most {n} can sit at the table."),
    "lock": N_("Lock the room"),
    "unlock": N_("Unlock the room"),
    "leave": N_("Leave the room"),
    "really": N_("Really?"),
    "start": N_("Start the match"),
    "end": N_("End the match"),
    "lobby": N_("Back to the room"),
    "game": N_("Game"),
    "rules": N_("Rules"),
    "on": N_("Go on"),
    "log": N_("What happened"),
    "missing": N_("If somebody is missing"),
    "vacant": N_("The seat of {name} is empty. The match waits if it is their turn."),
    "by_bot": N_("Let a bot play on"),
    "by_member": N_("{name} takes over"),
    "nobody": N_("Nobody is here yet."),
    "language": N_("Language"),
    "bot": N_("Bot"),
}

_ROUTE = re.compile(r"[A-Za-z0-9._/-]{1,120}")


@lru_cache(maxsize=8)
def page_texts(language: str) -> bytes:
    """The page's own texts in *language* as JSON."""
    t = texts(language)
    return json.dumps({key: t._(text) for key, text in PAGE_TEXTS.items()}, ensure_ascii=False).encode()


@lru_cache(maxsize=32)
def rules(game_id: str, language: str) -> bytes | None:
    """The short rules of a game as JSON: a list of heading and text; None if there is no such game."""
    if game_id not in catalog.ids() or language not in LANGUAGES:
        return None
    t: Texts = texts(language)
    sections = catalog.words(game_id).short_rules(t)
    return json.dumps(
        {"name": t._(catalog.meta(game_id).name), "sections": sections}, ensure_ascii=False
    ).encode()


def _below(root: Path, route: str, endings: tuple[str, ...]) -> Path | None:
    """The file *route* below *root*, if it is one with such an ending and does not lead out."""
    if _ROUTE.fullmatch(route) is None or not route.endswith(endings):
        return None
    path = (root / route).resolve()
    return path if path.is_relative_to(root.resolve()) and path.is_file() else None


@lru_cache(maxsize=256)
def web_file(route: str) -> tuple[bytes, str] | None:
    """A file of the page with its type, or None."""
    path = _below(WEB, route, (".html", ".css", ".js", ".svg", ".woff2"))
    return (path.read_bytes(), TYPES[path.suffix]) if path is not None else None


@lru_cache(maxsize=256)
def drawing(route: str) -> tuple[bytes, str] | None:
    """A drawing of a game with its type, or None."""
    path = _below(resources_root(), route, (".svg",))
    return (path.read_bytes(), TYPES[".svg"]) if path is not None else None
