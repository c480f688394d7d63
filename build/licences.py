"""The licences of everything in a bundle, collected while it is built.

Each file of the bundle comes from a Python distribution (whose metadata hold its licence), from Python itself, or on
Debian from a system package (whose ``copyright`` file says all). A file that belongs to none of them stops the build.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "build" / "packaging" / "licences"
DEBIAN_DOC = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")

LICENCE_NAME = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors|ofl)[^/]*$", re.IGNORECASE)
ALWAYS = ("pyinstaller",)
"""Distributions of which the bundle has a part that no list of files names: the program's own start."""

PYSIDE = ("pyside6_essentials", "pyside6_addons", "pyside6", "shiboken6")
"""Their wheels come without the texts of their licence."""

QT_NOTE = """Qt for Python (PySide6, shiboken6) and the Qt libraries in this bundle are used unmodified under the GNU
Lesser General Public License, version 3. They are separate files that are linked when the program starts: you may
replace them by your own builds of the same version. (Of the data of ICU, which is under a licence of its own, only
what this program asks for has been kept.) Their sources, and the list of what Qt itself contains from
others (FreeType, HarfBuzz, ICU, libjpeg, libpng, PCRE2, zlib …), are at https://download.qt.io/official_releases/
and https://doc.qt.io/qt-6/licenses-used-in-qt.html
"""


@dataclass
class Component:
    """Something in the bundle with a licence: its name and version, how the licence is called, and its texts.

    ``common`` are texts that many share; they lie in one folder for all.
    """

    name: str
    version: str
    licence: str
    texts: dict[str, Path] = field(default_factory=dict)
    common: dict[str, Path] = field(default_factory=dict)
    note: str = ""


def slug(name: str) -> str:
    """*name* as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9.+-]+", "-", name).strip("-").lower()


def of_distribution(found: Distribution) -> Component:
    """The component that a Python distribution is."""
    meta = found.metadata.json
    name = str(meta["name"])
    marked = [str(c) for c in meta.get("classifier", []) if str(c).startswith("License ::")]
    written = str(meta.get("license_expression") or meta.get("license") or "").partition("\n")[0]
    licence = written or ", ".join(text.rpartition(":: ")[2] for text in marked) or "see the text"
    component = Component(name, found.version, licence)
    for file in found.files or ():
        if ".dist-info/" in file.as_posix() and LICENCE_NAME.search(file.as_posix()):
            component.texts[file.name] = Path(str(found.locate_file(file)))
    if slug(name).replace("-", "_") in PYSIDE:
        component.common = {path.name: path for path in sorted(TEXTS.glob("*.txt"))}
        component.note = QT_NOTE
    return component


def of_python(prefix: Path, version: str) -> Component:
    """Python itself, with what its builds contain (OpenSSL, libffi, zlib …)."""
    places = [prefix / "LICENSE.txt", *sorted(prefix.glob("lib/python3*/LICENSE.txt"))]
    texts = {path.name: path for path in places if path.is_file()}
    if not texts and (DEBIAN_DOC / f"python{version.rpartition('.')[0]}").is_dir():
        texts = {"copyright": DEBIAN_DOC / f"python{version.rpartition('.')[0]}" / "copyright"}
    return Component("Python", version, "PSF-2.0", texts)


def of_debian(package: str) -> Component:
    """A package of the Debian system on which the bundle is built."""
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True
    ).stdout
    text = DEBIAN_DOC / package.partition(":")[0] / "copyright"
    component = Component(package.partition(":")[0], version, "see the text", {"copyright": text})
    for name in common_licences(text.read_text("utf-8", "replace")):
        if (COMMON / name).is_file():
            component.common[f"{name}.txt"] = COMMON / name
    return component


def common_licences(text: str) -> set[str]:
    """The files of /usr/share/common-licenses that a Debian ``copyright`` file refers to."""
    return {name.rstrip(".") for name in re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.+-]+)", text)}


def debian_packages(files: Iterable[Path]) -> dict[Path, str]:
    """Which Debian package each of *files* belongs to, where one does."""
    if not shutil.which("dpkg-query"):
        return {}
    found: dict[Path, str] = {}
    for file in files:
        # Since /lib became a link to /usr/lib, packages name either.
        real = file.resolve()
        for name in dict.fromkeys([str(file), str(real), str(real).removeprefix("/usr")]):
            done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True, check=False)
            if done.returncode == 0:
                found[file] = done.stdout.partition(": ")[0].split(",")[0]
                break
    return found


def owners(files: Iterable[Path], owned: Mapping[str, Collection[Path]]) -> tuple[set[str], list[Path]]:
    """Whose *files* these are, given which paths (folders or files) each owner has; and the files of nobody."""
    names: set[str] = set()
    rest: list[Path] = []
    by_path = {path: name for name, paths in owned.items() for path in paths}
    for file in files:
        owner = next((by_path[path] for path in (file, *file.parents) if path in by_path), None)
        if owner is None:
            rest.append(file)
        else:
            names.add(owner)
    return names, rest


def components(files: Iterable[Path], prefixes: Collection[Path], version: str) -> list[Component]:
    """What the bundle is made of. *prefixes* are the folders of the Python *version* that built it.

    Raises `ValueError` for files whose licence is not known.
    """
    known = {found.metadata["Name"]: found for found in distributions()}
    owned = {
        name: {Path(str(found.locate_file(file))).resolve() for file in found.files or ()}
        for name, found in known.items()
    }
    owned["vierblatt"] |= {
        ROOT / name for name in ("engine", "desktop", "resources", "translations", "build", "LICENSE")
    }
    sources = {Path(file).resolve() for file in files}
    names, rest = owners(sorted(sources), owned)
    result = [
        of_distribution(known[name]) for name in sorted({*names, *ALWAYS} & known.keys(), key=str.lower)
    ]
    _, rest = owners(rest, {"Python": prefixes})
    result.append(of_python(next(iter(prefixes)), version))
    # Generated by PyInstaller from Python's own modules.
    rest = [file for file in rest if file.name != "base_library.zip"]
    packages = debian_packages(rest)
    result += [of_debian(package) for package in sorted(set(packages.values()))]
    nobody = [str(file) for file in rest if file not in packages]
    if nobody:
        raise ValueError(f"nobody knows the licence of {', '.join(nobody)}")
    lacking = [component.name for component in result if not (component.texts or component.common)]
    if lacking:
        raise ValueError(f"no licence text comes with {', '.join(lacking)}")
    return result


def index(found: Iterable[Component]) -> str:
    """The table of contents, for people."""
    lines = [
        "What Vierblatt is made of, and under which licences. The texts are in the folders beside this file.",
        "",
    ]
    for component in found:
        lines.append(f"{component.name} {component.version}: {component.licence}")
        places = [f"{slug(component.name)}/{name}" for name in sorted(component.texts)]
        lines.append(f"    {', '.join([*places, *(f'common/{name}' for name in sorted(component.common))])}")
        if component.note:
            lines += [f"    {line}" for line in component.note.splitlines()]
    return "\n".join(lines) + "\n"


def write(found: Collection[Component], folder: Path) -> Path:
    """Write the texts and their index into *folder*, anew, and return it."""
    shutil.rmtree(folder, ignore_errors=True)
    for component in found:
        for place, texts in ((slug(component.name), component.texts), ("common", component.common)):
            for name, text in texts.items():
                (folder / place).mkdir(parents=True, exist_ok=True)
                shutil.copyfile(text, folder / place / name)
    (folder / "README.txt").write_text(index(found), "utf-8", newline="\n")
    return folder
