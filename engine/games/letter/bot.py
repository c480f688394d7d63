"""Bots for Geheimer Brief."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.base import BotFactory
from engine.bots.uniform import RandomBot

BOTS: Mapping[str, BotFactory] = {
    "random": RandomBot,
    "easy": RandomBot,
    "medium": RandomBot,
    "strong": RandomBot,
}
