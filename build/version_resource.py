"""What Windows shows under "Details" of the program's file."""

from __future__ import annotations

from typing import Any


def numbers(version: str) -> tuple[int, int, int, int]:
    """*version* as the four numbers that Windows compares: ``0.1.0rc1`` → ``(0, 1, 0, 0)``."""
    digits = []
    for part in version.split(".")[:4]:
        leading = part[: len(part) - len(part.lstrip("0123456789"))]
        digits.append(int(leading or 0))
    first, second, third, fourth = [*digits, 0, 0, 0, 0][:4]
    return first, second, third, fourth


def made(project: dict[str, Any]) -> Any:
    """PyInstaller's form of it for the *project* table of pyproject.toml."""
    from PyInstaller.utils.win32 import versioninfo as v  # type: ignore[import-untyped,import-not-found,unused-ignore]

    version = numbers(project["version"])
    words = {
        "CompanyName": "The Vierblatt developers",
        "FileDescription": "Vierblatt",
        "FileVersion": project["version"],
        "InternalName": "vierblatt",
        "LegalCopyright": "The Vierblatt developers, MIT License",
        "OriginalFilename": "vierblatt.exe",
        "ProductName": "Vierblatt",
        "ProductVersion": project["version"],
    }
    strings = [v.StringStruct(name, text) for name, text in words.items()]
    return v.VSVersionInfo(
        ffi=v.FixedFileInfo(filevers=version, prodvers=version),
        kids=[
            v.StringFileInfo([v.StringTable("040904B0", strings)]),
            v.VarFileInfo([v.VarStruct("Translation", [0x0409, 1200])]),
        ],
    )
