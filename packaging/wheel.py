"""Builds the Python wheel: compiles the module, and adds the program as its command."""

import os
import shutil
import subprocess
from pathlib import Path

import arguments
import metadata
from targets import TARGETS

SOURCES = metadata.ROOT / "packaging/python"

STAGE = metadata.ROOT / "packaging/.wheel"
"""The folder of the wheel's sources, at the same distance from the crate as the originals."""


def host() -> str:
    """Returns the default target of the compiler."""
    said = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    return next(line.removeprefix("host: ") for line in said.splitlines() if line.startswith("host: "))


def stage(program: Path, name: str) -> None:
    """Copies the sources of the wheel and files from other folders together."""
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(SOURCES, STAGE, ignore=shutil.ignore_patterns("target", "tests", "notebooks", "__pycache__"))
    for licence in metadata.LICENCES:
        shutil.copy(metadata.ROOT / licence, STAGE)
    scripts = STAGE / "carom.data/scripts"
    scripts.mkdir(parents=True)
    shutil.copy(program, scripts / name)
    (scripts / name).chmod(0o755)
    about = metadata.read()
    urls = {
        "Homepage": about.homepage,
        "Repository": about.repository,
        "Changelog": f"{about.repository}/blob/main/CHANGELOG.md",
    }
    with open(STAGE / "pyproject.toml", "a") as project:
        project.write("\n[project.urls]\n")
        project.writelines(f'{name} = "{url}"\n' for name, url in urls.items())


def main() -> None:
    parser = arguments.parser(__doc__, "program", "target", "out")
    parser.add_argument("--profile", default="release", help="how the module is compiled")
    parser.add_argument("--zig", action="store_true", help="link with zig, for systems older than this one")
    given = parser.parse_args()
    target = TARGETS[given.target]
    if given.zig and target.wheel is None:
        parser.error(f"zig is no linker for {given.target}")
    command = ["maturin", "build", "--locked", "--profile", given.profile]
    command += ["--manifest-path", str(STAGE / "Cargo.toml"), "--out", str(given.out)]
    # For the host system, cargo reuses compiled dependencies.
    if given.target != host():
        command += ["--target", given.target]
    if given.zig:
        command += ["--zig", "--compatibility", target.wheel]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(metadata.epoch())}
    # The dependencies were compiled there for the program.
    environment.setdefault("CARGO_TARGET_DIR", str(metadata.ROOT / "target"))
    try:
        stage(given.program, target.program)
        subprocess.run(command, check=True, env=environment)
    finally:
        shutil.rmtree(STAGE)


if __name__ == "__main__":
    main()
