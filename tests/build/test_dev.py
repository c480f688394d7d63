"""build/dev.py and build/machine.py decide right without touching the machine: no network, no apt, no uv.

Only the last test starts something real, the virtual screen, and is marked slow for it.
"""

from __future__ import annotations

import ast
import importlib
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
DEBIAN_12 = {"ID": "debian", "VERSION_ID": "12"}
FEDORA = {"ID": "fedora", "VERSION_ID": "42"}
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="about Linux systems")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A fresh copy of the module, so that what a test replaces in it ends with the test."""
    monkeypatch.syspath_prepend(str(BUILD))
    for name in ("machine", "dev"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("machine")


@pytest.fixture
def dev(machine: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """dev.py with an environment folder of its own, which is empty."""
    module = importlib.import_module("dev")
    monkeypatch.setattr(module, "VENV", tmp_path / "venv")
    return module


class Runs:
    """Stands in for `run`: notes each command and answers with the code that a word in it asks for."""

    def __init__(self, **codes: int) -> None:
        self.codes = codes
        self.commands: list[list[str]] = []
        self.extras: list[dict[str, str]] = []

    def __call__(self, command: Any, extra: Any = None, cwd: Any = None) -> int:
        words = [str(word) for word in command]
        self.commands.append(words)
        self.extras.append(dict(extra or {}))
        return next((code for word, code in self.codes.items() if any(word in part for part in words)), 0)


def program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path


# --- the file itself ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dev.py", "machine.py"])
def test_parses_on_an_old_python_and_imports_nothing_to_install(name: str) -> None:
    tree = ast.parse((BUILD / name).read_text("utf-8"), feature_version=(3, 8))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported <= {*sys.stdlib_module_names, "machine"}


def test_an_old_python_gets_a_sentence(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        dev.main(["play"])


@pytest.mark.parametrize(
    "argv", [["dance"], [], ["check", "more"], ["catalogues", "de"], ["setup", "x"], ["screenshots"]]
)
def test_a_wrong_command_line_exits_2(dev: ModuleType, argv: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        dev.main(argv)
    assert exit_info.value.code == 2


def test_help_names_every_command(dev: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_info:
        dev.main(["--help"])
    out = capsys.readouterr().out
    assert exit_info.value.code == 0
    assert all(f"  {name} " in out and callable(getattr(dev, name)) for name in dev.COMMANDS)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_death_by_signal_is_told_as_the_shell_does(machine: ModuleType) -> None:
    suicide = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert machine.run([sys.executable, "-c", suicide]) == 128 + 15


# --- uv and the environment --------------------------------------------------------------------------


@pytest.fixture
def path_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The only folder on PATH."""
    folder = tmp_path / "path"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@linux_only
def test_uv_on_path_comes_before_the_one_in_venv(dev: ModuleType, path_folder: Path) -> None:
    assert dev.find_uv() is None
    inner = program(dev.VENV / "bin" / "uv", "")
    assert dev.find_uv() == str(inner)
    outer = program(path_folder / "uv", "")
    assert dev.find_uv() == str(outer)


@linux_only
def test_a_uv_that_does_not_start_is_passed_over(dev: ModuleType, path_folder: Path) -> None:
    program(path_folder / "uv", "raise SystemExit(127)")
    assert dev.find_uv() is None
    inner = program(dev.VENV / "bin" / "uv", "")
    assert dev.find_uv() == str(inner)


@pytest.mark.parametrize(("release", "asks"), [(DEBIAN_12, True), (FEDORA, False), ({}, False)])
def test_only_debian_cuts_ensurepip_out(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, release: dict[str, str], asks: bool
) -> None:
    monkeypatch.setattr(dev, "system", lambda: release)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)
    assert dev.lacking_for_venv() == ([f"python3.{sys.version_info[1]}-venv"] if asks else [])
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: object())
    assert dev.lacking_for_venv() == []


@pytest.mark.parametrize("has_pip", [False, True])
def test_uv_goes_into_venv_by_pip(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, has_pip: bool) -> None:
    runs = Runs()
    monkeypatch.setattr(dev, "run", runs)
    monkeypatch.setattr(dev, "quietly", lambda *command: has_pip)
    assert dev.get_uv() == str(dev.venv_program("uv"))
    assert [command[1:3] for command in runs.commands] == [["-m", "venv"], ["-m", "pip"]][has_pip:]
    assert runs.commands[-1][-1] == "uv"


