"""The files of the phone's page themselves; no browser is needed."""

from __future__ import annotations

import re

import pytest

from engine.rooms.pages import WEB, web_file

FILES = sorted(WEB.iterdir())
TEXTS = [file for file in FILES if file.suffix != ".woff2"]


def test_page_is_small() -> None:
    """Everything of the page together, drawings of cards apart, stays below 150 KB, and all of it is served."""
    assert sum(file.stat().st_size for file in FILES) < 150_000
    assert all(web_file(file.name) for file in FILES)


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere_and_text_stays_text(file: object) -> None:
    """No address but our own, nothing that makes markup or code of a string, no script in the page itself."""
    text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")  # type: ignore[attr-defined]
    for banned in (
        "http://",
        "https://",
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval(",
        "new Function",
        "javascript:",
    ):
        assert banned not in text, banned
    if file.suffix == ".html":  # type: ignore[attr-defined]
        assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
        assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []
