"""Carries out the Dockerfile where there is no Docker: its last stage in a Debian that is
there already, with a program that is built already in place of what the stages before build.

An instruction that is not known here is an error.
"""

import argparse
import fnmatch
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from dockerfile_parse import DockerfileParser

REPOSITORY = Path(__file__).resolve().parent.parent
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# How Debian's slim images differ from what debootstrap makes.
SLIM = "".join(f"path-exclude /usr/share/{name}/*\n" for name in ("doc", "info", "locale", "man"))
CLEAN = 'APT::Keep-Downloaded-Packages "false";\nDir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n'


def stages() -> list[list[tuple[str, str]]]:
    """Returns the instructions of each stage, by name and value."""
    found: list[list[tuple[str, str]]] = []
    for entry in DockerfileParser(str(REPOSITORY / "Dockerfile")).structure:
        if entry["instruction"] == "COMMENT":
            continue
        if entry["instruction"] == "FROM":
            found.append([])
        found[-1].append((entry["instruction"], entry["value"]))
    return found


def release() -> str:
    """Returns the release of Debian that the image is made from."""
    (_, image), *_ = stages()[-1]
    name = re.fullmatch(r"debian:(\w+)-slim", image)
    assert name, f"no Debian is made for {image}"
    return name[1]


def is_taken(path: str, patterns: list[str]) -> bool:
    """Whether a file is in what is built from: the last pattern for it or a folder above it says."""
    parts = path.split("/")
    taken = True
    for pattern in patterns:
        wanted = pattern.removeprefix("!").split("/")
        assert "**" not in wanted, f"no pattern such as {pattern} is known here"
        if len(wanted) <= len(parts) and all(map(fnmatch.fnmatchcase, parts, wanted)):
            taken = pattern.startswith("!")
    return taken


def context(folder: Path) -> None:
    """Puts into a folder what the build stage has of the repository, as a clone has it."""
    build = stages()[0]
    assert ("COPY", ". .") in build, "the build stage does not copy what there is"
    lines = (REPOSITORY / ".dockerignore").read_text().splitlines()
    patterns = [line.strip("/") for line in lines if line and not line.startswith("#")]
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, stdout=subprocess.PIPE, check=True)
    for path in tracked.stdout.decode().rstrip("\0").split("\0"):
        if is_taken(path, patterns):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPOSITORY / path, folder / path)


def words(value: str) -> list[str]:
    assert value.startswith("["), f"{value}: the words of a command are given as a list"
    return json.loads(value)


def within(image: dict, root: Path, command: list[str], **options: object) -> subprocess.CompletedProcess:
    """Runs a command in the image as Docker does: with nothing of this environment."""
    # A user is given by a number, whose home its own file of users knows.
    user = image["user"]
    homes = [line.split(":") for line in (root / "etc/passwd").read_text().splitlines()]
    home = next((fields[5] for fields in homes if fields[2] == user), "/")
    inside = ["chroot", f"--userspec={user}:{user}", str(root), "env", f"--chdir={image['folder']}", *command]
    return subprocess.run([*options.pop("before", []), *inside], env={"PATH": PATH, "HOME": home}, **options)


def size(root: Path) -> float:
    """Returns how much room the files take, in MB."""
    paths = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    return sum({path.stat().st_ino: path.stat().st_size for path in paths}.values()) / 1e6


def build(debian: Path, root: Path, program: Path) -> None:
    """Makes the image from a Debian in `root`, which is not there yet."""
    subprocess.run(["cp", "--archive", "--reflink=auto", debian, root], check=True)
    image = {"user": "0", "folder": "/", "entry": [], "command": []}
    (root / "etc/dpkg/dpkg.cfg.d/slim").write_text(SLIM)
    (root / "etc/apt/apt.conf.d/clean").write_text(CLEAN)
    shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
    # What the Debian was used for before is none of the image's.
    shutil.rmtree(root / "carom", ignore_errors=True)
    for path in [*(root / "var/cache/apt").rglob("*.*"), *(root / "var/lib/apt/lists").glob("*_*")]:
        path.unlink()
    for name in ("doc", "info", "locale", "man"):
        shutil.rmtree(root / "usr/share" / name, ignore_errors=True)
    before = size(root)

    # Where `cargo install` puts the program in the build stage.
    installed = [re.search(r"cargo install .*--root (\S+)", value) for name, value in stages()[0] if name == "RUN"]
    built = {f"{found[1]}/bin/carom" for found in installed if found}
    for name, value in stages()[-1][1:]:
        print(f"{name} {value}", flush=True)
        if name == "RUN":
            result = within(image, root, ["/bin/sh", "-c", value], capture_output=True, text=True, check=False)
            if result.returncode != 0:
                sys.exit(f"{result.stdout}{result.stderr}error: exit status {result.returncode}")
        elif name == "COPY":
            source, source_path, target = value.split()
            assert source == "--from=build" and source_path in built, f"nothing builds {source_path}"
            shutil.copy(program, root / target.lstrip("/"))
        elif name == "USER":
            assert value.isdecimal(), f"{value}: who starts containers sees by a number alone that it is not root"
            image["user"] = value
        elif name == "WORKDIR":
            image["folder"] = value
            (root / value.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif name == "ENTRYPOINT":
            image["entry"] = words(value)
        elif name == "CMD":
            image["command"] = words(value)
        else:
            sys.exit(f"error: {name} is not known here")
    root.with_suffix(".json").write_text(json.dumps(image))
    print(f"{size(root):.0f} MB, of which Debian has {before:.0f}, and carom {program.stat().st_size / 1e6:.0f}")


# The folder is seen where the image works, and neither can be written.
MOUNTS = """
mount --bind "$1" "$1" && mount --bind "$2" "$1$3"
mount --options remount,bind,ro "$1" && mount --options remount,bind,ro "$1$3"
shift 3; exec "$@"
"""


def run(root: Path, folder: Path, entry: str | None, arguments: list[str]) -> int:
    """As `docker run --read-only --volume FOLDER:… --entrypoint ENTRY IMAGE ARGUMENTS`; returns
    the exit status."""
    image = json.loads(root.with_suffix(".json").read_text())
    mounts = ["unshare", "--mount", "sh", "-euc", MOUNTS, "sh", str(root), str(folder), image["folder"]]
    command = [entry, *arguments] if entry else image["entry"] + (arguments or image["command"])
    return within(image, root, command, before=mounts, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    tasks = parser.add_subparsers(dest="task", required=True)
    tasks.add_parser("release")
    tasks.add_parser("context").add_argument("folder", type=Path)
    building = tasks.add_parser("build")
    for name in ("debian", "root", "program"):
        building.add_argument(name, type=Path)
    running = tasks.add_parser("run")
    running.add_argument("--entrypoint")
    for name in ("root", "folder"):
        running.add_argument(name, type=Path)
    running.add_argument("arguments", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    if given.task == "release":
        print(release())
    elif given.task == "context":
        context(given.folder)
    elif given.task == "build":
        build(given.debian, given.root, given.program)
    else:
        return run(given.root, given.folder, given.entrypoint, given.arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