@pytest.mark.parametrize("failing", ["venv", "pip"])
def test_a_failing_set_up_stops(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    monkeypatch.setattr(dev, "VENV", Path("environment"))
    monkeypatch.setattr(dev, "run", Runs(**{failing: 1}))
    monkeypatch.setattr(dev, "quietly", lambda *command: False)
    with pytest.raises(SystemExit, match=failing):
        dev.get_uv()


def test_sync_takes_the_lock_and_no_other_python(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_PYTHON", raising=False)
    runs = Runs()
    monkeypatch.setattr(dev, "run", runs)
    dev.sync("uv")
    assert runs.commands[0][:2] == ["uv", "sync"]
    assert {"--locked", "--no-python-downloads"} <= set(runs.commands[0])
    assert runs.extras[0] == {"UV_PYTHON": dev.own_python()}

    dev.VENV.mkdir()
    (dev.VENV / "pyvenv.cfg").touch()
    dev.sync("uv")
    assert runs.extras[1] == {}, "an environment that exists is not thrown away for another Python"

    monkeypatch.setattr(dev, "run", Runs(sync=2))
    with pytest.raises(SystemExit, match="uv could not"):
        dev.sync("uv")


def test_the_users_choice_of_python_stands(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_PYTHON", "3.13")
    runs = Runs()
    monkeypatch.setattr(dev, "run", runs)
    dev.sync("uv")
    assert runs.extras == [{}]


# --- system packages ---------------------------------------------------------------------------------


@linux_only
def test_the_loader_says_what_is_there(machine: ModuleType) -> None:
    assert machine.Part("libc.so.6", "", "", "").present()
    assert not machine.Part("libvierblatt-no-such.so.1", "", "", "").present()
    assert machine.Part("no-such-program|sh", "", "", "").present()
    assert not machine.Part("no-such-program", "", "", "").present()


@pytest.mark.parametrize(
    ("release", "name"),
    [
        (DEBIAN_12, "libglib2.0-0"),
        ({"ID": "debian", "VERSION_ID": "13"}, "libglib2.0-0t64"),
        ({"ID": "debian"}, "libglib2.0-0t64"),
        ({"ID": "ubuntu", "VERSION_ID": "22.04"}, "libglib2.0-0"),
        ({"ID": "ubuntu", "VERSION_ID": "24.04"}, "libglib2.0-0t64"),
        ({"ID": "linuxmint", "VERSION_ID": "22"}, "libglib2.0-0"),
    ],
)
def test_glib_is_called_what_the_release_calls_it(
    machine: ModuleType, release: dict[str, str], name: str
) -> None:
    assert machine.debian_name("libglib2.0-0", release) == name
    assert machine.debian_name("libgl1", release) == "libgl1"


def test_each_command_asks_for_no_more_than_it_needs(
    machine: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(machine, "ROOT", tmp_path)
    qt, screen, browser = (
        set(parts) for parts in (machine.QT_PARTS, machine.SCREEN_PARTS, machine.BROWSER_PACKAGES)
    )
    x = set(machine.X_PARTS)

    def parts(command: str, display: bool, release: dict[str, str]) -> tuple[set[Any], set[Any]]:
        needed, liked = machine.wanted(command, display, release)
        return set(needed), set(liked)

    assert parts("play", True, DEBIAN_12) == (qt | x, set())
    assert parts("play", False, DEBIAN_12) == (qt, x | screen)
    assert parts("check", False, DEBIAN_12) == (set(), set())
    assert parts("test", True, {}) == (set(), set())
    assert not browser & parts("test", True, DEBIAN_12)[0]
    (tmp_path / "tests" / "rooms").mkdir(parents=True)
    assert parts("test", True, DEBIAN_12)[0] == qt | x | set(machine.TEST_PARTS) | browser
    assert not browser & parts("test", True, {"ID": "ubuntu"})[0]


class Shop:
    """A machine where some parts are missing, and the rights to install them are given or not."""

    def __init__(self, machine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self.machine, self.monkeypatch, self.runs = machine, monkeypatch, Runs()
        monkeypatch.setattr(shutil, "which", lambda name: None if name.startswith("no-") else f"/bin/{name}")
        monkeypatch.setattr(machine, "run", self.runs)
        self.here = machine.Part("apt-get", "here", "here", "here")
        self.library = machine.Part("libnone.so.7", "libnone7", "none-libs", "none")
        self.tool = machine.Part("no-tool", "deb-tool", "rpm-tool", "arch-tool")

    def set(self, release: dict[str, str], rights: list[str] | None) -> None:
        self.monkeypatch.setattr(self.machine, "system", lambda: release)
        self.monkeypatch.setattr(self.machine, "root_prefix", lambda: rights)
        self.monkeypatch.setattr(self.machine, "is_root", lambda: rights == [])


@pytest.fixture
def shop(machine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Shop:
    return Shop(machine, monkeypatch)


@pytest.mark.parametrize("rights", [[], ["sudo", "-n"]])
def test_what_is_missing_is_installed_and_nothing_else(shop: Shop, rights: list[str]) -> None:
    shop.set(DEBIAN_12, rights)
    shop.machine.see_to_packages([shop.here, shop.library], [shop.tool], ["python3-extra"])
    update, installation = shop.runs.commands
    assert update[-1] == "update"
    assert installation[: len(rights) + 2] == [*rights, "env", "DEBIAN_FRONTEND=noninteractive"]
    after = installation.index("install") + 1
    assert installation[after:] == [
        "-y",
        "--no-install-recommends",
        "python3-extra",
        "libnone7",
        "deb-tool",
    ]


def test_nothing_missing_asks_nothing(shop: Shop) -> None:
    shop.set(DEBIAN_12, [])
    shop.machine.see_to_packages([shop.here], [shop.here])
    assert shop.runs.commands == []


def test_without_rights_the_exact_command_is_printed(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.set(DEBIAN_12, None)
    with pytest.raises(SystemExit) as exit_info:
        shop.machine.see_to_packages([shop.library], [shop.tool])
    assert exit_info.value.code not in (0, None)
    command = "sudo apt-get update && sudo apt-get install -y --no-install-recommends libnone7 deb-tool\n"
    assert command in capsys.readouterr().out
    assert shop.runs.commands == []


def test_a_failed_installation_stops(shop: Shop) -> None:
    shop.set(DEBIAN_12, [])
    shop.runs.codes = {"install": 100}
    with pytest.raises(SystemExit):
        shop.machine.see_to_packages([shop.library], [])


def test_a_missing_tool_stops_nobody(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.set(DEBIAN_12, None)
    shop.machine.see_to_packages([shop.tool], [shop.library])
    assert "deb-tool libnone7" in capsys.readouterr().out


def test_elsewhere_the_packages_are_named(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    shop.set(FEDORA, [])
    with pytest.raises(SystemExit):
        shop.machine.see_to_packages([shop.library], [shop.tool])
    out = capsys.readouterr().out
    assert "dnf install none-libs rpm-tool" in out
    assert "pacman -S none arch-tool" in out
    assert shop.runs.commands == []


@pytest.mark.parametrize(
    ("root", "passwordless", "prefix"),
    [(True, False, []), (False, True, ["/sudo", "-n"]), (False, False, None)],
)
def test_rights_are_taken_only_without_a_question(
    machine: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    root: bool,
    passwordless: bool,
    prefix: list[str] | None,
) -> None:
    monkeypatch.setattr(machine, "is_root", lambda: root)
    monkeypatch.setattr(shutil, "which", lambda name: f"/{name}")
    monkeypatch.setattr(machine, "quietly", lambda *command: passwordless and "-n" in command)
    assert machine.root_prefix() == prefix


# --- the screen --------------------------------------------------------------------------------------


@linux_only
def test_a_display_counts_only_if_it_answers(machine: ModuleType, tmp_path: Path) -> None:
    assert not machine.has_display({})
    assert not machine.has_display({"DISPLAY": "nonsense"})
    assert not machine.has_display({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)})
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        assert machine.has_display({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)})
        assert machine.has_display({"WAYLAND_DISPLAY": str(tmp_path / "wayland-0")})
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        name = f"127.0.0.1:{server.getsockname()[1] - 6000}.0"
        assert not machine.has_display({"DISPLAY": name})
        server.listen()
        assert machine.has_display({"DISPLAY": name})
        assert not machine.has_display({"DISPLAY": name, "QT_QPA_PLATFORM": "offscreen"})
        assert machine.has_display({"DISPLAY": name, "QT_QPA_PLATFORM": "xcb"})


@linux_only
def test_a_local_display_is_looked_for_under_both_its_names(
    machine: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(machine, "answers", lambda kind, address: asked.append(address))
    machine.has_display({"DISPLAY": ":77.1"})
    assert asked == ["/tmp/.X11-unix/X77", "\0/tmp/.X11-unix/X77"]


@linux_only
def test_the_user_may_choose_a_platform_that_needs_no_display(machine: ModuleType) -> None:
    assert machine.has_display({"QT_QPA_PLATFORM": "vnc:port=5901"})
    assert not machine.has_display({"QT_QPA_PLATFORM": "minimal"})
    assert not machine.has_display({"QT_QPA_PLATFORM": "wayland"})


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_macos_and_windows_have_a_screen(
    machine: ModuleType, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(machine.sys, "platform", system)
    assert machine.has_display({})
    assert not machine.has_display({"QT_QPA_PLATFORM": "offscreen"})
    assert machine.system() == {}


XVFB = """
import os, sys, time
open({pid!r}, "w").write(str(os.getpid()))
if {number!r}:
    os.write(int(sys.argv[sys.argv.index("-displayfd") + 1]), b"{number}\\n")
    time.sleep(600)
"""


@linux_only
@pytest.mark.parametrize(
    ("number", "leads_to"),
    [("42", {"DISPLAY": ":42", "QT_QPA_PLATFORM": "xcb"}), ("", {"QT_QPA_PLATFORM": "offscreen"})],
    ids=["a server", "a server that dies"],
)
def test_the_virtual_screen_comes_and_goes(
    machine: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    path_folder: Path,
    tmp_path: Path,
    number: str,
    leads_to: dict[str, str],
) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    monkeypatch.setattr(machine, "X_PARTS", ())
    pid = tmp_path / "pid"
    program(path_folder / "Xvfb", XVFB.format(pid=str(pid), number=number))
    with machine.virtual_screen() as screen:
        assert screen == leads_to
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_without_xvfb_it_is_offscreen(
    machine: ModuleType, monkeypatch: pytest.MonkeyPatch, path_folder: Path
) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    with machine.virtual_screen() as screen:
        assert screen == {"QT_QPA_PLATFORM": "offscreen"}
    monkeypatch.setenv("QT_QPA_PLATFORM", "minimal")
    with machine.virtual_screen() as screen:
        assert screen == {}, "the user's choice stands"


# --- the commands ------------------------------------------------------------------------------------


@pytest.fixture
def ready(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """dev.py on a machine where all is set up; what it would run is noted."""
    bench = SimpleNamespace(dev=dev, runs=Runs(), display=True)
    monkeypatch.setattr(dev, "set_up", lambda command, display: None)
    monkeypatch.setattr(dev, "run", bench.runs)
    monkeypatch.setattr(dev, "has_display", lambda env: bench.display)
    monkeypatch.setattr(dev, "DEMO_PICTURES", tmp_path / "demo")
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setenv("QT_QPA_PLATFORM", "minimal")  # so that no virtual screen starts here
    return bench


def test_play_starts_the_app(ready: SimpleNamespace) -> None:
    ready.runs.codes = {"--seed": 3}
    assert ready.dev.main(["play", "--seed", "7"]) == 3
    app = str(ready.dev.venv_program("vierblatt"))
    assert ready.runs.commands == [[app, "play", "--seed", "7"]]


def test_play_without_a_display_shows_a_match(
    ready: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    ready.display = False
    assert ready.dev.main(["play", "--seed", "7"]) == 0
    pictures = str(ready.dev.DEMO_PICTURES)
    assert ready.runs.commands[0][1:] == ["play", "--demo", "--pictures", pictures, "--seed", "7"]
    assert "no display" in capsys.readouterr().out
    assert Path(pictures).is_dir()


@pytest.mark.parametrize("argument", ["--demo", "--help"])
def test_play_without_a_display_takes_arguments_as_they_are(ready: SimpleNamespace, argument: str) -> None:
    ready.display = False
    ready.dev.main(["play", argument])
    assert ready.runs.commands[0][1:] == ["play", argument]


@pytest.mark.parametrize(
    ("arguments", "marks"),
    [
        ([], "not slow and not benchmark"),
        (["tests/build", "-k", "lock"], "not slow and not benchmark"),
        (["--slow"], "slow and not benchmark"),
        (["tests/build/test_dev.py::test_nothing"], None),
    ],
)
def test_the_marks_that_test_runs(ready: SimpleNamespace, arguments: list[str], marks: str | None) -> None:
    ready.dev.main(["test", *arguments])
    (command,) = ready.runs.commands
    assert command[1:4] == ["-m", "pytest", "-n"]
    assert int(command[4]) >= 1
    rest = command[command.index("worksteal") + 1 :]
    expected = [] if marks is None else ["-m", marks]
    assert rest == [*expected, *(argument for argument in arguments if argument != "--slow")]


@pytest.mark.parametrize(("arguments", "code"), [([], 5), (["--slow"], 0)])
def test_only_a_suite_without_slow_tests_may_be_empty(
    ready: SimpleNamespace, arguments: list[str], code: int
) -> None:
    ready.runs.codes = {"pytest": 5}
    assert ready.dev.main(["test", *arguments]) == code
    ready.runs.codes = {"pytest": 1}
    assert ready.dev.main(["test", *arguments]) == 1


def test_check_goes_on_after_a_failure_and_names_them_all(
    ready: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ready.dev.main(["check"]) == 0
    every = len(ready.runs.commands)
    ready.runs.codes = {"ruff": 1, "lint-imports": 2}
    assert ready.dev.main(["check"]) == 1
    assert len(ready.runs.commands) == 2 * every
    assert capsys.readouterr().out.rstrip().endswith("Failed: ruff, formatting, imports")


def test_catalogues_does_not_compile_what_it_could_not_extract(ready: SimpleNamespace) -> None:
    assert ready.dev.main(["catalogues"]) == 0
    assert [command[-1] for command in ready.runs.commands] == ["extract", "compile"]
    ready.runs.codes = {"extract": 4}
    assert ready.dev.main(["catalogues"]) == 4
    assert ready.runs.commands[-1][-1] == "extract"


GOOD_LOCK = """
[[package]]
name = "vierblatt"
source = {{ editable = "." }}

[[package]]
name = "rich"
source = {source}
sdist = {{ url = "{sdist}" }}
wheels = [{{ url = "https://files.pythonhosted.org/packages/rich.whl" }}]
"""
REGISTRY = '{ registry = "https://pypi.org/simple" }'
SDIST = "https://files.pythonhosted.org/packages/rich.tar.gz"


def test_a_lock_from_the_public_index_is_clean(dev: ModuleType) -> None:
    assert dev.lock_faults(GOOD_LOCK.format(source=REGISTRY, sdist=SDIST)) == []


@pytest.mark.parametrize(
    ("source", "sdist"),
    [
        ('{ registry = "../simple" }', SDIST),
        ('{ registry = "https://mirror.example/simple" }', SDIST),
        ('{ git = "https://git.example/rich" }', SDIST),
        (REGISTRY, "https://mirror.example/rich.tar.gz"),
        (REGISTRY, "https://files.pythonhosted.org.example/rich.tar.gz"),
        (REGISTRY, "http://files.pythonhosted.org/packages/rich.tar.gz"),
        (REGISTRY, ""),
    ],
)
def test_a_lock_from_elsewhere_is_found_out(dev: ModuleType, source: str, sdist: str) -> None:
    (fault,) = dev.lock_faults(GOOD_LOCK.format(source=source, sdist=sdist))
    assert fault.startswith("rich: ")


# --- continuous integration --------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a bash script")
@pytest.mark.parametrize("failing", ["", "check"])
def test_ci_runs_every_step_from_anywhere_and_stops_at_the_first_failure(
    tmp_path: Path, failing: str
) -> None:
    log = tmp_path / "log"
    text = "import os, sys\n"
    text += f"open({str(log)!r}, 'a').write(os.getcwd() + ' ' + ' '.join(sys.argv[1:]) + '\\n')\n"
    text += f"sys.exit({failing!r} in sys.argv)"
    program(tmp_path / "bin" / "python3", text)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([ROOT / ".ci" / "run"], cwd=tmp_path, env=env, capture_output=True, check=False)
    steps = ["test", "check", "test --slow", "play --demo", "play --demo"]
    steps = steps[: steps.index(failing) + 1] if failing else steps
    assert log.read_text().splitlines() == [f"{ROOT} build/dev.py {step}" for step in steps]
    assert done.returncode == (1 if failing else 0)


@pytest.mark.slow
@linux_only
@pytest.mark.skipif(not shutil.which("Xvfb"), reason="no Xvfb here")
def test_a_real_virtual_screen_is_a_display(machine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setattr(machine, "X_PARTS", ())  # Qt's side of it is not asked here
    with machine.virtual_screen() as screen:
        assert screen["QT_QPA_PLATFORM"] == "xcb"
        assert machine.has_display({"DISPLAY": screen["DISPLAY"]})
    assert not machine.has_display({"DISPLAY": screen["DISPLAY"]})


@pytest.mark.parametrize(
    ("system", "compilers", "built"), [("linux", True, True), ("linux", False, False), ("win32", True, False)]
)
def test_numpy_is_built_small_where_that_can_be_done(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, system: str, compilers: bool, built: bool
) -> None:
    monkeypatch.setattr(dev.sys, "platform", system)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}" if compilers else None)
    monkeypatch.setattr(dev.Path, "exists", lambda path: True)
    options = dev.small_numpy()
    assert ("--no-binary-package=numpy" in options) == built
    assert all(option.startswith("--") and "numpy" in option for option in options)
