"""What is wrong with JSON that could not be decoded, as a `Refusal`: in the user's words, with the place.

msgspec says it in English only. Its frequent messages are taken apart here; the others stay as they are.
"""

from __future__ import annotations

import re

from engine.core.errors import Refusal
from engine.core.text import N_


def too_long(size: int) -> Refusal:
    """The refusal for *size* characters or bytes at once."""
    return Refusal("too_long", N_("it is too long ({size} characters)"), {"size": size})


KINDS = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "str": N_("a text"),
    "bool": N_("true or false"),
    "null": N_("nothing"),
    "array": N_("a list"),
    "object": N_("an object with fields"),
}
"""JSON's types, as msgspec names them, in words."""

_PLACE = re.compile(r" - at `(?P<path>[^`]*)`$")
_FIELD = re.compile(r"Object (?P<what>contains unknown|missing required) field `(?P<field>[^`]*)`$")
_KIND = re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<found>[^`]*)`$")
_LENGTH = re.compile(r"Expected `array` of .*length ")
_VALUE = re.compile(r"Invalid (?:enum )?value (?P<value>.*)$", re.DOTALL)


def missing(field: str) -> Refusal:
    """The refusal for a *field* that is not there."""
    return Refusal("field_missing", N_("the field “{field}” is missing"), {"field": field[:80]})


def wrong(field: str, value: str) -> Refusal:
    """The refusal for a *field* with a *value* that it can't have."""
    return Refusal(
        "wrong_value", N_("“{field}” can't be {value}"), {"field": field[:80] or "{ }", "value": value[:80]}
    )


def misread(error: Exception) -> Refusal:
    """Why *error* was raised when text was decoded."""
    text = str(error)
    place = _PLACE.search(text)
    path = place["path"].removeprefix("$").removeprefix(".") if place else ""
    said = text[: place.start()] if place else text
    if found := _FIELD.match(said):
        field = ".".join(filter(None, (path, found["field"])))
        if found["what"] == "missing required":
            return missing(field)
        return Refusal("field_unknown", N_("the field “{field}” is not known here"), {"field": field[:80]})
    if found := _KIND.match(said):
        kind = KINDS.get(found["found"])
        expected = KINDS.get(found["expected"])
        if kind is not None and expected is not None:
            values: dict[str, str | int] = {"field": path[:80] or "{ }", "found": kind, "expected": expected}
            return Refusal(
                "wrong_kind",
                N_("“{field}” is {found}, where {expected} belongs"),
                values,
                translate=("found", "expected"),
            )
        if kind is not None:
            return Refusal(
                "wrong_kind",
                N_("“{field}” can't be {found}"),
                {"field": path[:80] or "{ }", "found": kind},
                translate=("found",),
            )
    if _LENGTH.match(said):
        return Refusal(
            "wrong_length", N_("“{field}” has too few or too many entries"), {"field": path[:80] or "[ ]"}
        )
    if found := _VALUE.match(said):
        return wrong(path, found["value"])
    if said.startswith("JSON is malformed") or "truncated" in said:
        return Refusal("no_json", N_("it is damaged, or no JSON"))
    return Refusal("misread", "{detail}", {"detail": text[:200]})
